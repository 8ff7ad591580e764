/** One n8n process of the pacing benchmark: reports that it is ready, runs on a message, reports the result. */
import { process } from '../platform';
import { report, parentMessage } from './children';
import { builtNode, readCampaign, runOwn } from './engine';

async function main(): Promise<void> {
	const [baseUrl = '', apiKey = '', count = ''] = process.argv.slice(2);
	// Loads it before the time starts.
	await builtNode();
	report({ ready: true });
	await parentMessage();
	const started = Date.now();
	const timing = await runOwn({
		parameters: readCampaign('103'),
		credentials: { baseUrl, apiKey, requestsPerMinute: 50 },
		count: Number(count),
	});
	report({ ...timing, started, ended: Date.now() });
	process.disconnect?.();
	process.exit();
}

void main();

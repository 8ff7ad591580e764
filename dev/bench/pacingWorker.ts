/** One n8n process of the pacing benchmark: says that it is ready, runs when told to, sends the result. */
import { once, process } from '../platform';
import { builtNode, readCampaign, runOwn } from './engine';

async function main(): Promise<void> {
	const [baseUrl = '', apiKey = '', count = ''] = process.argv.slice(2);
	// Loads it before the time starts.
	await builtNode();
	process.once('disconnect', () => process.exit());
	process.send?.('ready');
	await once(process, 'message');
	const startedAt = Date.now();
	const { succeeded } = await runOwn({
		parameters: readCampaign,
		credentials: { baseUrl, apiKey, requestsPerMinute: 50 },
		count: Number(count),
	});
	process.send?.({ startedAt, endedAt: Date.now(), succeeded });
}

void main();

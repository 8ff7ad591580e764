/** One n8n process of the pacing benchmark: reports that it is ready, runs on a message, reports the result. */
import { process } from '../platform';
import { report, parentMessage } from './children';
import { builtNode, OWN_TYPE, runTimed } from './engine';

async function main(): Promise<void> {
	const [baseUrl = '', apiKey = '', count = ''] = process.argv.slice(2);
	const nodeType = await builtNode();
	report({ ready: true });
	await parentMessage();
	const started = Date.now();
	const timing = await runTimed({
		nodeType,
		type: OWN_TYPE,
		typeVersion: 1,
		parameters: {
			resource: 'campaign',
			operation: 'get',
			campaignId: { __rl: true, mode: 'id', value: '103' },
		},
		credentials: { baseUrl, apiKey, requestsPerMinute: 50 },
		count: Number(count),
	});
	report({ ...timing, started, ended: Date.now() });
	process.disconnect?.();
	process.exit();
}

void main();

/** The service of the read benchmark, in its own process, so that its cost is not measured. */
import { startSimulator } from '../simulator';
import { report, parentMessage } from './children';

async function main(): Promise<void> {
	const { url, apiKey } = await startSimulator({ latencyMs: 20, requestsPerMinute: 10_000_000 });
	report({ url, apiKey });
	await parentMessage();
}

void main();

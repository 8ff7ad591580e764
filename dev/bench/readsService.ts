/** The service of the read benchmark, in a process of its own: what it costs is not measured. */
import { startSimulator } from '../simulator';
import { report, told } from './children';

async function main(): Promise<void> {
	const { url, apiKey } = await startSimulator({ latencyMs: 20, requestsPerMinute: 10_000_000 });
	report({ url, apiKey });
	await told();
}

void main();

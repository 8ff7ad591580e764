/** The service of the read benchmark, in its own process, so that its cost is not measured. */
import { startSimulator } from '../simulator';
import { report, parentMessage } from './children';
import { FIRST_ID, READS } from './reads';

async function main(): Promise<void> {
	const { url, apiKey, state } = await startSimulator({
		latencyMs: 20,
		requestsPerMinute: 10_000_000,
	});
	const [campaign] = state.campaigns;
	if (!campaign) throw new Error('The simulator has no campaign');
	// Equal reads of a run are one request.
	for (let id = FIRST_ID; id < FIRST_ID + READS; id += 1) state.campaigns.push({ ...campaign, id });
	report({ url, apiKey });
	await parentMessage();
}

void main();

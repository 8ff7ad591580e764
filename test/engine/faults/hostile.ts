/** The action node against a service that misbehaves, and what can be asked of it afterwards. */
import type { IDataObject } from 'n8n-workflow';
import { useSimulator } from '../../unit/simulator/helpers';
import { runNode, type EngineResult } from '../engine';

export const service = useSimulator({ requestsPerMinute: 10_000 });

const campaignId = { __rl: true, mode: 'id', value: '103' };

async function run(parameters: IDataObject): Promise<EngineResult> {
	const { url, apiKey } = service.current;
	return await runNode({
		parameters: parameters as Parameters<typeof runNode>[0]['parameters'],
		credentials: { baseUrl: url, apiKey, requestsPerMinute: 10_000 },
	});
}

/** A request that only reads. */
export const read = async () => await run({ resource: 'campaign', operation: 'get', campaignId });

/** A request that must not happen twice. */
export const write = async () =>
	await run({ resource: 'leadList', operation: 'create', name: 'Trade fair' });

/** The requests that the service did not refuse for their number: each of them may have been carried out. */
export function taken(): number {
	return service.current.requests.filter(({ status }) => status !== 429).length;
}

export function leadListsNamed(name: string): number {
	return service.current.state.leadLists.filter((list) => list.name === name).length;
}

/** The action node against a service that misbehaves, and what can be asked of it afterwards. */
import type { INodeParameters } from 'n8n-workflow';
import { until } from '../../../dev/until';
import { useSimulator } from '../../unit/simulator/helpers';
import { runNode, type EngineResult, type EngineRun } from '../engine';
import { guardAgainstUncaught } from './uncaught';

export const service = useSimulator({ requestsPerMinute: 10_000 });

guardAgainstUncaught();

const campaignId = { __rl: true, mode: 'id', value: '103' };

/** Runs an operation; `onStart` as for {@link runNode}. */
export async function run(
	parameters: INodeParameters,
	options: Pick<EngineRun, 'onStart'> = {},
): Promise<EngineResult> {
	const { url, apiKey } = service.current;
	const credentials = { baseUrl: url, apiKey, requestsPerMinute: 10_000 };
	return await runNode({ parameters, credentials, ...options });
}

const READ: INodeParameters = { resource: 'campaign', operation: 'get', campaignId };

const WRITE: INodeParameters = { resource: 'leadList', operation: 'create', name: 'Trade fair' };

/** A request that only reads. */
export const read = async (options?: Pick<EngineRun, 'onStart'>) => await run(READ, options);

/** A request that must not happen twice. */
export const write = async (options?: Pick<EngineRun, 'onStart'>) => await run(WRITE, options);

/** The requests that the service did not refuse for their number: each of them may have been carried out. */
export function taken(): number {
	return service.current.requests.filter(({ status }) => status !== 429).length;
}

/** Waits for the end of every answer: of one that nobody waits for any more, no connection stays open. */
export async function allAnswersEnded(): Promise<void> {
	const ended = () => service.current.openAnswers === 0 || undefined;
	await until('the end of all answers', ended, { timeoutMs: 1_000, everyMs: 5 });
}

export function leadListsNamed(name: string): number {
	return service.current.state.leadLists.filter((list) => list.name === name).length;
}

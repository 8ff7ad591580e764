/** Runs the action node against a faulty service, with assertions for afterwards. */
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

/** The requests that were not rate-limited: each of them may have been carried out. */
export function taken(): number {
	return service.current.requests.filter(({ status }) => status !== 429).length;
}

/** Waits until no response is open: abandoned ones must not keep their connection. */
export async function allAnswersEnded(): Promise<void> {
	const ended = () => service.current.openAnswers === 0 || undefined;
	await until('the end of all answers', ended, { timeoutMs: 10_000, everyMs: 5 });
}

export function leadListsNamed(name: string): number {
	return service.current.state.leadLists.filter((list) => list.name === name).length;
}

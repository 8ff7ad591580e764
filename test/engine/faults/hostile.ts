/** Runs the action node against a faulty service, with assertions for afterwards. */
import { until } from '../../../dev/until';
import { READ, run, service } from '../api/support';
import type { EngineRun } from '../engine';
import { guardAgainstUncaught } from './uncaught';

guardAgainstUncaught();

/** A request that only reads. */
export const read = async () => await run(READ);

/** A request that must not happen twice. */
export const write = async (options: Partial<EngineRun> = {}) =>
	await run({ resource: 'leadList', operation: 'create', name: 'Trade fair' }, options);

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

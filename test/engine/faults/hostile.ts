/**
 * Runs the action node against a faulty service, with assertions for afterwards. Tests fail that
 * cause an uncaught error or an unhandled rejection.
 */
import { vm, wait, type process } from '../../../dev/platform';
import type { Fault } from '../../../dev/simulator';
import { until } from '../../../dev/until';
import { READ, run, service } from '../api/support';
import type { EngineRun } from '../../support/engine';
import { runAt } from './acceleratedClock';

/** Jest gives tests a copy of `process`, which never emits its events. */
const realProcess = vm.runInThisContext('process') as typeof process;

const EVENTS = ['unhandledRejection', 'uncaughtException'] as const;

/** An abandoned request may still fail within this time. */
const GRACE_MS = 250;

/**
 * Fails the tests of a file in which an error went uncaught, on which n8n itself might end.
 *
 * Jest fails the one test that such an error belongs to, but has stopped listening when it comes
 * after the last test of the file: so this waits for it.
 */
function guardAgainstUncaught(): void {
	const uncaught: unknown[] = [];
	const note = (error: unknown) => void uncaught.push(error);
	const expectNone = () => expect(uncaught.splice(0)).toEqual([]);
	beforeAll(() => EVENTS.forEach((event) => realProcess.on(event, note)));
	afterEach(expectNone);
	afterAll(async () => {
		await wait(GRACE_MS);
		EVENTS.forEach((event) => realProcess.off(event, note));
		expectNone();
	});
}

guardAgainstUncaught();

export const SECOND = 1_000;

/** The client's timeout of one request. */
export const TIME_OUT = 60 * SECOND;

/** Four attempts, with backoff of 1, 2 and 4 seconds. */
export const FOUR_TRIES = 4 * TIME_OUT + 7 * SECOND;

/** How much faster the client's time passes: four attempts take eight seconds. */
const SPEED = 30;

/** Tolerance for a busy machine; a fifth attempt would take longer. */
export const MARGIN = 55 * SECOND;

export function hurry(): void {
	runAt(SPEED);
}

const NO_RESPONSE = 'The service did not respond in time';
const BROKEN = 'The connection broke before the response was complete';

/** What happens to the response, the fault that causes it, and the resulting error. */
export const UNFINISHED: Array<[string, Fault, string]> = [
	['never comes', { kind: 'hang' }, NO_RESPONSE],
	['drips', { kind: 'drip', ms: (600 * SECOND) / SPEED }, NO_RESPONSE],
	['ends in its middle', { kind: 'halfClosed' }, BROKEN],
];

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
export async function allResponsesEnded(): Promise<void> {
	const ended = () => service.current.openResponses === 0 || undefined;
	await until('the end of all responses', ended, { timeoutMs: 10_000, everyMs: 5 });
}

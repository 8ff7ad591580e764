/** Responses that never complete, and how long the client waits for them. */
import type { Fault } from '../../../dev/simulator';
import { runAt } from './acceleratedClock';

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

const NO_ANSWER = 'The service did not answer in time';
const BROKEN = 'The connection broke before the answer was complete';

/** What happens to the response, the fault that causes it, and the resulting error. */
export const UNFINISHED: Array<[string, Fault, string]> = [
	['never comes', { kind: 'hang' }, NO_ANSWER],
	['drips', { kind: 'drip', ms: (600 * SECOND) / SPEED }, NO_ANSWER],
	['ends in its middle', { kind: 'halfClosed' }, BROKEN],
];

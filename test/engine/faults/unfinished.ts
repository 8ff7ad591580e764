/** Answers that never come to their end, and how long the client bears with them. */
import type { Fault } from '../../../dev/simulator';
import { runAt } from './fastTime';

export const SECOND = 1_000;

/** What the client waits for one answer. */
export const TIME_OUT = 60 * SECOND;

/** Before it asks a fourth and last time it has waited 1, 2 and 4 seconds. */
export const FOUR_TRIES = 4 * TIME_OUT + 7 * SECOND;

/** How much faster the client's time passes: four tries take eight seconds. */
const SPEED = 30;

/** For a machine that is busy with other things; a fifth try would take longer. */
export const MARGIN = 55 * SECOND;

export function hurry(): void {
	runAt(SPEED);
}

const NO_ANSWER = 'The service did not answer in time';
const BROKEN = 'The connection broke before the answer was complete';

/** What happens to the answer, the fault that makes it, and the error of whoever waited in vain. */
export const UNFINISHED: Array<[string, Fault, string]> = [
	['never comes', { kind: 'hang' }, NO_ANSWER],
	['drips', { kind: 'drip', ms: (600 * SECOND) / SPEED }, NO_ANSWER],
	['ends in its middle', { kind: 'halfClosed' }, BROKEN],
];

/**
 * The package's clock, accelerated: what takes a minute in n8n takes seconds here, in proportion.
 * For `jest.mock` in the place of the clock module.
 */
import type * as ClockModule from '../../../nodes/shared/api/clock';
import type { Clock } from '../../../nodes/shared/api/clock';
import { performance } from '../../../dev/platform';

let speed = 1;
let since = { real: performance.now(), virtual: Date.now() };

/** From now on, `factor` seconds of the package pass in one real second. */
export function runAt(factor: number): void {
	since = { real: performance.now(), virtual: now() };
	speed = factor;
}

/** Converts the package's milliseconds to real ones. */
export const toReal = (ms: number) => ms / speed;

/** How much time has passed for the package while `work` ran. */
export async function elapsed(work: () => Promise<unknown>): Promise<number> {
	const started = now();
	await work();
	return now() - started;
}

function now(): number {
	return since.virtual + (performance.now() - since.real) * speed;
}

const actual = jest.requireActual<typeof ClockModule>('../../../nodes/shared/api/clock');
export const { pause, unlessAborted, uptime, within } = actual;

export const systemClock: Clock = {
	...actual.systemClock,
	now,
	date: now,
	sleep: async (ms, signal) => await actual.systemClock.sleep(toReal(ms), signal),
	after: (ms, act) => actual.systemClock.after(toReal(ms), act),
};

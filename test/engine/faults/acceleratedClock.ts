/** The package's clock, accelerated: what takes a minute in n8n takes seconds here, in proportion. */
import type * as ClockModule from '../../../nodes/shared/api/clock';
import type { Clock } from '../../../nodes/shared/api/clock';
import { performance } from '../../../dev/platform';

const PATH = '../../../nodes/shared/api/clock';

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

/** The mock of the clock module. */
export function acceleratedClockModule(): typeof ClockModule {
	const actual = jest.requireActual<typeof ClockModule>(PATH);
	const { systemClock } = actual;
	const fast: Clock = {
		now,
		sleep: async (ms, signal) => await systemClock.sleep(toReal(ms), signal),
		// Node takes whole milliseconds for the timer of a signal.
		deadline: (ms) => systemClock.deadline(Math.ceil(toReal(ms))),
		random: systemClock.random,
	};
	return { ...actual, systemClock: fast };
}

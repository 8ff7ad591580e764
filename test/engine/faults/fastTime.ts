/** The package's clock, running faster: what takes a minute in n8n takes seconds here, in true proportion. */
import type * as ClockModule from '../../../nodes/shared/api/clock';
import type { Clock } from '../../../nodes/shared/api/clock';
import { performance } from '../../../dev/platform';

const PATH = '../../../nodes/shared/api/clock';

let speed = 1;
let since = { real: performance.now(), told: Date.now() };

/** From here on `factor` seconds of the package pass in one. */
export function runAt(factor: number): void {
	since = { real: performance.now(), told: now() };
	speed = factor;
}

/** How many milliseconds of the package's time are so many of ours. */
export const toReal = (ms: number) => ms / speed;

/** How much time has passed for the package while `work` ran. */
export async function elapsed(work: () => Promise<unknown>): Promise<number> {
	const started = now();
	await work();
	return now() - started;
}

function now(): number {
	return since.told + (performance.now() - since.real) * speed;
}

/** What stands in for the module of the clock. */
export function fastClockModule(): typeof ClockModule {
	const actual = jest.requireActual<typeof ClockModule>(PATH);
	const { systemClock } = actual;
	const fast: Clock = {
		now,
		sleep: async (ms, signal) => await systemClock.sleep(toReal(ms), signal),
		deadline: (ms) => systemClock.deadline(toReal(ms)),
		random: systemClock.random,
	};
	return { ...actual, systemClock: fast };
}

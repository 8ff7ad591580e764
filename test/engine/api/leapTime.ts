/** The package's clock, which leaps over waits: requests take their time, waits between them none. */
import type * as ClockModule from '../../../nodes/shared/api/clock';
import type { Clock } from '../../../nodes/shared/api/clock';
import { performance, timers } from '../../../dev/platform';

let leapt = 0;
const START = Date.now();
const now = () => START + performance.now() + leapt;

/** Every wait since the last {@link forgetWaits}, in milliseconds. */
export const waits: number[] = [];

/** How long an answer may take, in milliseconds that really pass. */
export const patience = { answerMs: 60_000 };

export function forgetWaits(): void {
	waits.length = 0;
	patience.answerMs = 60_000;
}

/** What stands in for the module of the clock. */
export function leapClockModule(): typeof ClockModule {
	const actual = jest.requireActual<typeof ClockModule>('../../../nodes/shared/api/clock');
	const { systemClock, unlessAborted } = actual;
	const leap = async (ms: number) => {
		const end = now() + ms;
		await new Promise<void>((resolve) => {
			timers.setImmediate(resolve);
		});
		// Waits side by side end together, not one after another.
		leapt += Math.max(0, end - now());
	};
	const leaping: Clock = {
		now,
		sleep: async (ms, signal) => {
			waits.push(ms);
			await unlessAborted(leap(ms), signal);
		},
		deadline: () => systemClock.deadline(patience.answerMs),
		random: systemClock.random,
	};
	return { ...actual, systemClock: leaping };
}

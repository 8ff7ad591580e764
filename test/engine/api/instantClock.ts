/**
 * The package's clock without delays: requests take real time, the waits between them none.
 * For `jest.mock` in the place of the clock module.
 */
import type * as ClockModule from '../../../nodes/shared/clock';
import type { Clock } from '../../../nodes/shared/clock';
import { performance, timers } from '../../../dev/platform';

let leapt = 0;
const START = Date.now();
const now = () => START + performance.now() + leapt;

/** Every wait since the last {@link forgetWaits}, in milliseconds. */
export const waits: number[] = [];

/** How long a response may take, in real milliseconds. */
export const responseTimeout = { ms: 60_000 };

/** The timeout of each request since then, in milliseconds. */
export const deadlines: number[] = [];

export function forgetWaits(): void {
	waits.length = 0;
	deadlines.length = 0;
	responseTimeout.ms = 60_000;
}

async function leap(ms: number): Promise<void> {
	const end = now() + ms;
	await new Promise<void>((resolve) => void timers.setImmediate(resolve));
	// Concurrent waits end together, not in sequence.
	leapt += Math.max(0, end - now());
}

const actual = jest.requireActual<typeof ClockModule>('../../../nodes/shared/clock');
export const { pause, unlessAborted, uptime, within } = actual;

export const systemClock: Clock = {
	...actual.systemClock,
	now,
	date: now,
	sleep: async (ms, signal) => {
		waits.push(ms);
		await unlessAborted(leap(ms), signal);
	},
	after: (ms, act) => {
		deadlines.push(ms);
		return actual.systemClock.after(responseTimeout.ms, act);
	},
};

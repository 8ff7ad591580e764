/**
 * The package's clock, accelerated: what takes a minute in n8n takes seconds here, in proportion. It stands
 * still while this process, which is the service as well, is not given a core: no deadline passes meanwhile.
 * For `jest.mock` in the place of the clock module.
 */
import type * as ClockModule from '../../../nodes/shared/clock';
import type { Clock } from '../../../nodes/shared/clock';
import { performance, timers } from '../../../dev/platform';

/** A wait looks at the clock at least this often, unless the process stands still. */
const LONGEST_STEP_MS = 50;

let speed = 1;
let virtual = Date.now();
let lookedAt = performance.now();

/** From now on, `factor` seconds of the package pass in one real second. */
export function runAt(factor: number): void {
	now();
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
	const real = performance.now();
	virtual += Math.min(real - lookedAt, LONGEST_STEP_MS) * speed;
	lookedAt = real;
	return virtual;
}

function after(ms: number, act: () => void): () => void {
	const at = now() + ms;
	let timer: NodeJS.Timeout;
	const look = () => (now() < at ? wait() : act());
	const wait = () => {
		const left = Math.max(0, toReal(at - now()));
		timer = timers.setTimeout(look, Math.min(left, LONGEST_STEP_MS / 2)).unref();
	};
	wait();
	return () => timers.clearTimeout(timer);
}

const actual = jest.requireActual<typeof ClockModule>('../../../nodes/shared/clock');
export const { pause, unlessAborted, uptime, within } = actual;

export const systemClock: Clock = {
	...actual.systemClock,
	now,
	date: now,
	sleep: async (ms, signal) =>
		await unlessAborted(new Promise<void>((resolve) => void after(ms, resolve)), signal),
	after,
};

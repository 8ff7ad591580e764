import { sleep } from 'n8n-workflow';

/** Time, delays and randomness, injected so that tests control them. */
export interface Clock {
	/** Milliseconds since the epoch, counted from the start of the process; never runs backwards. */
	now(): number;
	/**
	 * The time of day by the system clock, in milliseconds since the epoch, to compare with the times of
	 * others. It may be set, and goes on while the machine is suspended.
	 */
	date(): number;
	/** Waits `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** A signal that is aborted in `ms` milliseconds. */
	deadline(ms: number): AbortSignal;
	/** A number from 0 (inclusive) to 1 (exclusive). */
	random(): number;
}

/**
 * Settles as `work` does, or rejects with a signal's reason as soon as one is aborted, which
 * leaves `work` running: for delays and responses that are no longer needed.
 */
export async function unlessAborted<T>(
	work: Promise<T>,
	...signals: (AbortSignal | undefined)[]
): Promise<T> {
	signals.forEach((signal) => signal?.throwIfAborted());
	return await new Promise<T>((resolve, reject) => {
		const stop = ({ target }: Event) => reject((target as AbortSignal).reason);
		signals.forEach((signal) => signal?.addEventListener('abort', stop));
		const release = () => signals.forEach((signal) => signal?.removeEventListener('abort', stop));
		work.then(resolve, reject).finally(release);
	});
}

/** Waits like `sleep`, but does not keep the process alive: the timer of a signal is unreferenced. */
export async function pause(clock: Clock, ms: number): Promise<void> {
	const signal = clock.deadline(ms);
	await new Promise((resolve) => signal.addEventListener('abort', resolve));
}

/** How long this process has been running, in milliseconds. */
export const uptime = (): number => performance.now();

export const systemClock: Clock = {
	// Not Date.now(): an administrator or a time server may set the system clock back.
	now: () => performance.timeOrigin + performance.now(),
	date: () => Date.now(),
	sleep: async (ms, signal) => await unlessAborted(sleep(ms), signal),
	// AbortSignal.timeout takes integers only.
	deadline: (ms) => AbortSignal.timeout(Math.ceil(ms)),
	random: () => Math.random(),
};

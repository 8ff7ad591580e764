import { sleep } from 'n8n-workflow';

/** Time, waiting and chance, handed to whatever needs them so that tests decide all of them. */
export interface Clock {
	/** Milliseconds since the epoch; never runs backwards. */
	now(): number;
	/** Waits `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** A signal that is aborted in `ms` milliseconds. */
	deadline(ms: number): AbortSignal;
	/** A number from 0 (inclusive) to 1 (exclusive). */
	random(): number;
}

/**
 * Settles as `work` does, or rejects with the signal's reason as soon as it is aborted, which
 * leaves `work` running: for waits and answers that nobody needs any more.
 */
export async function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return await work;
	signal.throwIfAborted();
	let stop = () => {};
	const aborted = new Promise<never>((_resolve, reject) => {
		stop = () => reject(signal.reason);
		signal.addEventListener('abort', stop);
	});
	return await Promise.race([work, aborted]).finally(() => {
		signal.removeEventListener('abort', stop);
	});
}

export const systemClock: Clock = {
	// Not Date.now(): an administrator or a time server may set that clock back, by hours.
	now: () => performance.timeOrigin + performance.now(),
	sleep: async (ms, signal) => await unlessAborted(sleep(ms), signal),
	deadline: (ms) => AbortSignal.timeout(ms),
	random: () => Math.random(),
};

import { sleep } from 'n8n-workflow';

/** Time, delays and randomness, injected so that tests control them. */
export interface Clock {
	/** Milliseconds since the epoch, counted from the start of the process; never runs backwards. */
	now(): number;
	/**
	 * The time of day by the system clock, in milliseconds since the epoch, to compare with times from
	 * elsewhere. It can be set, and continues while the machine is suspended.
	 */
	date(): number;
	/** Waits `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/**
	 * Calls `act` in `ms` milliseconds, unless the function that it returns is called before.
	 *
	 * @param name the name of the wait, by which tests recognize it
	 */
	after(ms: number, act: () => void, name?: string): () => void;
	/** A number from 0 (inclusive) to 1 (exclusive). */
	random(): number;
}

/**
 * Settles as `work` does, or rejects with the signal's reason as soon as it is aborted, which
 * leaves `work` running: for delays and responses that are no longer needed.
 */
export async function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return await work;
	signal.throwIfAborted();
	return await new Promise<T>((resolve, reject) => {
		const stop = () => reject(signal.reason as Error);
		signal.addEventListener('abort', stop);
		work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
	});
}

/** Waits like `sleep`, but does not keep the process alive. */
export async function pause(clock: Clock, ms: number, name?: string): Promise<void> {
	await new Promise<void>((resolve) => void clock.after(ms, resolve, name));
}

/**
 * Settles as `work` does, or rejects when it takes longer than `ms` milliseconds or `signal` is aborted. The
 * signal that `work` gets is then aborted as well, to end its own waits.
 */
export async function within<T>(
	clock: Clock,
	ms: number,
	work: (end: AbortSignal) => Promise<T>,
	signal?: AbortSignal,
	name?: string,
): Promise<T> {
	signal?.throwIfAborted();
	const end = new AbortController();
	return await new Promise<T>((resolve, reject) => {
		const release = () => {
			cancel();
			signal?.removeEventListener('abort', onAbort);
		};
		const stop = (reason: Error) => {
			release();
			reject(reason);
			end.abort(reason);
		};
		const onAbort = () => stop(signal?.reason as Error);
		const onTimeout = () => stop(new DOMException('Timed out', 'TimeoutError'));
		const cancel = clock.after(ms, onTimeout, name);
		signal?.addEventListener('abort', onAbort);
		work(end.signal).then(resolve, reject).finally(release);
	});
}

/** How long this process has been running, in milliseconds. */
export const uptime = (): number => performance.now();

/** The functions to call, and when by {@link uptime}. A timer for each would take longer than everything else here. */
const alarms = new Set<{ at: number; act: () => void }>();
let wakeAt = Infinity;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function wake(at: number): void {
	if (at >= wakeAt) return;
	wakeAt = at;
	const ms = Math.min(LONGEST_TIMER_MS, Math.max(0, Math.ceil(at - uptime())));
	// The timer of a signal does not keep the process alive. It takes whole milliseconds.
	AbortSignal.timeout(ms).addEventListener('abort', () => {
		if (at !== wakeAt) return;
		wakeAt = Infinity;
		const due = [...alarms].filter((alarm) => alarm.at <= uptime());
		due.sort((one, other) => one.at - other.at);
		due.forEach((alarm) => alarms.delete(alarm) && alarm.act());
		alarms.forEach((alarm) => wake(alarm.at));
	});
}

function after(ms: number, act: () => void): () => void {
	const alarm = { at: uptime() + ms, act };
	alarms.add(alarm);
	wake(alarm.at);
	return () => void alarms.delete(alarm);
}

export const systemClock: Clock = {
	// Not Date.now(): an administrator or a time server may set the system clock back.
	now: () => performance.timeOrigin + performance.now(),
	date: () => Date.now(),
	sleep: async (ms, signal) => await unlessAborted(sleep(ms), signal),
	after,
	random: () => Math.random(),
};

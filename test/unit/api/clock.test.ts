import { systemClock, unlessAborted, uptime, within } from '../../../nodes/shared/clock';
import { process, timers } from '../../../dev/platform';

it('what fails after a wait for it was aborted leaves no rejection unhandled', async () => {
	const unhandled = jest.fn();
	process.on('unhandledRejection', unhandled);
	const stop = new AbortController();
	const late = Promise.reject(new Error('Too late to matter'));
	const wait = unlessAborted(late, stop.signal);
	stop.abort(new Error('Enough'));
	await expect(wait).rejects.toThrow();
	await new Promise((resolve) => void timers.setImmediate(resolve));
	process.off('unhandledRejection', unhandled);

	expect(unhandled).not.toHaveBeenCalled();
});

describe("the machine's clock", () => {
	it('returns the time of day, and is not affected when the system clock is set back', () => {
		const before = systemClock.now();
		expect(Math.abs(before - Date.now())).toBeLessThan(60_000);
		const set = jest.spyOn(Date, 'now').mockReturnValue(0);

		expect(systemClock.now()).toBeGreaterThanOrEqual(before);
		set.mockRestore();
	});

	it('ends a sleep immediately when it is aborted, or was before', async () => {
		const stop = new AbortController();
		const sleep = systemClock.sleep(1, stop.signal);
		stop.abort(new Error('Up'));

		await expect(sleep).rejects.toThrow('Up');
		await expect(systemClock.sleep(1, stop.signal)).rejects.toThrow('Up');
		await expect(systemClock.sleep(0)).resolves.toBeUndefined();
	});

	it('returns random numbers below 1', () => expect(systemClock.random()).toBeLessThan(1));

	it('calls what is due, the soonest first, and nothing that was cancelled', async () => {
		const calls: string[] = [];
		// No time passes between the calls, or the order would depend on how fast they are made.
		const still = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
		const isLate = new Promise<void>((resolve) => void systemClock.after(1, resolve));
		systemClock.after(0.4, () => calls.push('second'));
		systemClock.after(0.3, () => calls.push('first'));
		systemClock.after(0.2, () => calls.push('cancelled'))();
		still.mockRestore();
		// All are due when the process comes to them.
		for (const dueAt = uptime() + 1; uptime() < dueAt;);
		await isLate;

		expect(calls).toEqual(['first', 'second']);
	});
});

describe('a limit to how long something takes', () => {
	/** What is due is called by the test. */
	function manualClock() {
		const due = new Set<() => void>();
		const after = (_ms: number, act: () => void) => {
			due.add(act);
			return () => void due.delete(act);
		};
		return { due, clock: { ...systemClock, after } };
	}
	/** Not even when it is ended. */
	const never = async () => await new Promise(() => undefined);

	it('ends with the work, of which nothing is left', async () => {
		const { due, clock } = manualClock();
		const stop = new AbortController();
		const removed = jest.spyOn(stop.signal, 'removeEventListener');

		await expect(within(clock, 1, async () => 'done', stop.signal)).resolves.toBe('done');
		await expect(
			within(clock, 1, async () => await Promise.reject(new Error('No'))),
		).rejects.toThrow('No');
		expect(due.size).toBe(0);
		expect(removed).toHaveBeenCalledTimes(1);
	});

	it('ends the work when it takes too long', async () => {
		const { due, clock } = manualClock();
		const ends: AbortSignal[] = [];
		const work = within(clock, 1, async (end) => (ends.push(end), await never()));
		due.forEach((act) => act());

		await expect(work).rejects.toHaveProperty('name', 'TimeoutError');
		expect(ends[0]?.aborted).toBe(true);
	});

	it('ends the work when it is stopped, and does not begin when it was stopped before', async () => {
		const { due, clock } = manualClock();
		const stop = new AbortController();
		const work = within(clock, 1, never, stop.signal);
		stop.abort(new Error('Enough'));
		await expect(work).rejects.toThrow('Enough');
		expect(due.size).toBe(0);
		const late = jest.fn(never);

		await expect(within(clock, 1, late, stop.signal)).rejects.toThrow('Enough');
		expect(late).not.toHaveBeenCalled();
	});
});

import { deadline, systemClock, unlessAborted } from '../../../nodes/shared/api/clock';
import { process, timers } from '../../../dev/platform';

describe('waiting for what may never settle', () => {
	const never = new Promise<never>(() => {});

	it('ends at once when it is aborted, with the reason', async () => {
		const stop = new AbortController();
		const wait = unlessAborted(never, stop.signal);
		stop.abort(new Error('Enough'));

		await expect(wait).rejects.toThrow('Enough');
	});

	it('does not begin when it was aborted before', async () => {
		const signal = AbortSignal.abort(new Error('Before'));

		await expect(unlessAborted(never, signal)).rejects.toThrow('Before');
	});

	it('leaves no rejection unhandled when both happen', async () => {
		const unhandled = jest.fn();
		process.on('unhandledRejection', unhandled);
		const stop = new AbortController();
		const late = Promise.reject(new Error('Too late to matter'));
		const wait = unlessAborted(late, stop.signal);
		stop.abort(new Error('Enough'));
		await expect(wait).rejects.toThrow();
		await new Promise((resolve) => {
			timers.setImmediate(resolve);
		});
		process.off('unhandledRejection', unhandled);

		expect(unhandled).not.toHaveBeenCalled();
	});
});

describe("the machine's clock", () => {
	it('returns the time of day, and is not affected when the system clock is set back', () => {
		const before = systemClock.now();
		expect(Math.abs(before - Date.now())).toBeLessThan(60_000);
		const set = jest.spyOn(Date, 'now').mockReturnValue(0);

		expect(systemClock.now()).toBeGreaterThanOrEqual(before);
		set.mockRestore();
	});

	it('ends a sleep at once when it is aborted', async () => {
		const stop = new AbortController();
		const sleep = systemClock.sleep(1, stop.signal);
		stop.abort(new Error('Up'));

		await expect(sleep).rejects.toThrow('Up');
		await expect(systemClock.sleep(0)).resolves.toBeUndefined();
	});

	it('returns random numbers from 0 to 1', () => {
		expect(systemClock.random()).toBeLessThan(1);
	});

	it('calls what is due, the soonest first, and nothing that was cancelled', async () => {
		const calls: string[] = [];
		const late = deadline(systemClock, 5.5);
		const isLate = new Promise((resolve) => {
			late.addEventListener('abort', resolve);
		});
		systemClock.after(3, () => calls.push('second'));
		systemClock.after(2, () => calls.push('first'));
		systemClock.after(1, () => calls.push('cancelled'))();
		expect(late.aborted).toBe(false);
		await isLate;

		expect(calls).toEqual(['first', 'second']);
		expect(late.reason).toHaveProperty('name', 'TimeoutError');
	});
});

import {
	rateLimiterFor,
	type RateLimiter,
} from '../../../../nodes/shared/api/rateLimit/rateLimiter';
import { credentials, limiterOn, MINUTE, SECOND, VirtualClock } from '../support';

const setUp = (capacity: number) => limiterOn(new VirtualClock(), capacity);

it('one timer serves any number of waits', async () => {
	const { clock, accepted, acquire } = setUp(1);
	await accepted('first');
	Array.from({ length: 100 }, async () => await acquire('waits'));
	await clock.pass(SECOND);

	expect(clock.waits).toBe(1);
});

describe('a reported wait', () => {
	it.each(['its turn', 'a stop', 'the end of its run'] as const)('is over with %s', async (end) => {
		const { clock, limiter, run, accepted, acquire } = setUp(1);
		await accepted('first');
		const stop = new AbortController();
		let over = false;
		const onDelay = (ended: Promise<void>) => void ended.then(() => (over = true));
		const waiting = acquire('waits', { onDelay, signal: stop.signal }).catch(() => {});
		await clock.pass(SECOND);
		expect(over).toBe(false);
		if (end === 'its turn') await clock.pass(MINUTE);
		if (end === 'a stop') stop.abort();
		if (end === 'the end of its run') limiter.endRun(run);
		await waiting;

		expect(over).toBe(true);
	});
});

describe('a changed limit', () => {
	it('that is higher lets the waiting requests in immediately', async () => {
		const { clock, limiter, accepted, acquire, admitted } = setUp(1);
		await accepted('first');
		void acquire('second');
		void acquire('third');
		await clock.pass(SECOND);
		limiter.setLimit(2);
		await clock.pass(0);

		expect(admitted.map(({ at }) => at)).toEqual([0, SECOND]);
	});

	it('that is lower holds until enough has left the window', async () => {
		const { clock, limiter, accepted, admitted } = setUp(3);
		await accepted('first');
		await clock.pass(20 * SECOND);
		await accepted('later', 2);
		limiter.setLimit(1);
		await clock.until(accepted('next'));

		expect(admitted.at(-1)?.at).toBe(20 * SECOND + MINUTE);
	});
});

it('10,000 waits are added and removed without a search of the queue for each', async () => {
	const { clock, acquire, admitted } = setUp(10_000);
	const first = Array.from({ length: 10_000 }, async () => await acquire('first'));
	(await Promise.all(first)).forEach((permit) => permit.succeeded());
	const stops = Array.from({ length: 10_000 }, () => new AbortController());
	const waits = stops.map(async ({ signal }) => await acquire('waits', { signal }));
	await clock.pass(SECOND);
	stops.forEach((stop) => stop.abort());
	const ends = await Promise.allSettled(waits);

	expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
	await clock.until(acquire('afterwards'));
	expect(admitted.at(-1)).toEqual({ name: 'afterwards', at: MINUTE });
});

/** That it leaves no place behind: rateLimiter.properties.test.ts. */
describe('a wait that is stopped', () => {
	it('does not begin when the run is stopped already', async () => {
		const { limiter, acquire } = setUp(1);
		const signal = AbortSignal.abort(new Error('Stopped'));
		await expect(acquire('late', { signal })).rejects.toThrow('Stopped');

		expect(limiter.idle).toBe(false);
		await expect(acquire('next')).resolves.toBeDefined();
	});

	it.each(['a stop', 'the end of its run'])('after its turn frees its permit: %s', async (end) => {
		const { clock, limiter, run, acquire, admitted } = setUp(1);
		const first = await acquire('first');
		const stop = new AbortController();
		const stopped = acquire('stopped', { signal: stop.signal });
		const next = acquire('next', { run: limiter.startRun() });
		first.cancel();
		if (end === 'a stop') stop.abort();
		else limiter.endRun(run);

		await expect(stopped).rejects.toThrow();
		await next;
		expect(admitted.at(-1)).toEqual({ name: 'next', at: 0 });
		expect(clock.elapsed).toBe(0);
	});

	it('leaves no listener behind, nor does one that was granted', async () => {
		const { clock, acquire, accepted } = setUp(1);
		const { signal } = new AbortController();
		const added = jest.spyOn(signal, 'addEventListener');
		const removed = jest.spyOn(signal, 'removeEventListener');
		await accepted('first', 1, { signal });
		await clock.until(acquire('second', { signal }));

		expect(added).toHaveBeenCalled();
		expect(removed.mock.calls).toEqual(added.mock.calls);
	});
});

it('a listener that fails does not keep a place', async () => {
	const { clock, acquire, accepted, admitted } = setUp(1);
	await accepted('first');
	const onDelay = () => {
		throw new Error('The editor is gone');
	};
	await expect(acquire('failed', { onDelay })).rejects.toThrow('The editor is gone');
	await clock.until(acquire('next'));

	expect(admitted.at(-1)).toEqual({ name: 'next', at: MINUTE });
});

/** A key that no other test has used, since the rate limiters are process-wide. */
let count = 0;
const freshKey = () => ({ ...credentials, apiKey: `prefix.secret-${++count}` });

function setUpKey(requestsPerMinute = 50) {
	const clock = new VirtualClock();
	const key = { ...freshKey(), requestsPerMinute };
	return { clock, key, limiter: rateLimiterFor(key, clock) };
}
const acquireFrom = async (limiter: RateLimiter) =>
	await limiter.acquire(limiter.ticket(limiter.startRun()));

describe('the limiter of a key', () => {
	it('is another for another key and for another service', () => {
		const { clock, key, limiter } = setUpKey();

		expect(rateLimiterFor(freshKey(), clock)).not.toBe(limiter);
		expect(rateLimiterFor({ ...key, origin: 'https://other.invalid' }, clock)).not.toBe(limiter);
	});

	it('allows what the credential used last says', async () => {
		const { clock, key, limiter } = setUpKey(1);
		await acquireFrom(limiter);
		rateLimiterFor({ ...key, requestsPerMinute: 2 }, clock);

		await expect(acquireFrom(limiter)).resolves.toBeDefined();
	});

	it('counts a window a little longer than a minute, for clocks that run differently', async () => {
		const { clock, limiter } = setUpKey(1);
		(await acquireFrom(limiter)).succeeded();
		await clock.until(acquireFrom(limiter));

		expect(clock.elapsed).toBeGreaterThan(MINUTE);
		expect(clock.elapsed).toBeLessThan(1.01 * MINUTE);
	});
});

describe('a limiter that is forgotten', () => {
	it('is one that was long unused, when another key is seen', async () => {
		const { clock, key, limiter } = setUpKey();
		(await acquireFrom(limiter)).succeeded();
		await clock.pass(11 * MINUTE);
		rateLimiterFor(freshKey(), clock);

		expect(rateLimiterFor(key, clock)).not.toBe(limiter);
	});

	it('is not one whose run waits for a retry, so that its requests keep counting', async () => {
		const { clock, key, limiter } = setUpKey();
		await clock.pass(60 * MINUTE);
		(await acquireFrom(limiter)).lost();
		await clock.pass(120 * SECOND);
		rateLimiterFor(freshKey(), clock);

		expect(rateLimiterFor(key, clock)).toBe(limiter);
	});

	it('is not one with a request under way', async () => {
		const { clock, key, limiter } = setUpKey();
		await acquireFrom(limiter);
		await clock.pass(60 * MINUTE);
		rateLimiterFor(freshKey(), clock);

		expect(rateLimiterFor(key, clock)).toBe(limiter);
	});
});

import { rateLimiterFor } from '../../../../nodes/shared/api/rateLimit/rateLimiters';
import { credentials, MINUTE, SECOND, VirtualClock } from '../support';

/** A key that no other test has used, since the rate limiters are process-wide. */
let count = 0;
const freshKey = () => ({ ...credentials, apiKey: `prefix.secret-${++count}` });

describe('the limiter of a key', () => {
	it('is one for all nodes and executions of the process', () => {
		const key = freshKey();
		const clock = new VirtualClock();

		expect(rateLimiterFor({ ...key }, clock)).toBe(rateLimiterFor({ ...key }, clock));
	});

	it('is another for another key and for another service', () => {
		const key = freshKey();
		const clock = new VirtualClock();
		const limiter = rateLimiterFor(key, clock);

		expect(rateLimiterFor(freshKey(), clock)).not.toBe(limiter);
		expect(rateLimiterFor({ ...key, origin: 'https://other.invalid' }, clock)).not.toBe(limiter);
	});

	it('allows what the credential used last says', async () => {
		const clock = new VirtualClock();
		const key = freshKey();
		const limiter = rateLimiterFor({ ...key, requestsPerMinute: 1 }, clock);
		await limiter.acquire(limiter.ticket(limiter.startRun()));
		rateLimiterFor({ ...key, requestsPerMinute: 2 }, clock);

		await expect(limiter.acquire(limiter.ticket(limiter.startRun()))).resolves.toBeDefined();
	});

	it('counts a window a little longer than a minute, for clocks that run differently', async () => {
		const clock = new VirtualClock();
		const limiter = rateLimiterFor({ ...freshKey(), requestsPerMinute: 1 }, clock);
		(await limiter.acquire(limiter.ticket(limiter.startRun()))).succeeded();
		await clock.until(limiter.acquire(limiter.ticket(limiter.startRun())));

		expect(clock.elapsed).toBeGreaterThan(MINUTE);
		expect(clock.elapsed).toBeLessThan(1.01 * MINUTE);
	});
});

describe('a limiter that is forgotten', () => {
	it('is one that was long unused, when another key is seen', async () => {
		const clock = new VirtualClock();
		const key = freshKey();
		const limiter = rateLimiterFor(key, clock);
		(await limiter.acquire(limiter.ticket(limiter.startRun()))).succeeded();
		await clock.pass(11 * MINUTE);
		rateLimiterFor(freshKey(), clock);

		expect(rateLimiterFor(key, clock)).not.toBe(limiter);
	});

	it('is not one whose run waits for a retry, so that its requests keep counting', async () => {
		const clock = new VirtualClock();
		const key = freshKey();
		const limiter = rateLimiterFor(key, clock);
		await clock.pass(60 * MINUTE);
		(await limiter.acquire(limiter.ticket(limiter.startRun()))).unanswered();
		await clock.pass(120 * SECOND);
		rateLimiterFor(freshKey(), clock);

		expect(rateLimiterFor(key, clock)).toBe(limiter);
	});

	it('is not one with a request under way', async () => {
		const clock = new VirtualClock();
		const key = freshKey();
		const limiter = rateLimiterFor(key, clock);
		await limiter.acquire(limiter.ticket(limiter.startRun()));
		await clock.pass(60 * MINUTE);
		rateLimiterFor(freshKey(), clock);

		expect(rateLimiterFor(key, clock)).toBe(limiter);
	});
});

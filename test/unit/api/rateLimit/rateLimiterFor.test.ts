import {
	rateLimiterFor,
	type RateLimiter,
} from '../../../../nodes/shared/api/rateLimit/rateLimiter';
import { credentials, MINUTE, SECOND, VirtualClock } from '../support';

/** A key that no other test has used, since the rate limiters are process-wide. */
let count = 0;
const freshKey = () => ({ ...credentials, apiKey: `prefix.secret-${++count}` });

function setUp(requestsPerMinute = 50) {
	const clock = new VirtualClock();
	const key = { ...freshKey(), requestsPerMinute };
	return { clock, key, limiter: rateLimiterFor(key, clock) };
}
const acquire = async (limiter: RateLimiter) =>
	await limiter.acquire(limiter.ticket(limiter.startRun()));

describe('the limiter of a key', () => {
	it('is another for another key and for another service', () => {
		const { clock, key, limiter } = setUp();

		expect(rateLimiterFor(freshKey(), clock)).not.toBe(limiter);
		expect(rateLimiterFor({ ...key, origin: 'https://other.invalid' }, clock)).not.toBe(limiter);
	});

	it('allows what the credential used last says', async () => {
		const { clock, key, limiter } = setUp(1);
		await acquire(limiter);
		rateLimiterFor({ ...key, requestsPerMinute: 2 }, clock);

		await expect(acquire(limiter)).resolves.toBeDefined();
	});

	it('counts a window a little longer than a minute, for clocks that run differently', async () => {
		const { clock, limiter } = setUp(1);
		(await acquire(limiter)).succeeded();
		await clock.until(acquire(limiter));

		expect(clock.elapsed).toBeGreaterThan(MINUTE);
		expect(clock.elapsed).toBeLessThan(1.01 * MINUTE);
	});
});

describe('a limiter that is forgotten', () => {
	it('is one that was long unused, when another key is seen', async () => {
		const { clock, key, limiter } = setUp();
		(await acquire(limiter)).succeeded();
		await clock.pass(11 * MINUTE);
		rateLimiterFor(freshKey(), clock);

		expect(rateLimiterFor(key, clock)).not.toBe(limiter);
	});

	it('is not one whose run waits for a retry, so that its requests keep counting', async () => {
		const { clock, key, limiter } = setUp();
		await clock.pass(60 * MINUTE);
		(await acquire(limiter)).unanswered();
		await clock.pass(120 * SECOND);
		rateLimiterFor(freshKey(), clock);

		expect(rateLimiterFor(key, clock)).toBe(limiter);
	});

	it('is not one with a request under way', async () => {
		const { clock, key, limiter } = setUp();
		await acquire(limiter);
		await clock.pass(60 * MINUTE);
		rateLimiterFor(freshKey(), clock);

		expect(rateLimiterFor(key, clock)).toBe(limiter);
	});
});

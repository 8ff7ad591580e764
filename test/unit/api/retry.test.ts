import type { ResponseHeaders, Outcome } from '../../../nodes/shared/api/http/exchange';
import { decide, retryAfterMs, type Tries } from '../../../nodes/shared/api/http/retry';
import { MINUTE, SECOND, VirtualClock } from './support';

const clock = new VirtualClock();
const FRESH: Tries = { pauseMs: 1_000, refusedMs: 0, losses: 0, spentMs: 0 };
const answer = (status: number, headers: ResponseHeaders = {}): Outcome => ({
	kind: 'response',
	status,
	headers,
	text: '',
});
const failure = (code: string): Outcome => ({ kind: 'failure', code, reason: '' });
const httpDate = (ms: number) => new Date(ms).toUTCString();

const IDEMPOTENT = { read: true, write: false };
const actionOn = (outcome: Outcome, effect: 'read' | 'write') =>
	decide(outcome, IDEMPOTENT[effect], FRESH, clock).action;

describe('what is tried again', () => {
	it.each(['read', 'write'] as const)('a %s that was refused with 429', (effect) => {
		expect(actionOn(answer(429), effect)).toBe('pause');
	});

	it.each([408, 500, 502, 503, 504, 599])('a read answered with %d, and no write', (status) => {
		expect(actionOn(answer(status), 'read')).toBe('retry');
		expect(actionOn(answer(status), 'write')).toBe('accept');
	});

	it.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'ERR_BAD_RESPONSE', 'TIMEOUT'])(
		'a read whose answer was lost with %s, and no write',
		(code) => {
			expect(actionOn(failure(code), 'read')).toBe('retry');
			expect(actionOn(failure(code), 'write')).toBe('accept');
		},
	);

	it.each([200, 204, 301, 400, 401, 403, 404, 409, 422])('nothing answered with %d', (status) => {
		expect(actionOn(answer(status), 'read')).toBe('accept');
		expect(actionOn(answer(status), 'write')).toBe('accept');
	});

	it.each(['ENOTFOUND', 'ECONNREFUSED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNKNOWN'])(
		'nothing that fails with %s, which is permanent',
		(code) => {
			expect(actionOn(failure(code), 'read')).toBe('accept');
			expect(actionOn(failure(code), 'write')).toBe('accept');
		},
	);
});

describe('Retry-After', () => {
	const now = clock.now();
	const read = (value: string, date?: string) => retryAfterMs({ 'retry-after': value, date }, now);

	it.each([
		['7', 7 * SECOND],
		[' 7 ', 7 * SECOND],
		['1.5', 1.5 * SECOND],
		['0', 0],
	])('%j is seconds', (value, expected) => {
		expect(read(value)).toBe(expected);
	});

	it('a date is measured from now', () => {
		expect(read(httpDate(now + 9 * SECOND))).toBe(9 * SECOND);
	});

	it.each([-MINUTE * 60, MINUTE * 60])(
		"a date is measured on the service's own clock when it tells it: %d ms off",
		(skew) => {
			const served = httpDate(now + skew);
			expect(read(httpDate(now + skew + 9 * SECOND), served)).toBe(9 * SECOND);
		},
	);

	it('a date that has passed is now', () => {
		expect(read(httpDate(now - MINUTE))).toBe(0);
	});

	it.each(['', 'soon', 'in a while', '-5', '1e3', '12:00', 'Mon', 'NaN', 'Infinity'])(
		'%j is invalid',
		(value) => {
			expect(read(value)).toBeUndefined();
		},
	);

	it('with an invalid Date header, the own clock is used', () => {
		expect(read(httpDate(now + 9 * SECOND), 'yesterday')).toBe(9 * SECOND);
	});
});

describe('how long it waits', () => {
	const wait = (outcome: Outcome, tries: Partial<Tries> = {}) => {
		const decision = decide(outcome, true, { ...FRESH, ...tries }, clock);
		return decision.action === 'accept' ? undefined : decision.waitMs;
	};

	it.each([
		[429, 7],
		[503, 7],
		[429, 600],
		[503, 600],
	])('%d: as long as Retry-After says, %d s', (status, seconds) => {
		expect(wait(answer(status, { 'retry-after': String(seconds) }))).toBe(seconds * SECOND);
	});

	it.each(['0', httpDate(clock.now() - MINUTE), 'soon', ''])(
		'with %j a refusal waits until the rate limiter allows the next request',
		(value) => {
			const refused = answer(429, { 'retry-after': value });
			expect(wait(refused, { pauseMs: 23 * SECOND })).toBe(23 * SECOND);
		},
	);

	it.each([
		[0, 1],
		[1, 2],
		[2, 4],
	])('after %d lost answers about %d s, shortened by up to a quarter', (losses, seconds) => {
		const waits = Array.from({ length: 200 }, () => wait(answer(503), { losses }) ?? 0);

		expect(Math.max(...waits)).toBeLessThanOrEqual(seconds * SECOND);
		expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.75 * seconds * SECOND);
		expect(new Set(waits).size).toBeGreaterThan(100);
	});

	it('a lost response is retried three times, with exponential backoff', () => {
		const waits = [0, 1, 2].map((losses) => wait(failure('ECONNRESET'), { losses }) ?? 0);

		expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
		expect(waits[2]).toBeGreaterThan(waits[1] ?? 0);
		expect(wait(failure('ECONNRESET'), { losses: 3 })).toBeUndefined();
	});
});

describe('when it gives up', () => {
	it.each(['601', '99999999999', httpDate(clock.now() + 600 * MINUTE), '9'.repeat(400)])(
		'at once where Retry-After is longer than ten minutes, and returns it: %s',
		(value) => {
			for (const status of [429, 503]) {
				const asked = answer(status, { 'retry-after': value });
				const requestedWaitMs = retryAfterMs({ 'retry-after': value }, clock.now());
				expect(decide(asked, true, FRESH, clock)).toEqual({ action: 'accept', requestedWaitMs });
			}
		},
	);

	it('after ten minutes of lost answers in all, the wait to come included', () => {
		const lost = (spentMs: number) =>
			decide(answer(503, { 'retry-after': '60' }), true, { ...FRESH, losses: 1, spentMs }, clock)
				.action;

		expect(lost(9 * MINUTE)).toBe('retry');
		expect(lost(9 * MINUTE + 1)).toBe('accept');
	});

	it('after ten minutes of refusals in all, the wait to come included', () => {
		const refused = (refusedMs: number) =>
			decide(answer(429, { 'retry-after': '60' }), false, { ...FRESH, refusedMs }, clock).action;

		expect(refused(9 * MINUTE)).toBe('pause');
		expect(refused(9 * MINUTE + 1)).toBe('accept');
	});
});

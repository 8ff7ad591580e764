import type { ResponseHeaders, Outcome } from '../../../nodes/shared/api/http/exchange';
import { decide, retryAfterMs, type Tries } from '../../../nodes/shared/api/http/retry';
import { answer, failure } from './problems';
import { MINUTE, SECOND, VirtualClock } from './support';

const clock = new VirtualClock();
const FRESH: Tries = { pauseMs: 1_000, refusedMs: 0, losses: 0, spentMs: 0 };
const status = (code: number, headers: ResponseHeaders = {}) => answer(code, '', headers);
const httpDate = (ms: number) => new Date(ms).toUTCString();

describe('what is tried again', () => {
	const all = (codes: number[], failures: string[] = []) => [
		...codes.map((code) => status(code)),
		...failures.map((code) => failure(code)),
	];
	const LOST = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'ERR_BAD_RESPONSE', 'TIMEOUT'];
	const PERMANENT = ['ENOTFOUND', 'ECONNREFUSED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNKNOWN'];

	it.each([
		['any request that is refused', all([429]), 'pause', 'pause'],
		['a read without an answer', all([408, 500, 502, 503, 504, 599], LOST), 'retry', 'accept'],
		[
			'nothing that is answered',
			all([200, 204, 301, 400, 401, 403, 404, 409, 422]),
			'accept',
			'accept',
		],
		['nothing that fails permanently', all([], PERMANENT), 'accept', 'accept'],
	])('%s', (_what, outcomes, read, write) => {
		const decided = outcomes.map((outcome) => ({
			outcome,
			read: decide(outcome, true, FRESH, clock).action,
			write: decide(outcome, false, FRESH, clock).action,
		}));

		expect(decided).toEqual(outcomes.map((outcome) => ({ outcome, read, write })));
	});
});

describe('Retry-After', () => {
	const now = clock.now();
	const in9s = httpDate(now + 9 * SECOND);
	const HOUR = 60 * MINUTE;

	it.each([
		['seconds', '7', undefined, 7],
		['seconds between spaces', ' 7 ', undefined, 7],
		['parts of a second', '1.5', undefined, 1.5],
		['no time', '0', undefined, 0],
		['a date', in9s, undefined, 9],
		['a date that has passed', httpDate(now - MINUTE), undefined, 0],
		[
			"a date by the service's own clock, an hour slow",
			httpDate(now - HOUR + 9 * SECOND),
			httpDate(now - HOUR),
			9,
		],
		[
			"a date by the service's own clock, an hour fast",
			httpDate(now + HOUR + 9 * SECOND),
			httpDate(now + HOUR),
			9,
		],
		['a date beside a Date that is none', in9s, 'yesterday', 9],
	])('may be %s', (_what, value, date, seconds) => {
		expect(retryAfterMs({ 'retry-after': value, date }, now)).toBe(seconds * SECOND);
	});

	it.each(['', 'soon', 'in a while', '-5', '1e3', '12:00', 'Mon', 'NaN', 'Infinity'])(
		'%j is invalid',
		(value) => {
			expect(retryAfterMs({ 'retry-after': value }, now)).toBeUndefined();
		},
	);
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
	])('%d: as long as Retry-After says, %d s', (code, seconds) => {
		expect(wait(status(code, { 'retry-after': String(seconds) }))).toBe(seconds * SECOND);
	});

	it.each(['0', httpDate(clock.now() - MINUTE), 'soon', ''])(
		'with %j a refusal waits until the rate limiter allows the next request',
		(value) => {
			const refused = status(429, { 'retry-after': value });
			expect(wait(refused, { pauseMs: 23 * SECOND })).toBe(23 * SECOND);
		},
	);

	it.each([
		[0, 1],
		[1, 2],
		[2, 4],
	])('after %d lost answers about %d s, shortened by up to a quarter', (losses, seconds) => {
		const waits = Array.from({ length: 200 }, () => wait(status(503), { losses }) ?? 0);

		expect(Math.max(...waits)).toBeLessThanOrEqual(seconds * SECOND);
		expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.75 * seconds * SECOND);
		expect(new Set(waits).size).toBeGreaterThan(100);
	});
});

describe('when it gives up', () => {
	it('after three lost answers', () => {
		expect(decide(status(503), true, { ...FRESH, losses: 2 }, clock).action).toBe('retry');
		expect(decide(status(503), true, { ...FRESH, losses: 3 }, clock).action).toBe('accept');
	});

	it.each(['601', '99999999999', httpDate(clock.now() + 600 * MINUTE), '9'.repeat(400)])(
		'at once where Retry-After is longer than ten minutes, and returns it: %s',
		(value) => {
			for (const code of [429, 503]) {
				const asked = status(code, { 'retry-after': value });
				const requestedWaitMs = retryAfterMs({ 'retry-after': value }, clock.now());
				expect(decide(asked, true, FRESH, clock)).toEqual({ action: 'accept', requestedWaitMs });
			}
		},
	);

	it.each([
		['lost answers', 503, 'retry', (ms: number) => ({ losses: 1, spentMs: ms })],
		['refusals', 429, 'pause', (ms: number) => ({ refusedMs: ms })],
	])('after ten minutes of %s in all, the wait to come included', (_what, code, action, spent) => {
		const after = (ms: number) =>
			decide(status(code, { 'retry-after': '60' }), true, { ...FRESH, ...spent(ms) }, clock).action;

		expect(after(9 * MINUTE)).toBe(action);
		expect(after(9 * MINUTE + 1)).toBe('accept');
	});
});

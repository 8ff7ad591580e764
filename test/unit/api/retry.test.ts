import {
	retryAfterMs,
	type Outcome,
	type ResponseHeaders,
	type WireRequest,
} from '../../../nodes/shared/api/http/exchange';
import { retryIn, type Tries } from '../../../nodes/shared/api/http/retry';
import { answer, asked, failure, problemOf, write } from './problems';
import { MINUTE, SECOND, VirtualClock } from './support';

const clock = new VirtualClock();
const FRESH: Tries = { pauseMs: 1_000, refusedMs: 0, losses: 0, spentMs: 0 };
const status = (code: number, headers: ResponseHeaders = {}): Outcome => ({
	...answer(code, '', headers),
	retryAfterMs: retryAfterMs(headers, clock.date()),
});
const httpDate = (ms: number) => new Date(ms).toUTCString();

describe('what is tried again', () => {
	const all = (codes: number[], failures: string[] = []) => [
		...codes.map((code) => status(code)),
		...failures.map((code) => failure(code)),
	];
	const LOST = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'ERR_BAD_RESPONSE', 'TIMEOUT'];
	const PERMANENT = ['ENOTFOUND', 'ECONNREFUSED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNKNOWN'];

	it.each([
		['any request that is refused', all([429]), true, true],
		['a read without an answer', all([408, 500, 502, 503, 504, 599], LOST), true, false],
		['nothing that is answered', all([200, 204, 301, 400, 401, 403, 404, 409, 422]), false, false],
		['nothing that fails permanently', all([], PERMANENT), false, false],
	])('%s', (_what, outcomes, ofRead, ofWrite) => {
		const again = (outcome: Outcome, request: WireRequest) =>
			retryIn(outcome, request, FRESH, clock) !== undefined;

		for (const outcome of outcomes) {
			const decided = { read: again(outcome, asked()), write: again(outcome, write) };
			expect({ outcome, ...decided }).toEqual({ outcome, read: ofRead, write: ofWrite });
		}
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
		['a date', in9s, undefined, 9],
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

	it.each(['0', httpDate(now), httpDate(now - MINUTE)])('%j asks for no wait', (value) => {
		expect(retryAfterMs({ 'retry-after': value }, now)).toBeUndefined();
	});
});

describe('how long it waits', () => {
	const wait = (outcome: Outcome, tries: Partial<Tries> = {}) =>
		retryIn(outcome, asked(), { ...FRESH, ...tries }, clock);

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
		expect(retryIn(status(503), asked(), { ...FRESH, losses: 2 }, clock)).toBeGreaterThan(0);
		expect(retryIn(status(503), asked(), { ...FRESH, losses: 3 }, clock)).toBeUndefined();
	});

	it.each(['601', '99999999999', httpDate(clock.now() + 600 * MINUTE), '9'.repeat(400)])(
		'at once where Retry-After is longer than ten minutes, and says so: %s',
		(value) => {
			for (const code of [429, 503]) {
				const outcome = status(code, { 'retry-after': value });
				expect(retryIn(outcome, asked(), FRESH, clock)).toBeUndefined();
				expect(problemOf(outcome).advice).toMatch(/^The service asks to wait .* 10 min in all/);
			}
		},
	);

	it.each([
		['lost answers', 503, (ms: number) => ({ losses: 1, spentMs: ms })],
		['refusals', 429, (ms: number) => ({ refusedMs: ms })],
	])('after ten minutes of %s in all, the wait to come included', (_what, code, spent) => {
		const after = (ms: number) =>
			retryIn(status(code, { 'retry-after': '60' }), asked(), { ...FRESH, ...spent(ms) }, clock);

		expect(after(9 * MINUTE)).toBe(MINUTE);
		expect(after(9 * MINUTE + 1)).toBeUndefined();
	});
});

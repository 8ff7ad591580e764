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
	const byClock = (skew: number) =>
		[httpDate(now + skew + 9 * SECOND), httpDate(now + skew)] as const;

	it.each([
		['seconds', '7', undefined, 7],
		['seconds between spaces', ' 7 ', undefined, 7],
		['parts of a second', '1.5', undefined, 1.5],
		['a date', in9s, undefined, 9],
		["a date by the service's own clock, a day slow", ...byClock(-24 * HOUR), 9],
		["a date by the service's own clock, a day fast", ...byClock(24 * HOUR), 9],
		['a date beside a Date that is none', in9s, 'yesterday', 9],
	])('may be %s', (_what, value, date, seconds) => {
		expect(retryAfterMs({ 'retry-after': value, date }, now)).toBe(seconds * SECOND);
	});

	it.each([
		...['', 'soon', 'in a while', '-5', '1e3', '12:00', 'Mon', 'NaN', 'Infinity'],
		...['Thu, 99 Foo 2026 25:61:00 GMT', '0', httpDate(now), httpDate(now - MINUTE)],
	])('%j asks for no wait', (value) => {
		expect(retryAfterMs({ 'retry-after': value }, now)).toBeUndefined();
	});
});

describe('how long it waits', () => {
	const wait = (outcome: Outcome, tries: Partial<Tries> = {}) =>
		retryIn(outcome, asked(), { ...FRESH, ...tries }, clock);

	it.each([429, 503])('%d: as long as Retry-After says, up to ten minutes', (code) => {
		expect(wait(status(code, { 'retry-after': '7' }))).toBe(7 * SECOND);
		expect(wait(status(code, { 'retry-after': '600' }))).toBe(10 * MINUTE);
	});

	it('without Retry-After a refusal waits until the rate limiter allows the next request', () => {
		expect(wait(status(429), { pauseMs: 23 * SECOND })).toBe(23 * SECOND);
	});

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

/** After three lost answers too: test/engine/api/retries.test.ts. */
describe('when it gives up', () => {
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
});

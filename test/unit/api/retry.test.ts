import {
	retryAfterMs,
	type Outcome,
	type ResponseHeaders,
	type WireRequest,
} from '../../../nodes/shared/api/http/exchange';
import { retryIn, type Tries } from '../../../nodes/shared/api/errors/retry';
import { response, asked, failure, problemOf, write } from './problems';
import { MINUTE, SECOND, VirtualClock } from './support';

const clock = new VirtualClock();
const FRESH: Tries = { pauseMs: 1_000, rateLimitedMs: 0, losses: 0, spentMs: 0 };
const status = (code: number, headers: ResponseHeaders = {}): Outcome => ({
	...response(code, '', headers),
	retryAfterMs: retryAfterMs(headers, clock.date()),
});
const httpDate = (ms: number) => new Date(ms).toUTCString();

const all = (codes: number[], failures: string[] = []) => [
	...codes.map((code) => status(code)),
	...failures.map((code) => failure(code)),
];
const LOST = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'ERR_BAD_RESPONSE', 'TIMEOUT'];
const PERMANENT = ['ENOTFOUND', 'ECONNREFUSED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNKNOWN'];

it.each([
	['any request that is refused', all([429]), true, true],
	['a read without a response', all([408, 500, 502, 503, 504, 599], LOST), true, false],
	['nothing that has a response', all([200, 204, 301, 400, 401, 403, 404, 409, 422]), false, false],
	['nothing that fails permanently', all([], PERMANENT), false, false],
])('tries again %s', (_what, outcomes, ofRead, ofWrite) => {
	const again = (outcome: Outcome, request: WireRequest) =>
		retryIn(outcome, request, FRESH, clock) !== undefined;

	for (const outcome of outcomes) {
		const decided = { read: again(outcome, asked()), write: again(outcome, write) };
		expect({ outcome, ...decided }).toEqual({ outcome, read: ofRead, write: ofWrite });
	}
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

it.each([0, 1, 2])(
	'after %d lost responses it waits twice as long, or a quarter less',
	(losses) => {
		const longest = 2 ** losses * SECOND;
		const tries = { ...FRESH, losses };
		const wait = () => retryIn(status(503), asked(), tries, clock) ?? 0;
		const waits = Array.from({ length: 200 }, wait);

		expect(Math.max(...waits)).toBeLessThanOrEqual(longest);
		expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.75 * longest);
		expect(new Set(waits).size).toBeGreaterThan(100);
	},
);

it('waits for a refusal without Retry-After until the rate limiter allows the next request', () => {
	const tries = { ...FRESH, pauseMs: 23 * SECOND };

	expect(retryIn(status(429), asked(), tries, clock)).toBe(23 * SECOND);
});

it.each([
	['Rate limit exceeded: 50 requests per minute, 5000 per day', 12, 12],
	['Rate limit exceeded: 50 requests per minute, 5000 per day', undefined, 1],
	['Daily limit reached', 12, 12],
	['Daily limit reached', undefined, undefined],
	['Daily limit reached', 601, undefined],
])('after "%s" with Retry-After %s it waits %s seconds', (error, asks, waits) => {
	const outcome: Outcome = {
		...response(429, { error }),
		retryAfterMs: asks && asks * SECOND,
	};
	const waitMs = retryIn(outcome, write, FRESH, clock);

	expect(waitMs).toBe(waits && waits * SECOND);
});

const TOO_LONG = ['601', '99999999999', httpDate(clock.now() + 600 * MINUTE), '9'.repeat(400)];

/** After three lost responses too: test/engine/api/retries.test.ts. */
it.each(TOO_LONG)('gives up immediately if Retry-After is too long, and says so: %s', (value) => {
	for (const code of [429, 503]) {
		const outcome = status(code, { 'retry-after': value });
		const longest = status(code, { 'retry-after': '600' });

		expect(retryIn(longest, asked(), FRESH, clock)).toBe(10 * MINUTE);
		expect(retryIn(outcome, asked(), FRESH, clock)).toBeUndefined();
		expect(problemOf(outcome).advice).toMatch(
			/^The service asks to wait .*, more than the 10 min that the node waits/,
		);
	}
});

import type { AnswerHeaders, Outcome } from '../../../nodes/shared/api/exchange';
import { decide, retryAfterMs, type Tries } from '../../../nodes/shared/api/retry';
import { MINUTE, SECOND, VirtualClock } from './support';

const clock = new VirtualClock();
const FRESH: Tries = { refusals: 0, refusedMs: 0, losses: 0 };
const answer = (status: number, headers: AnswerHeaders = {}): Outcome => ({
	kind: 'answer',
	status,
	headers,
	text: '',
});
const failure = (code: string): Outcome => ({ kind: 'failure', code, reason: '' });
const httpDate = (ms: number) => new Date(ms).toUTCString();

const actionOn = (outcome: Outcome, effect: 'read' | 'write') =>
	decide(outcome, effect, FRESH, clock).action;

describe('what is tried again', () => {
	it.each(['read', 'write'] as const)('a %s that was refused with 429', (effect) => {
		expect(actionOn(answer(429), effect)).toBe('pause');
	});

	it.each([408, 500, 502, 503, 504, 599])('a read answered with %d, and no write', (status) => {
		expect(actionOn(answer(status), 'read')).toBe('repeat');
		expect(actionOn(answer(status), 'write')).toBe('accept');
	});

	it.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'ERR_BAD_RESPONSE', 'TIMEOUT'])(
		'a read whose answer was lost with %s, and no write',
		(code) => {
			expect(actionOn(failure(code), 'read')).toBe('repeat');
			expect(actionOn(failure(code), 'write')).toBe('accept');
		},
	);

	it.each([200, 204, 301, 400, 401, 403, 404, 409, 422])('nothing answered with %d', (status) => {
		expect(actionOn(answer(status), 'read')).toBe('accept');
		expect(actionOn(answer(status), 'write')).toBe('accept');
	});

	it.each(['ENOTFOUND', 'ECONNREFUSED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNKNOWN'])(
		'nothing that fails with %s, which will not pass',
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
		'%j is nothing that can be understood',
		(value) => {
			expect(read(value)).toBeUndefined();
		},
	);

	it('a service that cannot tell the time is measured on the own clock', () => {
		expect(read(httpDate(now + 9 * SECOND), 'yesterday')).toBe(9 * SECOND);
	});
});

describe('how long it waits', () => {
	const wait = (outcome: Outcome, tries: Partial<Tries> = {}) => {
		const decision = decide(outcome, 'read', { ...FRESH, ...tries }, clock);
		return decision.action === 'accept' ? undefined : decision.waitMs;
	};

	it.each([429, 503])('%d: as long as Retry-After says', (status) => {
		expect(wait(answer(status, { 'retry-after': '7' }))).toBe(7 * SECOND);
	});

	it.each(['600', '99999999999', httpDate(clock.now() + 600 * MINUTE), '9'.repeat(400)])(
		'never longer than two minutes: %s',
		(value) => {
			expect(wait(answer(429, { 'retry-after': value }))).toBe(120 * SECOND);
			expect(wait(answer(503, { 'retry-after': value }))).toBe(120 * SECOND);
		},
	);

	it.each(['0', httpDate(clock.now() - MINUTE), 'soon', ''])(
		'with %j it does not ask again at once',
		(value) => {
			expect(wait(answer(429, { 'retry-after': value }))).toBeGreaterThanOrEqual(0.75 * SECOND);
		},
	);

	it.each([
		[0, 1],
		[1, 2],
		[2, 4],
		[3, 8],
		[4, 8],
		[60, 8],
	])('after %d lone refusals about %d s, shortened by up to a quarter', (refusals, seconds) => {
		const waits = Array.from({ length: 200 }, () => wait(answer(429), { refusals }) ?? 0);

		expect(Math.max(...waits)).toBeLessThanOrEqual(seconds * SECOND);
		expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.75 * seconds * SECOND);
		expect(new Set(waits).size).toBeGreaterThan(100);
	});

	it('a lost answer is asked for three times more, with growing waits', () => {
		const waits = [0, 1, 2].map((losses) => wait(failure('ECONNRESET'), { losses }) ?? 0);

		expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
		expect(waits[2]).toBeGreaterThan(waits[1] ?? 0);
		expect(wait(failure('ECONNRESET'), { losses: 3 })).toBeUndefined();
	});
});

describe('when it gives up', () => {
	it('after ten minutes of refusals in all, the wait to come included', () => {
		const refused = (refusedMs: number) =>
			decide(answer(429, { 'retry-after': '60' }), 'write', { ...FRESH, refusedMs }, clock).action;

		expect(refused(9 * MINUTE)).toBe('pause');
		expect(refused(9 * MINUTE + 1)).toBe('accept');
	});
});

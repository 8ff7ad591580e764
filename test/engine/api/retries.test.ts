import type { Fault } from '../../../dev/simulator';
import { patience, waits } from './leapTime';
import { isStepThere, READ, run, service, wordsOf, WRITE } from './support';

jest.mock('../../../nodes/shared/api/clock', () =>
	jest.requireActual<typeof import('./leapTime')>('./leapTime').leapClockModule(),
);

const LOST: Array<[string, Fault]> = [
	['408', { status: 408 }],
	['500', { status: 500 }],
	['503', { status: 503 }],
	['a reset', { kind: 'reset' }],
	['a reset after it was done', { kind: 'resetAfter' }],
	['half an answer', { kind: 'halfClosed' }],
	['no answer in time', { kind: 'hang' }],
];
const sent = () => service.current.requests.length;

beforeEach(() => {
	patience.answerMs = 300;
});

describe('a read', () => {
	it.each(LOST)('is sent again after %s', async (_what, fault) => {
		service.current.plan(fault);

		expect((await run(READ)).json).toMatchObject([{ id: 103 }]);
		expect(sent()).toBe(2);
	});

	it.each(LOST)('is sent four times at most: %s', async (_what, fault) => {
		service.current.plan({ ...fault, times: 100 });

		expect((await run(READ)).error).toBeDefined();
		expect(sent()).toBe(4);
		expect(waits).toHaveLength(3);
	});

	it('waits as a service that is down asks', async () => {
		service.current.plan({ status: 503, headers: { 'retry-after': '77' } });
		await run(READ);

		expect(waits).toEqual([77_000]);
	});

	it('is not sent again after a refusal that will stay', async () => {
		service.current.plan({ status: 404 });
		await run(READ);

		expect(sent()).toBe(1);
	});
});

describe('a write', () => {
	it.each(LOST)('is never sent twice, and may have happened: %s', async (_what, fault) => {
		service.current.plan({ ...fault, times: 100 });
		const result = await run(WRITE);

		expect(wordsOf(result)).toMatch(/unknown whether the service carried this out/);
		expect(sent()).toBe(1);
	});

	it('whose answer is lost has happened all the same', async () => {
		service.current.plan({ kind: 'resetAfter' });
		await run(WRITE);

		expect(isStepThere()).toBe(false);
	});

	it('that was refused for the limit is sent again, and happens once', async () => {
		service.current.plan({ status: 429, times: 3 });

		expect((await run(WRITE)).json).toMatchObject([{ deleted: true }]);
		expect(sent()).toBe(4);
	});
});

describe('a refusal for the limit', () => {
	it.each([
		['seconds', () => '30'],
		['a date', () => new Date(Date.now() + 30_000).toUTCString()],
	])('is waited out by Retry-After: %s', async (_form, value) => {
		const date = new Date().toUTCString();
		service.current.plan({ status: 429, headers: { 'retry-after': value(), date } });
		await run(READ);

		expect(Math.max(...waits)).toBeGreaterThan(28_000);
		expect(Math.max(...waits)).toBeLessThan(32_000);
	});

	it('is waited out by growing waits where it says nothing', async () => {
		service.current.plan({ status: 429, times: 4 });
		await run(READ);
		const seconds = waits.map((ms) => ms / 1_000).filter((wait) => wait > 0.5);

		expect(seconds).toHaveLength(4);
		expect(seconds.map((wait) => 2 ** Math.ceil(Math.log2(wait)))).toEqual([1, 2, 4, 8]);
	});
});

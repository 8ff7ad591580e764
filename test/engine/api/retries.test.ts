import type { Fault } from '../../../dev/simulator';
import { responseTimeout, waits } from './instantClock';
import { READ, run, service, wordsOf, WRITE } from './support';

jest.mock('../../../nodes/shared/api/clock', () => jest.requireActual('./instantClock'));

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

/** Plans a fault; the timeout is short only where there will be no response. */
function plan(fault: Fault): void {
	if ('kind' in fault && fault.kind === 'hang') responseTimeout.ms = 1_000;
	service.current.plan(fault);
}

describe('a read', () => {
	it.each(LOST)('is sent again after %s', async (_what, fault) => {
		plan(fault);

		expect((await run(READ)).json).toMatchObject([{ id: 103 }]);
		expect(sent()).toBe(2);
	});

	it.each(LOST)('is sent four times at most: %s', async (_what, fault) => {
		plan({ ...fault, times: 100 });

		expect((await run(READ)).error).toBeDefined();
		expect(sent()).toBe(4);
		expect(waits).toHaveLength(3);
	});

	it('waits as long as an unavailable service asks', async () => {
		service.current.plan({ status: 503, headers: { 'retry-after': '77' } });
		await run(READ);

		expect(waits).toEqual([77_000]);
	});

	it('is not sent again after a permanent refusal', async () => {
		service.current.plan({ status: 404 });
		await run(READ);

		expect(sent()).toBe(1);
	});
});

describe('a write', () => {
	it.each(LOST)('is never sent twice, and may have happened: %s', async (_what, fault) => {
		plan({ ...fault, times: 100 });
		const result = await run(WRITE);

		expect(wordsOf(result)).toMatch(/unknown whether the service carried this out/);
		expect(sent()).toBe(1);
	});

	it('whose response is lost was carried out all the same', async () => {
		service.current.plan({ kind: 'resetAfter' });
		await run(WRITE);
		const steps = service.current.state.campaigns.flatMap((campaign) => campaign.steps);

		expect(steps.map(({ id }) => id)).not.toContain(10301);
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
	])('is retried after Retry-After: %s', async (_form, value) => {
		const date = new Date().toUTCString();
		service.current.plan({ status: 429, headers: { 'retry-after': value(), date } });
		await run(READ);

		expect(Math.max(...waits)).toBeGreaterThan(28_000);
		// Later by a random yield to other users of the key.
		expect(Math.max(...waits)).toBeLessThan(37_000);
	});

	it('is retried with exponential backoff without Retry-After', async () => {
		// A key of its own, since refusals of a key are remembered.
		service.current.configure({ apiKeys: ['prefix.refused-key'] });
		service.current.plan({ status: 429, times: 4 });
		await run(READ);
		const seconds = waits.map((ms) => ms / 1_000).filter((wait) => wait > 0.5);

		// 1.5 s, then three times what has passed since the first refusal, each half as long to half as long again.
		expect(seconds).toHaveLength(4);
		let passed = 0;
		for (const wait of seconds) {
			const middle = Math.max(1.5, 3 * passed);
			// The window may end before that.
			expect(wait).toBeGreaterThan(Math.min(0.49 * middle, 59 - passed));
			expect(wait).toBeLessThan(1.51 * middle);
			passed += wait;
		}
	});
});

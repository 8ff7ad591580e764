import { VirtualClock } from '../support';
import { joinLate, runScenario, type Scenario } from '../../../../dev/bench/virtual/processes';

const SEEDS = [1, 2, 3, 4, 5];
const LIMIT = 50;

/** Each seed gives different jitter. */
async function runAll(scenario: Scenario, seeds = SEEDS) {
	const runs = [];
	for (const seed of seeds) runs.push(await runScenario(scenario, new VirtualClock(seed)));
	const items = scenario.processes * scenario.itemsEach;
	const optimumMs = (Math.ceil(items / LIMIT) - 1) * 60_000;
	return {
		runs,
		ratios: runs.map(({ makespanMs }) => makespanMs / optimumMs),
		failed: runs.reduce((sum, { failed }) => sum + failed, 0),
		refusals: runs.map(({ refusals }) => refusals / items),
	};
}
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The longest time, as a multiple of the optimum, and the most refusals for each item. */
interface Bounds {
	ratio?: number;
	refusals?: number;
}

const three = { processes: 3, itemsEach: 40, width: 25, latencyMs: 40 };
const ten = { processes: 10, itemsEach: 100, width: 25, latencyMs: 40 };
const thousand = (processes: number): Scenario => ({
	processes,
	itemsEach: 1_000 / processes,
	width: 10,
	latencyMs: 200,
});
const fifty = thousand(50);
const hundred = thousand(100);
const apart = { staggerMs: 3_000 };
const inMinute = { startsWithinMs: 60_000 };
const seconds = { retryAfter: 'seconds' } as const;
// 70 of the first 120 cannot be taken; no more than one for each process and window comes on top.
const noStorm = (70 + 3 * 2) / 120;

describe('processes that share a key get all of their items done', () => {
	const soon = { ratio: 1.15 };
	const large = { ratio: 1.3 };
	const calm = { ...soon, refusals: noStorm };
	const few = { ...large, refusals: 3 };

	it.each<[string, Scenario, Bounds, number[]?]>([
		['3, without Retry-After', { ...three, retryAfter: 'none' }, soon],
		['3, Retry-After in seconds', { ...three, retryAfter: 'seconds' }, calm],
		['3, Retry-After as a date', { ...three, retryAfter: 'date' }, soon],
		['3, writes, one after another', { ...three, width: 1 }, soon],
		['3, started one after another', { ...three, staggerMs: 3_000 }, soon],
		['3, counted by the minute', { ...three, window: 'fixed' }, soon],
		['3, refused ones too', { ...three, window: 'fixed', countsRefused: true }, soon],
		['3, refused ones too, in a sliding window', { ...three, countsRefused: true }, {}],
		['50, one by one', { ...fifty, width: 1 }, large, [5]],
		['50, started one after another', { ...fifty, staggerMs: 3_000 }, large, [5]],
		['50, on the way for a second', { ...fifty, latencyMs: 1_000 }, large, [5]],
		['20, sliding windows', { ...thousand(20), window: 'sliding' }, few, [1]],
		['50, sliding windows', { ...thousand(50), window: 'sliding' }, few, [2]],
		['100, sliding windows', { ...thousand(100), window: 'sliding' }, few, [3]],
		['20, fixed windows', { ...thousand(20), window: 'fixed' }, few, [1]],
		['50, fixed windows', { ...thousand(50), window: 'fixed' }, few, [2]],
		['100, fixed windows', { ...thousand(100), window: 'fixed' }, few, [3]],
	])('%s', async (_what, scenario, { ratio = Infinity, refusals = Infinity }, seeds = SEEDS) => {
		const all = await runAll(scenario, seeds);

		expect(all.failed).toBe(0);
		expect(Math.max(...all.ratios)).toBeLessThanOrEqual(ratio);
		expect(Math.max(...all.refusals)).toBeLessThanOrEqual(refusals);
	});

	const FORMS = ['none', 'seconds', 'date'] as const;

	it.each(FORMS)('10 for twenty minutes, each its share: %s', async (retryAfter) => {
		const { runs, failed, ratios } = await runAll({ ...ten, retryAfter }, [7]);

		expect(failed).toBe(0);
		expect(ratios[0]).toBeLessThanOrEqual(1.1);
		for (const { finished, makespanMs } of runs) {
			// Nobody is done in a fifth of the time because the others starve.
			expect(Math.min(...finished)).toBeGreaterThan(makespanMs / 5);
		}
	});

	// What earlier releases needed on average, whose waits grew to eight seconds at most.
	it.each([
		[2, 1.05, 0.44],
		[10, 1.024, 1.75],
	])('%d with 1,000 items take at most %d of the optimum', async (processes, most, refused) => {
		const { ratios, refusals } = await runAll(thousand(processes));

		expect(mean(ratios)).toBeLessThanOrEqual(most);
		expect(mean(refusals)).toBeLessThanOrEqual(refused);
	});

	it.each<[string, Scenario]>([
		['2, one after another', { ...thousand(2), ...apart }],
		['50, within a minute', { ...fifty, ...inMinute }],
		['50, a second away', { ...fifty, latencyMs: 1_000 }],
		['100, within a minute', { ...hundred, ...inMinute }],
		['100, one after another', { ...hundred, ...apart }],
		['100, Retry-After', { ...hundred, ...seconds }],
		['100, Retry-After, within a minute', { ...hundred, ...seconds, ...inMinute }],
	])('however they start: %s', async (_how, scenario) => {
		const { failed, ratios } = await runAll(scenario, [3, 12]);

		expect(failed).toBe(0);
		expect(mean(ratios)).toBeLessThanOrEqual(1.1);
	});
});

/** The other process is never refused. */
it.each([1, 2, 3])('one beside a run of 1,500 waits three minutes at most: %d', async (seed) => {
	const clock = new VirtualClock(seed);
	const { waitedMs, busyMs, failed } = await joinLate(clock, 30_000 + seed * 1_700);

	expect(failed).toBe(0);
	expect(waitedMs).toBeLessThanOrEqual(180_000);
	expect(busyMs).toBeLessThanOrEqual(1.05 * 29 * 60_000);
});

it('one process sends the whole limit at once, and never meets a refusal', async () => {
	const alone = { processes: 1, itemsEach: 120, width: 50, latencyMs: 40 };
	const { refusals, makespanMs, service } = await runScenario(alone, new VirtualClock());

	expect(refusals).toBe(0);
	expect(makespanMs / 120_000).toBeLessThanOrEqual(1.05);
	expect(new Set(service.taken.slice(0, LIMIT)).size).toBe(1);
});

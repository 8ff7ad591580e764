import { runScenario, type Scenario } from '../../../dev/bench/virtual/processes';
import { VirtualClock } from './support';

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
const LIMIT = 50;

/** Each seed is another course of jitter. */
async function runAll(scenario: Scenario) {
	const runs = [];
	for (const seed of SEEDS) runs.push(await runScenario(scenario, new VirtualClock(seed)));
	const items = scenario.processes * scenario.itemsEach;
	const optimumMs = (Math.ceil(items / LIMIT) - 1) * 60_000;
	return {
		ratios: runs.map(({ makespanMs }) => makespanMs / optimumMs),
		failed: runs.map(({ failed }) => failed),
		refusals: runs.map(({ refusals }) => refusals),
	};
}

const three: Scenario = { processes: 3, itemsEach: 40, width: 25, latencyMs: 40 };

describe('three processes that share a key, 40 items each', () => {
	it.each<[string, Partial<Scenario>]>([
		['without Retry-After', { retryAfter: 'none' }],
		['with Retry-After in seconds', { retryAfter: 'seconds' }],
		['with Retry-After as a date', { retryAfter: 'date' }],
		['writes, one after another', { width: 1 }],
		['started one after another', { staggerMs: 3_000 }],
		['a service that counts by the minute', { window: 'fixed' }],
		[
			'a service that counts by the minute, refused requests too',
			{ window: 'fixed', countsRefused: true },
		],
	])('are done within 1.15 of the optimum, none failed: %s', async (_what, changes) => {
		const { ratios, failed } = await runAll({ ...three, ...changes });

		expect(Math.max(...ratios)).toBeLessThanOrEqual(1.15);
		expect(Math.max(...failed)).toBe(0);
	});

	it('get through even where refused requests take a place in a sliding window', async () => {
		const { failed } = await runAll({ ...three, countsRefused: true });

		expect(Math.max(...failed)).toBe(0);
	});

	it('do not answer refusals with a storm of requests', async () => {
		const { refusals } = await runAll({ ...three, retryAfter: 'seconds' });

		// 70 of the first 120 cannot be taken; no more than one for each process and window comes on top.
		expect(Math.max(...refusals)).toBeLessThanOrEqual(70 + 3 * 2);
	});
});

describe('ten processes that share a key for twenty minutes', () => {
	const ten: Scenario = { processes: 10, itemsEach: 100, width: 25, latencyMs: 40 };
	const run = async (changes: Partial<Scenario>) =>
		await runScenario({ ...ten, ...changes }, new VirtualClock(7));

	it.each(['none', 'seconds', 'date'] as const)(
		'all get their share, Retry-After: %s',
		async (retryAfter) => {
			const { failed, finished, makespanMs } = await run({ retryAfter });

			expect(failed).toBe(0);
			// Nobody is done in a fifth of the time because the others starve.
			expect(Math.min(...finished)).toBeGreaterThan(makespanMs / 5);
			expect(makespanMs).toBeLessThanOrEqual(1.1 * 19 * 60_000);
		},
	);
});

describe('one process', () => {
	it('never meets a refusal', async () => {
		const { refusals, makespanMs } = await runScenario(
			{ processes: 1, itemsEach: 120, width: 25, latencyMs: 40 },
			new VirtualClock(),
		);

		expect(refusals).toBe(0);
		expect(makespanMs / 120_000).toBeLessThanOrEqual(1.05);
	});
});

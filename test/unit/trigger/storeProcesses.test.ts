import fc from 'fast-check';
import '../../propertySeed';
import { numRuns } from '../../numRuns';
import { deliverAll, type Load } from './storeProcesses';

/** Repeatable random numbers from 0 up to 1: mulberry32. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** @param slowShare of the calls that take up to a fifth of a second, as where the processor is busy */
function loadOf(seed: number, processes: number, slowShare: number): Load {
	const random = randomFrom(seed);
	const halfCallMs = () => (random() < slowShare ? 20 + random() * 80 : 1 + random() * 4);
	return { processes, messages: 60, times: 3, window: 1_000, withinMs: 600, halfCallMs, random };
}

const seeds = fc.integer({ min: 1, max: 1_000_000 });
const processCounts = fc.integer({ min: 2, max: 5 });

describe('a message that several processes take up at the same moment', () => {
	it('is never lost, however long the calls of the store take', async () => {
		await fc.assert(
			fc.asyncProperty(seeds, processCounts, fc.constantFrom(0, 0.02, 0.3), async (...args) => {
				const { counts } = await deliverAll(loadOf(...args));
				expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
			}),
			numRuns(50),
		);
	});

	it('is output once where each call takes about as long as the others', async () => {
		await fc.assert(
			fc.asyncProperty(seeds, processCounts, async (seed, processes) => {
				const { counts } = await deliverAll(loadOf(seed, processes, 0));
				expect(new Set(counts)).toEqual(new Set([1]));
			}),
			numRuns(50),
		);
	});
});

describe('a store that processes share', () => {
	it.each([1, 2, 3, 6])(
		'remembers as many messages as the window says, where each is delivered %d times',
		async (times) => {
			const withinMs = fc.constantFrom(0, 3_000, 60_000);
			await fc.assert(
				fc.asyncProperty(seeds, processCounts, withinMs, async (seed, processes, within) => {
					const load = { ...loadOf(seed, processes, 0), messages: 300, window: 100 };
					const { remembered } = await deliverAll({ ...load, times, withinMs: within });
					expect(remembered).toBeGreaterThanOrEqual(100);
				}),
				numRuns(10),
			);
		},
	);
});

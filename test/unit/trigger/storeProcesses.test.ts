import fc from 'fast-check';
import '../../propertySeed';
import { numRuns } from '../../numRuns';
import { outputCounts, type Load } from './storeProcesses';

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
	return { processes, messages: 60, times: 3, withinMs: 600, halfCallMs, random };
}

const seeds = fc.integer({ min: 1, max: 1_000_000 });
const processCounts = fc.integer({ min: 2, max: 5 });

describe('a message that several processes take up at the same moment', () => {
	it('is never lost, however long the calls of the store take', async () => {
		await fc.assert(
			fc.asyncProperty(seeds, processCounts, fc.constantFrom(0, 0.02, 0.3), async (...args) => {
				expect(Math.min(...(await outputCounts(loadOf(...args))))).toBeGreaterThanOrEqual(1);
			}),
			numRuns(50),
		);
	});

	it('is output once where each call takes about as long as the others', async () => {
		await fc.assert(
			fc.asyncProperty(seeds, processCounts, async (seed, processes) => {
				expect(new Set(await outputCounts(loadOf(seed, processes, 0)))).toEqual(new Set([1]));
			}),
			numRuns(50),
		);
	});
});

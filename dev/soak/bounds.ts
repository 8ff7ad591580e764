/** The bounds on what mixed load may leave in a process, and the results. */
import { WINDOW, type Load } from './load';
import { slopeOf } from './samples';
import type { SoakResult } from './soak';

/** A rate limiter is dropped after ten unused windows of a minute, when another key is seen. */
const LIMITER_LIFETIME_MS = 10 * 60_100;
/** Tolerance for limiters that are created or dropped while counting. */
const LIMITER_TOLERANCE = 3;

/** @param heapBound the maximum growth of the heap, in megabytes an hour */
export function findingsOf(
	{ samples, keys, delivered, refused, storedEntries }: SoakResult,
	{ newKeyEveryMs }: Pick<Load, 'newKeyEveryMs'>,
	heapBound: number,
) {
	const growth = (size: 'heapUsed' | 'rss') => {
		const slope = slopeOf(samples, size);
		const [first, last] = [samples.at(0), samples.at(-1)].map(
			(sample) => `${((sample?.[size] ?? 0) / 1_000_000).toFixed(1)} MB`,
		);
		const perHour = `${slope < 0 ? '' : '+'}${slope.toFixed(1)} MB an hour`;
		return { slope, measured: `${perHour}; ${first} at first, ${last} at last` };
	};
	const heap = growth('heapUsed');
	const most = (kind: 'pacers' | 'memories', count: 'alive' | 'largest') =>
		Math.max(...samples.map((sample) => sample[kind][count]));
	const atMost = (name: string, value: number, bound: number) => ({
		...{ name, measured: String(value), bound: `at most ${bound}`, kept: value <= bound },
	});
	const pacers = Math.ceil(LIMITER_LIFETIME_MS / newKeyEveryMs) + LIMITER_TOLERANCE;
	return [
		{
			name: 'deliveries',
			measured: `${delivered}, of which ${refused} not answered with 200`,
			bound: 'all answered',
			kept: delivered > 0 && refused === 0,
		},
		{
			name: 'heap in use, after a collection',
			measured: heap.measured,
			bound: `at most +${heapBound} MB an hour`,
			kept: heap.slope <= heapBound,
		},
		{ name: 'resident memory', measured: growth('rss').measured, bound: 'printed', kept: true },
		atMost(`pacers alive at once, of ${keys} keys`, most('pacers', 'alive'), pacers),
		atMost('memories of the trigger alive at once', most('memories', 'alive'), 1),
		atMost('identities in the memory of the trigger', most('memories', 'largest'), WINDOW),
		atMost("identities in n8n's store", Math.max(0, ...storedEntries), WINDOW),
	];
}

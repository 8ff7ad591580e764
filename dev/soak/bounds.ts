/** The bounds on what mixed load may leave in a process, and the results. */
import { WINDOW, type Pace } from './load';
import type { Sample } from './samples';
import type { SoakResult } from './soak';

/** A rate limiter is dropped after ten unused windows of a minute, when another key is seen. */
const LIMITER_LIFETIME_MS = 10 * 60_100;
/** Tolerance for limiters that are created or dropped while counting. */
const LIMITER_TOLERANCE = 3;

export interface Finding {
	what: string;
	measured: string;
	bound: string;
	kept: boolean;
}

/** @param heapMegabytesAnHour the maximum growth of the heap */
export function findingsOf(
	result: SoakResult,
	{ newKeyEveryMs }: Pace,
	heapMegabytesAnHour: number,
): Finding[] {
	const { samples, heapSlope, rssSlope } = result;
	const most = (kind: 'pacers' | 'memories', count: 'alive' | 'largest') =>
		Math.max(...samples.map((sample) => sample[kind][count]));
	const atMost = (what: string, value: number, bound: number): Finding => ({
		...{ what, measured: String(value), bound: `at most ${bound}`, kept: value <= bound },
	});
	const pacers = Math.ceil(LIMITER_LIFETIME_MS / newKeyEveryMs) + LIMITER_TOLERANCE;
	return [
		{
			what: 'deliveries',
			measured: `${result.delivered}, of which ${result.refused} not answered with 200`,
			bound: 'all answered',
			kept: result.delivered > 0 && result.refused === 0,
		},
		{
			what: 'heap in use, after a collection',
			measured: growth(samples, heapSlope, ({ heapUsed }) => heapUsed),
			bound: `at most +${heapMegabytesAnHour} MB an hour`,
			kept: heapSlope <= heapMegabytesAnHour,
		},
		{
			what: 'resident memory',
			measured: growth(samples, rssSlope, ({ rss }) => rss),
			bound: 'printed',
			kept: true,
		},
		atMost(`pacers alive at once, of ${result.keys} keys`, most('pacers', 'alive'), pacers),
		atMost('memories of the trigger alive at once', most('memories', 'alive'), 1),
		atMost('identities in the memory of the trigger', most('memories', 'largest'), WINDOW),
		atMost("identities in n8n's store", Math.max(0, ...result.storedEntries), WINDOW),
	];
}

function growth(samples: Sample[], slope: number, value: (sample: Sample) => number): string {
	const megabytes = (sample: Sample | undefined) =>
		`${((sample === undefined ? 0 : value(sample)) / 1_000_000).toFixed(1)} MB`;
	const sign = slope < 0 ? '' : '+';
	return (
		`${sign}${slope.toFixed(1)} MB an hour; ${megabytes(samples[0])} at first, ` +
		`${megabytes(samples.at(-1))} at last`
	);
}

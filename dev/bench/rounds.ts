/** Measurements that take turns, so that other load on the machine affects all of them equally. */
import type { Figure } from './page';

/**
 * Runs a round more than is wanted: the first compiles code and fills caches, and does not count.
 *
 * @returns what each contender has shown, by round
 */
export async function takeTurns<Contender, Result>(
	rounds: number,
	contenders: Contender[],
	turn: (contender: Contender) => Promise<Result>,
): Promise<Result[][]> {
	const entries = contenders.map((contender) => ({ contender, results: new Array<Result>() }));
	for (let round = -1; round < rounds; round++) {
		// In alternating order, so that none always follows another.
		for (const { contender, results } of round % 2 === 0 ? entries : entries.toReversed()) {
			const result = await turn(contender);
			if (round >= 0) results.push(result);
		}
	}
	return entries.map(({ results }) => results);
}

/** The values of one contender against those of another; the ratio is the median of those of each round. */
export function compare(
	name: string,
	[ones = [], others = []]: number[][],
	format: (median: number) => string,
	bar?: number,
): Figure {
	const [one, other] = [ones, others].map((values) => format(median(values)));
	return {
		name,
		ratio: median(ones.map((value, round) => value / (others[round] ?? Infinity))),
		bar,
		detail: `medians of ${ones.length} turns: ${one} against ${other}`,
	};
}

function median(values: number[]): number {
	const sorted = values.toSorted((one, other) => one - other);
	const middle = sorted.length / 2;
	const pair = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
	return pair.reduce((sum, value) => sum + value, 0) / pair.length;
}

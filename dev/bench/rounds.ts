/** Measurements that take turns, so that other load on the machine affects all of them equally. */

export interface Rounds {
	rounds: number;
	/** Rounds that come first and do not count: they compile code and fill caches. */
	warmUps: number;
}

/** What each contender has shown, by round; in alternating order, so that none always follows another. */
export async function takeTurns<Contender, Result>(
	{ rounds, warmUps }: Rounds,
	contenders: Contender[],
	turn: (contender: Contender) => Promise<Result>,
): Promise<Map<Contender, Result[]>> {
	const results = new Map<Contender, Result[]>(contenders.map((contender) => [contender, []]));
	for (let round = -warmUps; round < rounds; round++) {
		for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
			const result = await turn(contender);
			if (round >= 0) results.get(contender)?.push(result);
		}
	}
	return results;
}

export function median(values: number[]): number {
	const sorted = values.toSorted((one, other) => one - other);
	const middle = sorted.length / 2;
	const pair = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
	return pair.reduce((sum, value) => sum + value, 0) / pair.length;
}

/** Of the ratios of each round. */
export function medianRatio(values: number[] = [], others: number[] = []): number {
	return median(values.map((value, round) => value / (others[round] ?? Infinity)));
}

/** Processes that share a key without knowing of each other, simulated: `docs/scaling.md` shows more of it. */
import type { Figure } from './figure';
import {
	simulateLateJoiner,
	simulateScenarios,
	simulateSharedKey,
	type LateJoinerRow,
	type Measured,
	type SharedKeyRow,
} from './simulation';

/** For 2, 5 and 10 processes: the result of plain exponential backoff of up to eight seconds. */
const BARS = {
	none: new Map([
		[1, 1.05],
		[2, 1.049],
		[5, 1.022],
		[10, 1.024],
	]),
	seconds: new Map<number, number>(),
};
const OTHER_BARS = { none: 1.3, seconds: 1.02 };
const MOST_REFUSALS = 3;
/** Of the scenarios, in which processes start at different times, or requests travel for a second. */
const SCENARIO_BAR = 1.1;
const LONGEST_WAIT_MS = 300_000;

export async function benchSharedKey(): Promise<Figure[]> {
	const rows = await simulateSharedKey();
	const most = rows.filter(
		({ processes, retryAfter }) => processes === 100 && retryAfter === 'none',
	);
	const scenarios = [...(await simulateScenarios())];
	return [
		...rows.map((row) =>
			makespanFigure(
				inWords(row),
				row,
				BARS[row.retryAfter].get(row.processes) ?? OTHER_BARS[row.retryAfter],
			),
		),
		...most.map(refusalsFigure),
		...scenarios.map(([name, measured]) => makespanFigure(name, measured, SCENARIO_BAR)),
		...lateJoinerFigures(await simulateLateJoiner()),
	];
}

function makespanFigure(words: string, measured: Measured, bar: number): Figure {
	const { makespan, longest, refusals, failed, runs } = measured;
	const items = `${refusals.toFixed(2)} refusals for each item, ${failed} items given up`;
	return {
		name: `1,000 items, ${words}: time, against what the limit allows`,
		// A failed item does not count as completed.
		ratio: failed === 0 ? makespan : Infinity,
		bar,
		detail: `mean of ${runs} runs, ${longest.toFixed(3)} the longest; ${items}`,
	};
}

function refusalsFigure(row: SharedKeyRow): Figure {
	return {
		name: `1,000 items, ${inWords(row)}: refusals for each item`,
		ratio: row.refusals,
		bar: MOST_REFUSALS,
		detail: `mean of ${row.runs} runs; ${row.worstSecond} in the worst second`,
	};
}

function lateJoinerFigures({ longestMs, makespan, failed, runs }: LateJoinerRow): Figure[] {
	const seconds = (ms: number) => `${(ms / 1_000).toFixed(0)} s`;
	return [
		{
			name: 'one request beside a process with 1,500 that is never refused: time, against five minutes',
			ratio: failed === 0 ? longestMs / LONGEST_WAIT_MS : Infinity,
			bar: 1,
			detail: `${seconds(longestMs)} against ${seconds(LONGEST_WAIT_MS)}, the longest of ${runs} runs`,
		},
		{
			name: 'the process with 1,500: time, against what the limit allows',
			ratio: makespan,
			bar: 1.05,
			detail: `the longest of ${runs} runs; ${failed} items given up`,
		},
	];
}

function inWords({ processes, retryAfter }: SharedKeyRow): string {
	const told = retryAfter === 'none' ? 'no Retry-After' : 'Retry-After';
	return `${processes} ${processes === 1 ? 'process' : 'processes'}, ${told}`;
}

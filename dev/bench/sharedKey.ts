/** Processes that share a key without knowing of each other, simulated: `docs/scaling.md` shows more of it. */
import type { Figure } from './figure';
import { writeSharedKeyCharts } from './chartFiles';
import { simulateSharedKey, type SharedKeyRow } from './simulation';

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

export async function benchSharedKey(): Promise<Figure[]> {
	const rows = await simulateSharedKey();
	writeSharedKeyCharts(rows);
	const most = rows.filter(
		({ processes, retryAfter }) => processes === 100 && retryAfter === 'none',
	);
	return [...rows.map(makespanFigure), ...most.map(refusalsFigure)];
}

function makespanFigure(row: SharedKeyRow): Figure {
	const { processes, retryAfter, makespan, longest, refusals, failed } = row;
	const items = `${refusals.toFixed(2)} refusals for each item, ${failed} items given up`;
	return {
		name: `1,000 items, ${inWords(row)}: time, against what the limit allows`,
		label: inWords(row),
		// A failed item does not count as completed.
		ratio: failed === 0 ? makespan : Infinity,
		bar: BARS[retryAfter].get(processes) ?? OTHER_BARS[retryAfter],
		detail: `mean of 5 runs, ${longest.toFixed(3)} the longest; ${items}`,
	};
}

function refusalsFigure(row: SharedKeyRow): Figure {
	return {
		name: `1,000 items, ${inWords(row)}: refusals for each item`,
		label: `refusals, ${inWords(row)}`,
		ratio: row.refusals,
		bar: MOST_REFUSALS,
		detail: `mean of 5 runs; ${row.worstSecond} in the worst second`,
	};
}

function inWords({ processes, retryAfter }: SharedKeyRow): string {
	const told = retryAfter === 'none' ? 'no Retry-After' : 'Retry-After';
	return `${processes} ${processes === 1 ? 'process' : 'processes'}, ${told}`;
}

/** Processes that share one key without knowing of each other, simulated: `docs/scaling.md` shows more of it. */
import type { Figure } from './figure';
import { writeSharedKeyCharts } from './chartFiles';
import { simulateSharedKey, type SharedKeyRow } from './simulation';

export async function benchSharedKey(): Promise<Figure[]> {
	const rows = await simulateSharedKey();
	writeSharedKeyCharts(rows);
	const shown = rows.filter(({ processes }) => [2, 10, 100].includes(processes));
	return shown.map(figure);
}

function figure({ processes, retryAfter, makespan, refusals, failed }: SharedKeyRow): Figure {
	const told = retryAfter === 'none' ? 'no Retry-After' : 'Retry-After';
	return {
		name: `1,000 items, ${processes} processes, ${told}: time, against what the limit allows`,
		label: `${processes} processes, ${told}`,
		ratio: makespan,
		detail: `${refusals.toFixed(2)} refusals for each item, ${failed} items given up`,
	};
}

/** Processes that share one key without knowing of each other: how long they take and how much is refused. */
import { VirtualClock } from './virtual/clock';
import { runScenario } from './virtual/processes';

/** The same work, divided among so many processes. */
const PROCESSES = [1, 2, 5, 10, 20, 50, 100];
const ITEMS = 1_000;
/** Executions that each process has under way; a worker's own standard. */
const WIDTH = 10;
const LATENCY_MS = 200;
const LIMIT = 50;
const WINDOW_MS = 60_000;

export interface SharedKeyRow {
	processes: number;
	/** Does the service say when to come again? */
	retryAfter: 'none' | 'seconds';
	/** Time until everything is done, over the shortest that the limit allows. */
	makespan: number;
	/** Refusals for each item. */
	refusals: number;
	/** Items that were given up after ten minutes of refusals. */
	failed: number;
	/** Most refusals within one second. */
	worstSecond: number;
	/** When the first and the last process were done, in minutes. */
	doneMinutes: [number, number];
}

/** Runs in virtual time with the package's own pacer and retry rule: hours pass in seconds. */
export async function simulateSharedKey(): Promise<SharedKeyRow[]> {
	const rows: SharedKeyRow[] = [];
	for (const retryAfter of ['none', 'seconds'] as const) {
		for (const processes of PROCESSES) rows.push(await simulate(processes, retryAfter));
	}
	return rows;
}

async function simulate(
	processes: number,
	retryAfter: SharedKeyRow['retryAfter'],
): Promise<SharedKeyRow> {
	const itemsEach = ITEMS / processes;
	const result = await runScenario(
		{ processes, itemsEach, width: WIDTH, latencyMs: LATENCY_MS, retryAfter },
		new VirtualClock(processes),
	);
	const optimumMs = (Math.ceil(ITEMS / LIMIT) - 1) * WINDOW_MS + LATENCY_MS;
	const minutes = result.finished.map((ms) => ms / 60_000);
	return {
		processes,
		retryAfter,
		makespan: result.makespanMs / optimumMs,
		refusals: result.refusals / ITEMS,
		failed: result.failed,
		worstSecond: result.worstSecond,
		doneMinutes: [Math.min(...minutes), Math.max(...minutes)],
	};
}

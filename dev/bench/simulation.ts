/** Processes that share one key without knowing of each other: how long they take and how much is refused. */
import { VirtualClock } from './virtual/clock';
import { runScenario, type ScenarioResult } from './virtual/processes';

/** The same work, divided among so many processes. */
const PROCESSES = [1, 2, 5, 10, 20, 50, 100];
const ITEMS = 1_000;
/** Concurrent executions of each process; the default of n8n's worker. */
const WIDTH = 10;
const LATENCY_MS = 200;
const LIMIT = 50;
const WINDOW_MS = 60_000;
/** Random seeds, one run for each. */
const SEEDS = [1, 2, 3, 4, 5];

export interface SharedKeyRow {
	processes: number;
	/** The form of the service's Retry-After. */
	retryAfter: 'none' | 'seconds';
	/** Total time divided by the minimum that the limit allows; the mean of all runs. */
	makespan: number;
	/** The same for the longest run. */
	longest: number;
	/** Refusals per item; the mean of all runs. */
	refusals: number;
	/** Items that were given up after ten minutes of refusals, in all runs. */
	failed: number;
	/** Maximum number of refusals within one second, in any run. */
	worstSecond: number;
}

/** Runs in virtual time with the package's own rate limiter and retry rule: hours pass in seconds. */
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
	const scenario = { processes, itemsEach, width: WIDTH, latencyMs: LATENCY_MS, retryAfter };
	const runs: ScenarioResult[] = [];
	for (const seed of SEEDS) runs.push(await runScenario(scenario, new VirtualClock(seed)));
	const optimumMs = (Math.ceil(ITEMS / LIMIT) - 1) * WINDOW_MS + LATENCY_MS;
	return {
		processes,
		retryAfter,
		makespan: mean(runs.map(({ makespanMs }) => makespanMs / optimumMs)),
		longest: Math.max(...runs.map(({ makespanMs }) => makespanMs / optimumMs)),
		refusals: mean(runs.map(({ refusals }) => refusals / ITEMS)),
		failed: runs.reduce((sum, { failed }) => sum + failed, 0),
		worstSecond: Math.max(...runs.map(({ worstSecond }) => worstSecond)),
	};
}

function mean(values: number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

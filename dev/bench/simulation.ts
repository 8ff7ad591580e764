/** Processes that share one key without knowing of each other: how long they take and how much is refused. */
import { VirtualClock } from './virtual/clock';
import { runScenario, type Scenario, type ScenarioResult } from './virtual/processes';
import { BUSY_REQUESTS, dividedAmong, ITEMS, joinLate, SCENARIOS } from './virtual/scenarios';

const PROCESSES = [1, 2, 5, 10, 20, 50, 100];
const LIMIT = 50;
const WINDOW_MS = 60_000;
/** Random seeds, one run for each. */
const SEEDS = 5;
const MANY_SEEDS = 20;
/** When the late joiner starts, at another moment in each run. */
const JOINS_AT_MS = 30_000;
const JOINS_APART_MS = 1_700;

export interface Measured {
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
	runs: number;
}

export interface SharedKeyRow extends Measured {
	processes: number;
	/** The form of the service's Retry-After. */
	retryAfter: 'none' | 'seconds';
}

export interface LateJoinerRow {
	/** The longest time that the late joiner's request took in any run, in milliseconds. */
	longestMs: number;
	/** Total time of the other process divided by the minimum; the longest of all runs. */
	makespan: number;
	failed: number;
	runs: number;
}

/** Runs in virtual time with the package's own rate limiter and retry rule: hours pass in seconds. */
export async function simulateSharedKey(): Promise<SharedKeyRow[]> {
	const rows: SharedKeyRow[] = [];
	for (const retryAfter of ['none', 'seconds'] as const) {
		for (const processes of PROCESSES) {
			const measured = await simulate(dividedAmong(processes, { retryAfter }), SEEDS);
			rows.push({ processes, retryAfter, ...measured });
		}
	}
	return rows;
}

/** The same with each scenario, by its name. */
export async function simulateScenarios(): Promise<Map<string, Measured>> {
	const rows = new Map<string, Measured>();
	for (const [name, scenario] of SCENARIOS) rows.set(name, await simulate(scenario, MANY_SEEDS));
	return rows;
}

export async function simulateLateJoiner(): Promise<LateJoinerRow> {
	const results = [];
	for (let seed = 1; seed <= MANY_SEEDS; seed++) {
		results.push(await joinLate(new VirtualClock(seed), JOINS_AT_MS + seed * JOINS_APART_MS));
	}
	const optimumMs = (BUSY_REQUESTS / LIMIT - 1) * WINDOW_MS;
	return {
		longestMs: Math.max(...results.map(({ waitedMs }) => waitedMs)),
		makespan: Math.max(...results.map(({ busyMs }) => busyMs / optimumMs)),
		failed: results.reduce((sum, { failed }) => sum + failed, 0),
		runs: results.length,
	};
}

async function simulate(scenario: Scenario, seeds: number): Promise<Measured> {
	const runs: ScenarioResult[] = [];
	for (let seed = 1; seed <= seeds; seed++) {
		runs.push(await runScenario(scenario, new VirtualClock(seed)));
	}
	const optimumMs = (Math.ceil(ITEMS / LIMIT) - 1) * WINDOW_MS + scenario.latencyMs;
	return {
		makespan: mean(runs.map(({ makespanMs }) => makespanMs / optimumMs)),
		longest: Math.max(...runs.map(({ makespanMs }) => makespanMs / optimumMs)),
		refusals: mean(runs.map(({ refusals }) => refusals / ITEMS)),
		failed: runs.reduce((sum, { failed }) => sum + failed, 0),
		worstSecond: Math.max(...runs.map(({ worstSecond }) => worstSecond)),
		runs: runs.length,
	};
}

function mean(values: number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

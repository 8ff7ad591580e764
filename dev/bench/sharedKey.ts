/** Processes that share a key without knowing of each other, simulated: `docs/self-hosting.md` says what it means. */
import type { Figure } from './page';
import { VirtualClock } from './virtual/clock';
import { BUSY_REQUESTS, joinLate, runScenario, type Scenario } from './virtual/processes';
import { LIMIT, WINDOW_MS } from './virtual/service';

/** The same work in all scenarios, divided among the processes. */
const ITEMS = 1_000;

/** @param changes of what is usual: all start at once, sliding windows, no `Retry-After` */
function dividedAmong(processes: number, changes: Partial<Scenario> = {}): Scenario {
	const itemsEach = Math.floor(ITEMS / processes);
	// Ten concurrent executions are the default of n8n's worker.
	return { processes, itemsEach, width: 10, latencyMs: 200, ...changes };
}

const inMinute = { startsWithinMs: 60_000 };
const apart = { staggerMs: 3_000 };
const fixed = { window: 'fixed' } as const;
const seconds = { retryAfter: 'seconds' } as const;

const SITUATIONS: Array<[how: string, changes: Partial<Scenario>, processes: number[]]> = [
	['at once', {}, [2, 10, 50, 100]],
	['fixed windows', fixed, [10, 50, 100]],
	['within a minute', inMinute, [2, 10, 50, 100]],
	['within a minute, fixed windows', { ...inMinute, ...fixed }, [50, 100]],
	['3 s apart', apart, [2, 10, 50, 100]],
	['1 s latency', { latencyMs: 1_000 }, [10, 50, 100]],
	['Retry-After', seconds, [2, 10, 50, 100]],
	['Retry-After, within a minute', { ...seconds, ...inMinute }, [50, 100]],
	['Retry-After, 3 s apart', { ...seconds, ...apart }, [50, 100]],
	['Retry-After as a date, fixed windows', { ...fixed, retryAfter: 'date' }, [10, 100]],
];

const LATE_JOINER_RUNS = 20;
/** When the late joiner starts, at another moment in each run. */
const JOINS_AT_MS = 30_000;
const JOINS_APART_MS = 1_700;
const LONGEST_WAIT_MS = 300_000;

interface Case {
	/** Who does the work, and how, in words. */
	words: string;
	scenario: Scenario;
	/** Each with a random seed of its own. */
	runs: number;
	/** Of the time. */
	bar: number;
	/** Of the refusals for each item. */
	refusalsBar?: number;
	isPrintedOnly: boolean;
}

/** What the page shows, of all numbers of processes. */
const ON_PAGE = [1, 10, 100];

/** By number of processes; for 2, 5 and 10 the result of plain exponential backoff of up to eight seconds. */
const BARS = [
	{ processes: 1, bar: 1.05 },
	{ processes: 2, bar: 1.049 },
	{ processes: 5, bar: 1.022 },
	{ processes: 10, bar: 1.024 },
	{ processes: 20, bar: 1.3 },
	{ processes: 50, bar: 1.3 },
	{ processes: 100, bar: 1.3, refusalsBar: 3 },
];
const inWords = (processes: number) => `${processes} ${processes === 1 ? 'process' : 'processes'}`;

const cases: Case[] = [
	...BARS.map(({ processes, ...bars }) => ({
		words: `${inWords(processes)}, no Retry-After`,
		scenario: dividedAmong(processes),
		runs: 5,
		isPrintedOnly: !ON_PAGE.includes(processes),
		...bars,
	})),
	...BARS.map(({ processes }) => ({
		words: `${inWords(processes)}, Retry-After`,
		scenario: dividedAmong(processes, { retryAfter: 'seconds' }),
		runs: 5,
		bar: 1.02,
		isPrintedOnly: !ON_PAGE.includes(processes),
	})),
	// Processes start at different times, or requests travel for a second.
	...SITUATIONS.flatMap(([how, changes, counts]) =>
		counts.map((processes) => ({
			words: `${inWords(processes)}, ${how}`,
			scenario: dividedAmong(processes, changes),
			runs: 20,
			bar: 1.1,
			isPrintedOnly: true,
		})),
	),
];

/** Runs in virtual time with the package's own rate limiter and retry rule: hours pass in seconds. */
export async function benchSharedKey(): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const one of cases) figures.push(...(await figuresOf(one)));
	return [...figures, ...(await lateJoinerFigures())];
}

async function figuresOf(one: Case): Promise<Figure[]> {
	const { words, scenario, runs, bar, refusalsBar, isPrintedOnly } = one;
	const results = [];
	for (let seed = 1; seed <= runs; seed++) {
		results.push(await runScenario(scenario, new VirtualClock(seed)));
	}
	const optimumMs = (Math.ceil(ITEMS / LIMIT) - 1) * WINDOW_MS + scenario.latencyMs;
	const times = results.map(({ makespanMs }) => makespanMs / optimumMs);
	const failed = sum(results.map((result) => result.failed));
	const refusals = sum(results.map((result) => result.refusals)) / ITEMS / runs;
	const longest = Math.max(...times).toFixed(3);
	const time = {
		name: `1,000 items, ${words}: time, against what the limit allows`,
		// A failed item does not count as completed.
		ratio: failed === 0 ? sum(times) / runs : Infinity,
		bar,
		detail: `mean of ${runs} runs, ${longest} the longest; ${refusals.toFixed(2)} refusals for each item, ${failed} items given up`,
		isPrintedOnly,
	};
	if (refusalsBar === undefined) return [time];
	const name = `1,000 items, ${words}: refusals for each item`;
	return [
		time,
		{ name, ratio: refusals, bar: refusalsBar, detail: `mean of ${runs} runs`, isPrintedOnly },
	];
}

async function lateJoinerFigures(): Promise<Figure[]> {
	const results = [];
	for (let seed = 1; seed <= LATE_JOINER_RUNS; seed++) {
		results.push(await joinLate(new VirtualClock(seed), JOINS_AT_MS + seed * JOINS_APART_MS));
	}
	const waitedMs = Math.max(...results.map((result) => result.waitedMs));
	const busyMs = Math.max(...results.map((result) => result.busyMs));
	const failed = sum(results.map((result) => result.failed));
	const longest = `the longest of ${LATE_JOINER_RUNS} runs`;
	const seconds = (ms: number) => `${(ms / 1_000).toFixed(0)} s`;
	return [
		{
			name: 'one request beside a process with 1,500 that is never refused: time, against five minutes',
			ratio: failed === 0 ? waitedMs / LONGEST_WAIT_MS : Infinity,
			bar: 1,
			detail: `${seconds(waitedMs)} against ${seconds(LONGEST_WAIT_MS)}, ${longest}`,
		},
		{
			name: 'the process with 1,500: time, against what the limit allows',
			ratio: busyMs / ((BUSY_REQUESTS / LIMIT - 1) * WINDOW_MS),
			bar: 1.05,
			detail: `${longest}; ${failed} items given up`,
		},
	];
}

function sum(values: number[]): number {
	return values.reduce((total, value) => total + value, 0);
}

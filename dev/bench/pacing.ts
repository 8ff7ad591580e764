/** How near the pacing comes to what the limit allows, and what it costs those who stay under it. */
import { z } from 'zod';
import { startSimulator } from '../simulator';
import type { SimulatorOptions } from '../simulator';
import { startChild } from './children';
import { readCampaign, runOwn } from './engine';
import type { Figure } from './figure';
import { median, medianRatio, takeTurns } from './rounds';

const ITEMS = 120;
const LIMIT = 50;
/** Two windows have to pass before the last twenty of 120 may be sent. */
const OPTIMUM_MS = (Math.ceil(ITEMS / LIMIT) - 1) * 60_000;
const LATENCY_MS = 20;

const ended = z.object({
	started: z.number(),
	ended: z.number(),
	succeeded: z.number(),
	failed: z.number(),
});

interface Makespan {
	ms: number;
	failed: number;
	refusals: number;
}

/** The same items, divided among so many processes that share one key. */
async function makespan(processes: number, options: SimulatorOptions): Promise<Makespan> {
	const simulator = await startSimulator({ latencyMs: LATENCY_MS, ...options });
	const { url, apiKey } = simulator;
	const children = Array.from({ length: processes }, () =>
		startChild('pacingWorker.ts', url, apiKey, String(ITEMS / processes)),
	);
	try {
		await Promise.all(children.map(async (child) => await child.next()));
		children.forEach((child) => child.say('go'));
		const said = await Promise.all(children.map(async (child) => ended.parse(await child.next())));
		return {
			ms: Math.max(...said.map((one) => one.ended)) - Math.min(...said.map((one) => one.started)),
			failed: said.reduce((sum, one) => sum + one.failed, 0),
			refusals: simulator.requests.filter(({ status }) => status === 429).length,
		};
	} finally {
		children.forEach((child) => child.end());
		await simulator.close();
	}
}

async function makespanFigure(
	name: string,
	bar: number,
	processes: number,
	retryAfter: SimulatorOptions['retryAfter'],
): Promise<Figure> {
	const { ms, failed, refusals } = await makespan(processes, { retryAfter });
	const seconds = (ms / 1_000).toFixed(1);
	return {
		name,
		// A failed item does not count as completed.
		ratio: failed === 0 ? ms / OPTIMUM_MS : Infinity,
		bar,
		detail: `${seconds} s against ${OPTIMUM_MS / 1_000} s; ${failed} failed, ${refusals} requests refused`,
	};
}

const UNDER_LIMIT = 40;
const ROUNDS = 41;

async function underLimit(): Promise<Figure> {
	const apiKeys = Array.from({ length: 2 * ROUNDS + 2 }, (_, index) => `bench.key-number-${index}`);
	const simulator = await startSimulator({ latencyMs: LATENCY_MS, apiKeys: [...apiKeys] });
	const once = async (requestsPerMinute: number) => {
		const timing = await runOwn({
			parameters: readCampaign('103'),
			credentials: { baseUrl: simulator.url, apiKey: apiKeys.pop() ?? '', requestsPerMinute },
			count: UNDER_LIMIT,
		});
		if (timing.failed > 0) throw new Error(`${timing.failed} of ${UNDER_LIMIT} items failed`);
		return timing.ms;
	};
	try {
		const times = await takeTurns({ rounds: ROUNDS, warmUps: 1 }, [LIMIT, NO_LIMIT], once);
		const [limited = [], free = []] = [...times.values()];
		return {
			name: '40 items under the limit, against the same with no limit set',
			ratio: medianRatio(limited, free),
			bar: 1.05,
			detail: `medians of ${ROUNDS} turns: ${median(limited).toFixed(0)} ms against ${median(free).toFixed(0)} ms`,
		};
	} finally {
		await simulator.close();
	}
}

const NO_LIMIT = 1_000_000;

export async function benchPacing(): Promise<Figure[]> {
	const under = await underLimit();
	// In parallel: each has its own service and processes, which mostly wait.
	const makespans = await Promise.all([
		makespanFigure('120 items on one key at 50 a minute, one process', 1.05, 1, 'none'),
		makespanFigure('the same from three processes that share the key', 1.15, 3, 'none'),
		makespanFigure('the same, Retry-After in seconds', 1.15, 3, 'seconds'),
		makespanFigure('the same, Retry-After as a date', 1.15, 3, 'date'),
	]);
	return [...makespans, under];
}

/** How near the pacing comes to what the limit allows, and what it costs those who stay under it. */
import { z } from 'zod';
import { startSimulator, type SimulatorOptions } from '../simulator';
import { messageOf, startChild } from './children';
import { readCampaign, runOwn } from './engine';
import type { Figure } from './page';
import { compare, takeTurns } from './rounds';

const ITEMS = 120;
const LIMIT = 50;
const NO_LIMIT = 1_000_000;
/** Two windows have to pass before the last twenty of 120 may be sent. */
const OPTIMUM_MS = (Math.ceil(ITEMS / LIMIT) - 1) * 60_000;
const LATENCY_MS = 20;
const UNDER_LIMIT = 40;
const ROUNDS = 41;

const resultSchema = z.object({
	startedAt: z.number(),
	endedAt: z.number(),
	succeeded: z.number(),
});

/** How long the same items take, divided among so many processes that share one key. */
async function makespan(
	name: string,
	bar: number,
	processes: number,
	retryAfter: SimulatorOptions['retryAfter'],
): Promise<Figure> {
	const simulator = await startSimulator({ latencyMs: LATENCY_MS, retryAfter });
	const { url, apiKey, requests } = simulator;
	const children = Array.from({ length: processes }, () =>
		startChild('pacingWorker.ts', url, apiKey, String(ITEMS / processes)),
	);
	await Promise.all(children.map(messageOf));
	children.forEach((child) => child.send('go'));
	const results = (await Promise.all(children.map(messageOf))).map((one) =>
		resultSchema.parse(one),
	);
	children.forEach((child) => child.kill());
	await simulator.close();
	const endedAt = Math.max(...results.map((one) => one.endedAt));
	const ms = endedAt - Math.min(...results.map((one) => one.startedAt));
	const failed = ITEMS - results.reduce((sum, { succeeded }) => sum + succeeded, 0);
	const refusals = requests.filter(({ status }) => status === 429).length;
	const times = `${(ms / 1_000).toFixed(1)} s against ${OPTIMUM_MS / 1_000} s`;
	return {
		name,
		// A failed item does not count as completed.
		ratio: failed === 0 ? ms / OPTIMUM_MS : Infinity,
		bar,
		detail: `${times}; ${failed} failed, ${refusals} requests rejected`,
	};
}

async function underLimit(): Promise<Figure> {
	const apiKeys = Array.from({ length: 2 * ROUNDS + 2 }, (_, index) => `bench.key-number-${index}`);
	const simulator = await startSimulator({ latencyMs: LATENCY_MS, apiKeys: [...apiKeys] });
	const turns = await takeTurns(ROUNDS, [LIMIT, NO_LIMIT], async (requestsPerMinute) => {
		const { ms, succeeded } = await runOwn({
			parameters: readCampaign,
			credentials: { baseUrl: simulator.url, apiKey: apiKeys.pop() ?? '', requestsPerMinute },
			count: UNDER_LIMIT,
		});
		if (succeeded < UNDER_LIMIT) throw new Error(`Of ${UNDER_LIMIT}, ${succeeded} succeeded`);
		return ms;
	});
	await simulator.close();
	const name = `${UNDER_LIMIT} items under the limit, against the same with no limit set`;
	return compare(name, turns, (ms) => `${ms.toFixed(0)} ms`, 1.05);
}

export async function benchPacing(): Promise<Figure[]> {
	const under = await underLimit();
	// In parallel: each has its own service and processes, which mostly wait.
	const makespans = await Promise.all([
		makespan('120 items on one key at 50 a minute, one process', 1.05, 1, 'none'),
		makespan('the same from three processes that share the key', 1.15, 3, 'none'),
		makespan('the same, Retry-After in seconds', 1.15, 3, 'seconds'),
		makespan('the same, Retry-After as a date', 1.15, 3, 'date'),
	]);
	return [...makespans, under];
}

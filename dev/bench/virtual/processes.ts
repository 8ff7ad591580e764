/** Several n8n processes that share one key without knowing of each other, on virtual time, with the real limiter. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { RateLimiter } from '../../../nodes/shared/api/rateLimit/rateLimiter';
import { request, type Connection } from '../../../nodes/shared/api/request';
import type { VirtualClock } from './clock';
import { LIMIT, VirtualService, WINDOW_MS, type ServiceOptions } from './service';

export interface Scenario extends Partial<ServiceOptions> {
	processes: number;
	itemsEach: number;
	/** Concurrent requests of each process. */
	width: number;
	/** Milliseconds between the starts of the processes. */
	staggerMs?: number;
	/** Each process starts at a random moment of so many milliseconds. */
	startsWithinMs?: number;
	/** From sending a request to its response, in milliseconds. */
	latencyMs: number;
}

const URL_ASKED = new URL('https://service.invalid/api/v1/public/chats');
const credentials = {
	origin: URL_ASKED.origin,
	apiKey: 'prefix.secret-of-the-key',
	requestsPerMinute: LIMIT,
};

/** Each process has its own rate limiter. */
function connectionTo(service: VirtualService, clock: VirtualClock, latencyMs: number): Connection {
	const helpers = {
		httpRequestWithAuthentication: async () => {
			await clock.sleep(latencyMs / 2);
			const response = service.receive();
			await clock.sleep(latencyMs / 2);
			return response;
		},
	};
	const context = { helpers } as unknown as IExecuteFunctions;
	const limiter = new RateLimiter(LIMIT, WINDOW_MS, clock);
	return { context, credentials, clock, limiter, run: limiter.startRun() };
}

/**
 * Runs a scenario to its end.
 *
 * @returns how long it took; how many items failed; how many requests were refused; and when each process
 *   finished, in milliseconds from its own start
 */
export async function runScenario(scenario: Scenario, clock: VirtualClock) {
	const service = new VirtualService(clock, scenario);
	const finished: number[] = [];
	let failed = 0;
	const { staggerMs = 0, startsWithinMs = 0 } = scenario;
	const process = async (index: number) => {
		const connection = connectionTo(service, clock, scenario.latencyMs);
		const startMs = index * staggerMs + (startsWithinMs && clock.random() * startsWithinMs);
		await clock.sleep(startMs);
		let left = scenario.itemsEach;
		const worker = async () => {
			while (left-- > 0) {
				const { ok } = await request(connection, 'GET', URL_ASKED);
				if (!ok) failed += 1;
			}
		};
		await Promise.all(Array.from({ length: scenario.width }, worker));
		finished[index] = clock.elapsed - startMs;
	};
	await clock.until(Promise.all(Array.from({ length: scenario.processes }, (_, i) => process(i))));
	const refusals = service.refused.length;
	return { makespanMs: clock.elapsed, failed, refusals, finished, service };
}

export const BUSY_REQUESTS = 1_500;
/** How long each request of these two processes takes. */
const LATENCY_MS = 200;

/**
 * A process with one request, beside another one that uses the whole limit and is never refused.
 *
 * @returns how long that request took, and how long the other process for all of its own, in milliseconds
 */
export async function joinLate(
	clock: VirtualClock,
	joinsAtMs: number,
): Promise<{ waitedMs: number; busyMs: number; failed: number }> {
	const service = new VirtualService(clock);
	const busy = connectionTo(service, clock, LATENCY_MS);
	const joiner = connectionTo(service, clock, LATENCY_MS);
	const all = Array.from(
		{ length: BUSY_REQUESTS },
		async () => await request(busy, 'GET', URL_ASKED),
	);
	await clock.pass(joinsAtMs);
	const joined = await clock.until(request(joiner, 'GET', URL_ASKED));
	const waitedMs = clock.elapsed - joinsAtMs;
	const verdicts = [joined, ...(await clock.until(Promise.all(all)))];
	return { waitedMs, busyMs: clock.elapsed, failed: verdicts.filter(({ ok }) => !ok).length };
}

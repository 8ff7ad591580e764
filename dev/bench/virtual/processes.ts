/** Several n8n processes that share one key without knowing of each other, on virtual time, with the real limiter. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { Pacer } from '../../../nodes/shared/api/pacing';
import { request, type Connection } from '../../../nodes/shared/api/request';
import type { VirtualClock } from './clock';
import { VirtualService, type ServiceOptions } from './service';

export interface Scenario extends Partial<ServiceOptions> {
	processes: number;
	itemsEach: number;
	/** Requests under way at the same time, in each process. */
	width: number;
	/** Milliseconds between the starts of the processes. */
	staggerMs?: number;
	/** From the sending of a request to its answer, in milliseconds. */
	latencyMs: number;
}

export interface ScenarioResult {
	makespanMs: number;
	failed: number;
	refusals: number;
	/** Most requests that were refused within one second. */
	worstSecond: number;
	/** When each process was done, in milliseconds from its own start. */
	finished: number[];
	service: VirtualService;
}

const URL_ASKED = new URL('https://service.invalid/api/v1/public/chats');
const credentials = {
	origin: URL_ASKED.origin,
	apiKey: 'prefix.secret-of-the-key',
	requestsPerMinute: 50,
};

/** A process of its own has a pacer of its own. */
export function connectionTo(
	service: VirtualService,
	clock: VirtualClock,
	latencyMs: number,
	signal?: AbortSignal,
): Connection {
	const helpers = {
		httpRequestWithAuthentication: async () => {
			await clock.sleep(latencyMs / 2);
			const answer = service.receive();
			await clock.sleep(latencyMs / 2);
			return answer;
		},
	};
	const caller = {
		helpers,
		getExecutionCancelSignal: () => signal,
	} as unknown as IExecuteFunctions;
	const { limit, windowMs } = service.options;
	return { caller, credentials, clock, pacer: new Pacer(limit, windowMs, clock) };
}

/** Runs a scenario to its end. */
export async function runScenario(
	scenario: Scenario,
	clock: VirtualClock,
): Promise<ScenarioResult> {
	const service = new VirtualService(clock, scenario);
	const ends: number[] = [];
	let failed = 0;
	const one = async (connection: Connection) => {
		const verdict = await request(connection, 'GET', URL_ASKED);
		if (!verdict.ok) failed += 1;
	};
	const process = async (index: number) => {
		const connection = connectionTo(service, clock, scenario.latencyMs);
		const startMs = index * (scenario.staggerMs ?? 0);
		await clock.sleep(startMs);
		let left = scenario.itemsEach;
		const worker = async () => {
			while (left-- > 0) await one(connection);
		};
		await Promise.all(Array.from({ length: scenario.width }, worker));
		ends[index] = clock.elapsed - startMs;
	};
	await clock.until(Promise.all(Array.from({ length: scenario.processes }, (_, i) => process(i))));
	return {
		makespanMs: clock.elapsed,
		failed,
		refusals: service.refused.length,
		worstSecond: worstSecond(service.refused),
		finished: ends,
		service,
	};
}

function worstSecond(times: number[]): number {
	return times.reduce((worst, at, place) => {
		const first = times.findIndex((other) => other > at - 1_000);
		return Math.max(worst, place - first + 1);
	}, 0);
}

import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { VirtualClock } from '../../../dev/bench/virtual/clock';
import { RateLimiter, type Permit } from '../../../nodes/shared/api/rateLimit/rateLimiter';
import type { QueuedRun, Ticket } from '../../../nodes/shared/api/rateLimit/fairQueue';
import type { Connection } from '../../../nodes/shared/api/request';

export { VirtualClock } from '../../../dev/bench/virtual/clock';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

const EXAMPLE_KEY = ['5f3a9c1e', 'the-secret-half'].join('.');

export const credentials = {
	origin: 'https://service.invalid',
	apiKey: EXAMPLE_KEY,
	requestsPerMinute: 50,
};

export const node: INode = {
	id: 'n',
	name: 'Public Outreach',
	type: 'n8n-nodes-public-outreach.publicOutreach',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** One try of a request, and when it came to it. */
export interface Try {
	at: number;
	method: string;
	url: string;
}

export interface Reply {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
	/** The network's code instead of a response. */
	failure?: string;
	/** How long the service takes. */
	afterMs?: number;
}

/** A run whose requests get their responses from a script, on virtual time; the last reply repeats itself. */
export function scripted(replies: Reply[], capacity = 50) {
	const clock = new VirtualClock();
	const stop = new AbortController();
	const tries: Try[] = [];
	const send = async (_type: string, options: { method: string; url: string }) => {
		const reply = replies[Math.min(tries.length, replies.length - 1)] ?? {};
		tries.push({ at: clock.elapsed, ...options });
		await clock.sleep(reply.afterMs ?? 20);
		if (reply.failure) throw Object.assign(new Error('it broke'), { code: reply.failure });
		const { status = 200, headers = {}, body = { success: true } } = reply;
		return { statusCode: status, headers, body: JSON.stringify(body) };
	};
	const context = {
		getNode: () => node,
		getExecutionCancelSignal: () => stop.signal,
		helpers: { httpRequestWithAuthentication: send },
	} as unknown as IExecuteFunctions;
	const limiter = new RateLimiter(capacity, MINUTE, clock);
	const run = limiter.startRun();
	const connection: Connection = { context, credentials, limiter, run, clock };
	return { clock, tries, replies, connection, stop, limiter };
}

/** How a request waits; by default as one of the first run that is not urgent. */
interface Asked {
	run?: QueuedRun;
	urgent?: boolean;
	/** The place of an earlier attempt. */
	ticket?: Ticket;
	signal?: AbortSignal;
	onDelay?: (ended: Promise<void>) => void;
}

/** A rate limiter on virtual time, and what it admitted. */
export function limiterOn<C extends VirtualClock>(clock: C, capacity: number) {
	const limiter = new RateLimiter(capacity, MINUTE, clock);
	const run = limiter.startRun();
	const admitted: Array<{ name: string; at: number }> = [];
	const names = () => admitted.map(({ name }) => name);
	const acquire = async (name: string, asked: Asked = {}): Promise<Permit> => {
		const { ticket = limiter.ticket(asked.run ?? run, asked.urgent) } = asked;
		const permit = await limiter.acquire(ticket, asked);
		admitted.push({ name, at: clock.elapsed });
		return permit;
	};
	/** Sends requests one after another, each of which the service accepts. */
	const accepted = async (name: string, count = 1, asked: Asked = {}) => {
		for (let index = 0; index < count; index++) (await acquire(name, asked)).succeeded();
	};
	return { clock, limiter, run, admitted, names, acquire, accepted };
}

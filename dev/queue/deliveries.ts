/** An open-loop load generator: sends deliveries at planned times. */
import { exampleDelivery } from '../exampleDelivery';
import { http, wait } from '../platform';

export interface PlannedDelivery {
	messageId: string;
	/** Milliseconds after the start. */
	atMs: number;
}

export interface Delivered extends PlannedDelivery {
	/** 0 when there was no response. */
	status: number;
}

const TIMEOUT_MS = 300_000;

/** Plans each message `times` times, at random moments within `withinMs`. */
export function planAtRandom(
	messageIds: string[],
	{ times, withinMs }: { times: number; withinMs: number },
): PlannedDelivery[] {
	const planned = messageIds.flatMap((messageId) =>
		Array.from({ length: times }, () => ({ messageId, atMs: Math.random() * withinMs })),
	);
	return planned.sort((one, other) => one.atMs - other.atMs);
}

export function messageIds(count: number, prefix = 'message'): string[] {
	return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}

/** Sends each delivery at its planned time, whether earlier ones have their response or not. */
export async function deliverPlanned(
	url: string,
	planned: PlannedDelivery[],
): Promise<Delivered[]> {
	// One connection per request: a kept-alive one may be closed just as it is reused.
	const agent = new http.Agent({ keepAlive: false });
	const start = Date.now();
	return await Promise.all(
		planned.map(async (delivery) => {
			await wait(Math.max(0, start + delivery.atMs - Date.now()));
			return { ...delivery, status: await deliverMessage(url, delivery.messageId, agent) };
		}),
	);
}

/** Delivers a message once; returns the status of the response, 0 when there was none. */
export async function deliverMessage(
	url: string,
	messageId: string,
	agent: http.Agent,
): Promise<number> {
	const { event, message } = exampleDelivery;
	const body = JSON.stringify({ event, message: { ...message, message_id: messageId } });
	const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
	return await new Promise((resolve) => {
		const request = http.request(url, { method: 'POST', agent, headers, timeout: TIMEOUT_MS });
		request.on('response', (response) => {
			response.resume();
			response.on('end', () => resolve(response.statusCode ?? 0));
			response.on('error', () => resolve(0));
		});
		request.on('timeout', () => request.destroy());
		request.on('error', () => resolve(0));
		request.end(body);
	});
}

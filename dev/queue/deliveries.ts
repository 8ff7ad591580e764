/** An open-loop load generator: sends deliveries at planned times. */
import { http, wait } from '../platform';

export interface PlannedDelivery {
	messageId: string;
	/** Milliseconds after the start. */
	atMs: number;
}

export interface Delivered extends PlannedDelivery {
	/** 0 when there was no response. */
	status: number;
	/** Milliseconds from sending to the end of the response. */
	tookMs: number;
}

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

/** Sends each delivery at its planned time, whether earlier ones have been answered or not. */
export async function deliverAll(
	url: string,
	planned: PlannedDelivery[],
	timeoutMs = 300_000,
): Promise<Delivered[]> {
	// One connection per request: a kept-alive one may be closed just as it is reused.
	const agent = new http.Agent({ keepAlive: false });
	const start = Date.now();
	try {
		return await Promise.all(
			planned.map(async (delivery) => {
				await wait(Math.max(0, start + delivery.atMs - Date.now()));
				const sentAt = Date.now();
				const status = await post(url, bodyOf(delivery.messageId), agent, timeoutMs);
				return { ...delivery, status, tookMs: Date.now() - sentAt };
			}),
		);
	} finally {
		agent.destroy();
	}
}

/** A delivery as it is shown (reference, Events), with what n8n would have to carry along. */
function bodyOf(messageId: string): string {
	const now = new Date().toISOString();
	return JSON.stringify({
		event: 'incoming_message',
		message: {
			id: 1,
			message_id: messageId,
			message: 'Thanks for reaching out. Could we talk on Thursday?',
			sent_by_lead: true,
			sent_at: now,
			created_at: now,
			updated_at: now,
			campaign: { id: 1, name: 'Spring', status: 'ACTIVE' },
			lead: { id: 1, first_name: 'Ada', last_name: 'Lovelace', custom_fields: {}, company: null },
		},
	});
}

async function post(
	url: string,
	body: string,
	agent: http.Agent,
	timeoutMs: number,
): Promise<number> {
	const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
	return await new Promise((resolve) => {
		const request = http.request(url, { method: 'POST', agent, headers, timeout: timeoutMs });
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

/** A closed-loop load generator, which measures how fast n8n accepts deliveries. */
import { z } from 'zod';
import { http } from '../platform';
import { Session } from '../n8n/session';
import { until } from '../until';

export interface LoadOptions {
	/** Where to deliver. */
	url: string;
	/** How many messages, each with its own identifier. */
	messages: number;
	/** How many are in flight at once. */
	connections: number;
	/** Makes the identifiers of this load different from all others. */
	prefix: string;
}

/** Delivers until all are answered 200. */
export async function deliverAll(options: LoadOptions): Promise<void> {
	const agent = new http.Agent({ keepAlive: true, maxSockets: options.connections });
	let next = 0;
	const sender = async () => {
		for (let number = next++; number < options.messages; number = next++) {
			const status = await post(options.url, bodyOf(`${options.prefix}-${number}`), agent);
			if (status !== 200) throw new Error(`${options.url} answered a delivery with ${status}`);
		}
	};
	try {
		await Promise.all(Array.from({ length: options.connections }, sender));
	} finally {
		agent.destroy();
	}
}

/** A message as long as the reference's. */
function bodyOf(messageId: string): string {
	const company = { id: 9, name: 'Nordlicht Energie', industry: 'Energy', revenue: '10M-50M' };
	return JSON.stringify({
		event: 'incoming_message',
		message: {
			id: 5120,
			message_id: messageId,
			message: 'Thanks for reaching out. Could we talk on Thursday afternoon?',
			sent_by_lead: true,
			sent_at: '2026-03-02T09:14:00Z',
			created_at: '2026-03-02T09:14:02Z',
			updated_at: '2026-03-02T09:14:02Z',
			campaign: { id: 1042, name: 'Wind farms, spring', status: 'ACTIVE' },
			lead: { id: 77, first_name: 'Ada', last_name: 'Berg', email: 'ada@example.com', company },
		},
	});
}

async function post(url: string, body: string, agent: http.Agent): Promise<number | undefined> {
	return await new Promise((resolve, reject) => {
		const headers = {
			'content-type': 'application/json',
			'content-length': Buffer.byteLength(body),
		};
		const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
			response.resume();
			response.once('end', () => resolve(response.statusCode));
		});
		request.once('error', reject);
		request.end(body);
	});
}

const executionsSchema = z.object({ count: z.number() });

/** Waits until n8n has run everything that it accepted. */
export async function drained(session: Session, workflowId: string): Promise<void> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['new', 'running'] }));
	await until(
		'the end of all executions',
		async () => {
			const { count } = await session.request(
				'GET',
				`/executions?limit=1&filter=${filter}`,
				executionsSchema,
			);
			return count === 0 ? true : undefined;
		},
		{ timeoutMs: 120_000, everyMs: 100 },
	);
}

/** A closed-loop load generator, which measures how fast n8n accepts deliveries. */
import { z } from 'zod';
import type { Session } from '../n8n/session';
import { crypto, http } from '../platform';
import { deliver } from '../queue/deliveries';
import { until } from '../until';

/** How many deliveries are in flight at once. */
const CONNECTIONS = 16;

/** Delivers so many messages, each with an identifier of its own, until all are answered 200. */
export async function deliverAll(url: string, messages: number): Promise<void> {
	const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
	let left = messages;
	const sender = async () => {
		while (left-- > 0) {
			const status = await deliver(url, crypto.randomUUID(), agent);
			if (status !== 200) throw new Error(`${url} answered a delivery with ${status}`);
		}
	};
	try {
		await Promise.all(Array.from({ length: CONNECTIONS }, sender));
	} finally {
		agent.destroy();
	}
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

/** One process behind the load balancer. */
import pLimit from 'p-limit';
import { z } from 'zod';
import { http, wait } from '../platform';

/** A response or a failure: a request that never reached the process may be sent to another one. */
export type ForwardResult = http.IncomingMessage | 'not connected' | 'broken';

/** The same number as in the compose file's balancer: n8n fails requests that it queues for too long. */
const AT_ONCE = 20;
const CHECK_EVERY_MS = 250;
/** The header that the trigger sends, and the compose file's balancer reads. */
const FORWARDED_HEADER = 'x-public-outreach-forwarded';
const errorSchema = z.object({ code: z.string() });

export class Backend {
	private readonly deliveries = pLimit(AT_ONCE);

	/** The requests that triggers forward to each other: deliveries wait for them. */
	private readonly forwarded = pLimit(AT_ONCE);

	private up = true;

	private closed = false;

	constructor(readonly origin: string) {}

	/** Forwards a request; requests above the concurrency limit are queued. */
	async pass(request: http.IncomingMessage, body: Buffer): Promise<ForwardResult> {
		const isForwarded = FORWARDED_HEADER in request.headers;
		const places = isForwarded ? this.forwarded : this.deliveries;
		return await places(async () => {
			const passed = this.up ? await this.send(request, body) : 'not connected';
			if (passed === 'not connected') void this.pollReadiness();
			return passed;
		});
	}

	close(): void {
		this.closed = true;
	}

	private async send(
		{ method, url, headers }: http.IncomingMessage,
		body: Buffer,
	): Promise<ForwardResult> {
		// One connection per request: a kept-alive one may be closed just as it is reused.
		const request = http.request(`${this.origin}${url}`, { agent: false, method, headers });
		return await new Promise((resolve) => {
			request.on('response', resolve);
			request.on('error', (error) => {
				const { data } = errorSchema.safeParse(error);
				resolve(data?.code === 'ECONNREFUSED' ? 'not connected' : 'broken');
			});
			request.end(body);
		});
	}

	/** A starting n8n accepts connections, and responds with 404 to deliveries until it is ready. */
	private async pollReadiness(): Promise<void> {
		if (!this.up) return;
		this.up = false;
		while (!this.up && !this.closed) {
			await wait(CHECK_EVERY_MS);
			const readiness = await fetch(`${this.origin}/healthz/readiness`).catch(() => undefined);
			this.up = readiness?.ok ?? false;
		}
	}
}

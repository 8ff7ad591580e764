/** One process behind the load balancer. */
import { z } from 'zod';
import { http, wait } from '../platform';
import { Turnstile } from './turnstile';

/** An answer, or what kept it away: a request that never reached the process may go to another one. */
export type Passed = http.IncomingMessage | 'not connected' | 'broken';

export interface PassedRequest {
	method: string | undefined;
	/** Path and query. */
	url: string | undefined;
	headers: http.IncomingHttpHeaders;
	body: Buffer;
}

/** As in the compose file's balancer: n8n fails what has to wait too long inside of it. */
const AT_ONCE = 20;
const CHECK_EVERY_MS = 250;
const errorSchema = z.object({ code: z.string() });

export class Backend {
	/** A connection for each request: one that is kept may be closed in the moment in which it is used again. */
	private readonly agent = new http.Agent({ keepAlive: false });

	private readonly turnstile = new Turnstile(AT_ONCE);

	private up = true;

	private closed = false;

	constructor(readonly origin: string) {}

	/** Hands a request on; what comes too thick waits for its turn. */
	async pass(request: PassedRequest): Promise<Passed> {
		return await this.turnstile.pass(async () => {
			const passed = this.up ? await this.send(request) : 'not connected';
			if (passed === 'not connected') this.lookForReturn();
			return passed;
		});
	}

	close(): void {
		this.closed = true;
		this.agent.destroy();
	}

	private async send({ method, url, headers, body }: PassedRequest): Promise<Passed> {
		const request = http.request(`${this.origin}${url}`, { agent: this.agent, method, headers });
		return await new Promise((resolve) => {
			request.on('response', resolve);
			request.on('error', (error) => {
				const { data } = errorSchema.safeParse(error);
				resolve(data?.code === 'ECONNREFUSED' ? 'not connected' : 'broken');
			});
			request.end(body);
		});
	}

	/** An n8n that starts takes connections, and answers 404 to deliveries until it is ready. */
	private lookForReturn(): void {
		if (!this.up) return;
		this.up = false;
		void (async () => {
			while (!this.up && !this.closed) {
				await wait(CHECK_EVERY_MS);
				const readiness = await fetch(`${this.origin}/healthz/readiness`).catch(() => undefined);
				this.up = readiness?.ok ?? false;
			}
		})();
	}
}

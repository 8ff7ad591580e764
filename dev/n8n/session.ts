import { z } from 'zod';
import { wait } from '../platform';

/** n8n puts its responses into `data`; errors carry a `message`. */
const envelopeSchema = z.object({ data: z.unknown() });
const errorSchema = z.object({ message: z.string() });

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface RestResponse {
	/** Method and path, for messages. */
	request: string;
	status: number;
	text: string;
}

/** One signed-in browser, as n8n sees it: it keeps the session cookie and names itself. */
export class Session {
	private cookie = '';

	constructor(readonly url: string) {}

	/** A call of n8n's internal REST interface, the one its editor uses. */
	async request<Schema extends z.ZodTypeAny>(
		method: Method,
		path: string,
		schema: Schema,
		body?: unknown,
	): Promise<z.output<Schema>> {
		const response = await this.send(method, `/rest${path}`, body);
		return schema.parse(envelopeSchema.parse(contentOf(response)).data);
	}

	/** A file that n8n serves to signed-in users, such as its list of node types. */
	async file<Schema extends z.ZodTypeAny>(path: string, schema: Schema): Promise<z.output<Schema>> {
		return schema.parse(contentOf(await this.send('GET', path)));
	}

	/** Returns any response, also one with an error status. */
	async send(method: Method, path: string, body?: unknown): Promise<RestResponse> {
		const response = await fetchAgain(`${this.url}${path}`, {
			method,
			headers: {
				cookie: this.cookie,
				// Names the editor tab that n8n would push the progress of a manual run to.
				'push-ref': 'harness',
				// n8n would compress its responses.
				'accept-encoding': 'identity',
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const [cookie] = response.headers.getSetCookie();
		if (cookie !== undefined) [this.cookie = ''] = cookie.split(';');
		const { status } = response;
		return { request: `${method} ${path}`, status, text: await response.text() };
	}
}

/** Which of them depends on who noticed first, the system or fetch. */
const CLOSED = z.enum(['ECONNRESET', 'UND_ERR_SOCKET']);
const closedConnection = z.object({ cause: z.object({ code: CLOSED }) });

const BUSY = 503;
const BUSY_PAUSE_MS = 500;
const MAX_BUSY = 60;

/**
 * n8n closes idle connections, on a busy machine just when a request leaves, and refuses requests while
 * its database does not respond: it has not read such a request.
 */
async function fetchAgain(url: string, init: RequestInit, attempt = 1): Promise<Response> {
	const response = await fetch(url, init).catch(async (error: unknown) => {
		if (closedConnection.safeParse(error).success) return await fetch(url, init);
		throw error;
	});
	if (response.status !== BUSY || attempt === MAX_BUSY) return response;
	await wait(BUSY_PAUSE_MS);
	return await fetchAgain(url, init, attempt + 1);
}

/** The content of a response; throws n8n's own words where it refused. */
export function contentOf({ request, status, text }: RestResponse): unknown {
	if (status < 400) return JSON.parse(text);
	throw new Error(`n8n responded to ${request} with ${status}: ${reason(text)}`);
}

function reason(text: string): string {
	try {
		return errorSchema.parse(JSON.parse(text)).message;
	} catch {
		return text.slice(0, 300);
	}
}

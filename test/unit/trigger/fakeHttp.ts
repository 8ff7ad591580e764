/** Requests and responses as n8n 2.41 handles them (body-parser.js, webhook-helpers.js, response-helper.js). */
import { listen } from '../../../dev/n8n/ports';
import { http } from '../../../dev/platform';

/** Starts a server on a free port; returns it with its origin. */
export async function openServer() {
	const server = http.createServer();
	const url = await listen(server);
	return { server, host: new URL(url).host, url };
}

export async function closeServer(server: http.Server): Promise<void> {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
}

export interface FakeResponse {
	status: number;
	body: unknown;
}

interface ExpressResponse extends http.ServerResponse {
	status(code: number): ExpressResponse;
	json(body: unknown): ExpressResponse;
}

/** The methods of Express that nodes and n8n use here; as in Express, nothing is sent before `end`. */
export function expressLike(response: http.ServerResponse): ExpressResponse {
	const express: ExpressResponse = Object.assign(response, {
		status(code: number) {
			response.statusCode = code;
			return express;
		},
		json(body: unknown) {
			const text = JSON.stringify(body) ?? '';
			response.setHeader('content-type', 'application/json; charset=utf-8');
			response.end(text, 'utf8');
			return express;
		},
	});
	return express;
}

export function send(response: http.ServerResponse, { status, body }: FakeResponse): void {
	expressLike(response).status(status).json(body);
}

/** n8n's response for an unknown webhook URL (WebhookNotFoundError). */
export function unknownWebhook(method = '', path: string): FakeResponse {
	const message = `The requested webhook "${method} ${path}" is not registered.`;
	return { status: 404, body: { code: 404, message, hint: 'The workflow must be active' } };
}

export async function readAll(request: http.IncomingMessage): Promise<Buffer> {
	if (request.destroyed || !request.readable) throw new Error('The request is not readable');
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** A request after n8n's middleware: the body has not been read yet. */
export interface FakeRequest extends http.IncomingMessage {
	contentType: string;
	originalUrl: string;
	query: Record<string, string>;
	params: object;
	body?: unknown;
	rawBody: Buffer;
	readRawBody(): Promise<void>;
}

export function asRequest(request: http.IncomingMessage, query: URLSearchParams): FakeRequest {
	const [type = ''] = (request.headers['content-type'] ?? '').split(';');
	const fake: FakeRequest = Object.assign(request, {
		contentType: type.trim().toLowerCase(),
		originalUrl: request.url ?? '',
		query: Object.fromEntries(query),
		params: {},
		async readRawBody() {
			fake.rawBody ??= await readAll(request);
		},
	});
	return fake;
}

const PARSED = /^(application\/json|text\/plain|application\/x-www-form-urlencoded)|[/+]xml$/;

/**
 * Reads and parses the body, as n8n does for nodes of a version above 1: other types are left unread.
 *
 * @returns n8n's own response to a body that it cannot parse
 */
export async function parseBody(request: FakeRequest): Promise<FakeResponse | undefined> {
	const { contentType } = request;
	if (contentType === 'multipart/form-data') {
		await readAll(request);
		request.body = { data: {}, files: {} };
		return undefined;
	}
	if (!PARSED.test(contentType)) return undefined;
	await request.readRawBody();
	const text = request.rawBody?.toString() ?? '';
	if (text === '') return undefined;
	try {
		if (contentType === 'application/json') request.body = JSON.parse(text);
		else if (contentType === 'text/plain') request.body = text;
		else if (!contentType.startsWith('application/json')) request.body = { parsed: 'by n8n' };
		return undefined;
	} catch {
		return { status: 422, body: { code: 422, message: 'Failed to parse request body' } };
	}
}

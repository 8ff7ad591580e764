import type { FastifyReply, FastifyRequest } from 'fastify';

import { http } from '../platform';

/** A response: a string body is sent as it is, `undefined` as an empty body, anything else as JSON. */
export interface SentResponse {
	status: number;
	body: unknown;
	contentType?: string;
	headers?: Record<string, string>;
}

/** An error with a response, thrown by routes. */
export class Rejection extends Error {
	constructor(readonly response: SentResponse) {
		super(`${response.status} ${JSON.stringify(response.body)}`);
	}
}

/** The response of a rejection; any other error is a bug of the simulator. */
export function rejectionOf(error: unknown): SentResponse {
	if (error instanceof Rejection) return error.response;
	throw error;
}

/** Reference, Endpoints: status codes of success are not shown; convention: 200, 201 on creation. */
export function ok(body: unknown, status = 200): SentResponse {
	return { status, body };
}

/** Reference, Errors: failure bodies carry success false and an error string; the codes are convention. */
export function failure(status: number, error: string): Rejection {
	return new Rejection({ status, body: { success: false, error } });
}

export const notFound = (what: string) => failure(404, `${what} not found`);

/** The row with an ID; `what` it is goes into the rejection when there is none. */
export function found<Row extends { id: number }>(
	rows: Row[],
	id: number | undefined,
	what: string,
): Row {
	const row = rows.find((candidate) => candidate.id === id);
	if (!row) throw notFound(what);
	return row;
}

/** Reference, Errors: those of validation are not shown; convention: Django REST style, texts by field. */
export function invalid(errors: Record<string, string[]>): Rejection {
	return new Rejection({ status: 400, body: errors });
}

/** Rejects a field that names rows which are not there. */
export function rejectUnknown(field: string, ids: number[], rows: Array<{ id: number }>): void {
	const unknown = ids.filter((id) => !rows.some((row) => row.id === id));
	if (unknown.length === 0) return;
	throw invalid({ [field]: unknown.map((id) => `Invalid pk "${id}" - object does not exist.`) });
}

/** An unroutable path gets the page of the web framework, not JSON (convention: as Django does). */
export function htmlPage(status: number): SentResponse {
	const title = http.STATUS_CODES[status] ?? 'Error';
	const body = `<!doctype html>\n<html lang="en">\n<head>\n  <title>${title}</title>\n</head>\n<body>\n  <h1>${title}</h1><p>The requested resource was not found on this server.</p>\n</body>\n</html>\n`;
	return { status, body, contentType: 'text/html; charset=utf-8' };
}

export function serialize({ body, contentType }: SentResponse): {
	text: string;
	contentType: string;
} {
	if (body === undefined) return { text: '', contentType: contentType ?? 'application/json' };
	if (typeof body === 'string') {
		return { text: body, contentType: contentType ?? 'text/plain; charset=utf-8' };
	}
	return { text: JSON.stringify(body), contentType: contentType ?? 'application/json' };
}

/** A request that awaits its response. */
export interface Exchange {
	request: FastifyRequest;
	reply: FastifyReply;
	/** Called with the status of the response, 0 for none, just before it is sent. */
	settle(status: number): void;
}

export function send({ reply, settle }: Exchange, response: SentResponse): void {
	const { text, contentType } = serialize(response);
	// Logged first, so that the row is complete once the client has the response.
	settle(reply.raw.destroyed ? 0 : response.status);
	void reply
		.code(response.status)
		.headers({ ...response.headers, 'content-type': contentType })
		.send(Buffer.isBuffer(response.body) ? response.body : text);
}

/** Sends no response, and leaves the connection open. */
export function withhold({ reply, settle }: Exchange): void {
	reply.hijack();
	settle(0);
}

/** Closes the connection without a response. */
export function drop(exchange: Exchange): void {
	withhold(exchange);
	exchange.request.raw.socket.destroy();
}

/** n8n's answers and requests, as far as a node sees them (webhook-helpers.js, body-parser.js). */
import { http } from '../../../dev/platform';

export interface Answer {
	status: number;
	body: unknown;
}

export function send(response: http.ServerResponse, { status, body }: Answer): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}

/** The request as n8n's body parser leaves it, for the content types that matter here. */
export function parsed(request: http.IncomingMessage, rawBody: Buffer, query: object): object {
	const isJson = request.headers['content-type']?.startsWith('application/json');
	const body: unknown = isJson && rawBody.length > 0 ? JSON.parse(rawBody.toString()) : undefined;
	return Object.assign(request, { rawBody, body, query, params: {} });
}

/** Two methods of Express that a node uses. */
export function expressLike(response: http.ServerResponse): object {
	const methods = {
		status(code: number) {
			response.statusCode = code;
			return response;
		},
		json(body: unknown) {
			response.setHeader('content-type', 'application/json');
			return response.end(JSON.stringify(body));
		},
	};
	return Object.assign(response, methods);
}

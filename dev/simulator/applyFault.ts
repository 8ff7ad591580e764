import { http, Readable, wait } from '../platform';
import { drop, send, serialize, withhold } from './response';
import type { SentResponse, Exchange } from './response';
import type { Fault } from './faults';

/** Applies a fault to a request that is never executed; false for a fault of the other kind. */
export function replaceResponse(fault: Fault, exchange: Exchange): boolean {
	const response = substitute(fault);
	if (response) send(exchange, response);
	else if ('kind' in fault && fault.kind === 'hang') withhold(exchange);
	else if ('kind' in fault && fault.kind === 'reset') drop(exchange);
	else return false;
	return true;
}

function substitute(fault: Fault): SentResponse | undefined {
	if (!('kind' in fault)) {
		const body = fault.body ?? { error: http.STATUS_CODES[fault.status] ?? 'Error' };
		return { ...fault, body };
	}
	if (fault.kind === 'html') {
		const body =
			'<!doctype html>\n<title>Sign in</title>\n<h1>Please sign in to the network</h1>\n';
		return { status: 200, body, contentType: 'text/html; charset=utf-8' };
	}
	if (fault.kind === 'notJson') return { status: 200, body: 'OK', contentType: 'application/json' };
	if (fault.kind === 'redirect') {
		return { status: 302, body: undefined, headers: { location: fault.to } };
	}
	if (fault.kind === 'large') {
		return { status: 200, body: { success: true, padding: 'x'.repeat(fault.bytes) } };
	}
	return undefined;
}

/** Applies a fault to the response of an executed request; false when the response is to be sent unchanged. */
export function corruptResponse(fault: Fault, response: SentResponse, exchange: Exchange): boolean {
	if (!('kind' in fault)) return false;
	const { text, contentType } = serialize(response);
	const half = text.slice(0, Math.floor(text.length / 2));
	if (fault.kind === 'resetAfter') drop(exchange);
	else if (fault.kind === 'truncated') send(exchange, { ...response, body: half, contentType });
	else if (fault.kind === 'empty') send(exchange, { ...response, body: undefined });
	else if (fault.kind === 'drip') drip(fault.ms, response, exchange);
	else if (fault.kind === 'halfClosed') breakOff(half, response, exchange);
	else return false;
	return true;
}

const dripPieces = 20;

function drip(ms: number, response: SentResponse, { reply, settle }: Exchange): void {
	const { text, contentType } = serialize(response);
	const size = Math.max(1, Math.ceil(text.length / dripPieces));
	async function* pieces() {
		for (let start = 0; start < text.length; start += size) {
			yield text.slice(start, start + size);
			await wait(ms / dripPieces, undefined, { ref: false });
		}
	}
	reply.hijack();
	settle(response.status);
	reply.raw.writeHead(response.status, { 'content-type': contentType });
	Readable.from(pieces()).pipe(reply.raw);
}

/** Announces the whole response, sends a part of it, and ends the connection. */
function breakOff(part: string, response: SentResponse, exchange: Exchange): void {
	const { request, reply } = exchange;
	const { text, contentType } = serialize(response);
	withhold(exchange);
	const length = Buffer.byteLength(text);
	reply.raw.writeHead(response.status, { 'content-type': contentType, 'content-length': length });
	reply.raw.write(part, () => request.raw.socket.end());
}

import { http, Readable, wait } from '../platform';
import { drop, send, serialize, withhold } from './answer';
import type { Answer, Exchange } from './answer';
import type { Fault } from './faults';

/** Applies a fault to a request that is never executed; false for a fault of the other kind. */
export function replaceResponse(fault: Fault, exchange: Exchange): boolean {
	const answer = substitute(fault);
	if (answer) send(exchange, answer);
	else if ('kind' in fault && fault.kind === 'hang') withhold(exchange);
	else if ('kind' in fault && fault.kind === 'reset') drop(exchange);
	else return false;
	return true;
}

function substitute(fault: Fault): Answer | undefined {
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
export function corruptResponse(fault: Fault, answer: Answer, exchange: Exchange): boolean {
	if (!('kind' in fault)) return false;
	const { text, contentType } = serialize(answer);
	const half = text.slice(0, Math.floor(text.length / 2));
	if (fault.kind === 'resetAfter') drop(exchange);
	else if (fault.kind === 'truncated') send(exchange, { ...answer, body: half, contentType });
	else if (fault.kind === 'empty') send(exchange, { ...answer, body: undefined });
	else if (fault.kind === 'drip') drip(fault.ms, answer, exchange);
	else if (fault.kind === 'halfClosed') breakOff(half, answer, exchange);
	else return false;
	return true;
}

const dripPieces = 20;

function drip(ms: number, answer: Answer, { reply, settle }: Exchange): void {
	const { text, contentType } = serialize(answer);
	const size = Math.max(1, Math.ceil(text.length / dripPieces));
	async function* pieces() {
		for (let start = 0; start < text.length; start += size) {
			yield text.slice(start, start + size);
			await wait(ms / dripPieces, undefined, { ref: false });
		}
	}
	reply.hijack();
	settle(answer.status);
	reply.raw.writeHead(answer.status, { 'content-type': contentType });
	Readable.from(pieces()).pipe(reply.raw);
}

/** Announces the whole response, sends a part of it, and ends the connection. */
function breakOff(part: string, answer: Answer, exchange: Exchange): void {
	const { request, reply } = exchange;
	const { text, contentType } = serialize(answer);
	withhold(exchange);
	const length = Buffer.byteLength(text);
	reply.raw.writeHead(answer.status, { 'content-type': contentType, 'content-length': length });
	reply.raw.write(part, () => request.raw.socket.end());
}

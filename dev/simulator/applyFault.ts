import type { FastifyReply, FastifyRequest } from 'fastify';

import { http, Readable, wait } from '../platform';
import { serialize } from './answer';
import type { Answer } from './answer';
import type { Fault } from './faults';
import { send } from './send';
import type { Settle } from './send';

type FaultEffects = Record<string, (() => void) | undefined>;

/** Applies a fault to a request that is never executed; false for a fault of the other kind. */
export function replaceResponse(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
	settle: Settle,
): boolean {
	const answer = substitute(fault);
	if (answer) {
		send(reply, answer, settle);
		return true;
	}
	if (!('kind' in fault)) return false;
	if (fault.kind === 'hang' || fault.kind === 'timeout') {
		reply.hijack();
		settle(0);
		return true;
	}
	if (fault.kind === 'reset') {
		drop(request, reply, settle);
		return true;
	}
	return false;
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
export function corruptResponse(
	fault: Fault,
	answer: Answer,
	request: FastifyRequest,
	reply: FastifyReply,
	settle: Settle,
): boolean {
	if (!('kind' in fault)) return false;
	const { text, contentType } = serialize(answer);
	const half = text.slice(0, Math.floor(text.length / 2));
	const actions: FaultEffects = {
		resetAfter: () => drop(request, reply, settle),
		truncated: () => send(reply, { ...answer, body: half, contentType }, settle),
		empty: () => send(reply, { ...answer, body: undefined }, settle),
		drip: () => drip(fault, answer, reply, settle),
		halfClosed: () => {
			reply.hijack();
			settle(0);
			const length = Buffer.byteLength(text);
			reply.raw.writeHead(answer.status, { 'content-type': contentType, 'content-length': length });
			reply.raw.write(half, () => request.raw.socket.end());
		},
	};
	const action = actions[fault.kind];
	action?.();
	return action !== undefined;
}

/** Closes the connection without a response. */
export function drop(request: FastifyRequest, reply: FastifyReply, settle: Settle): void {
	reply.hijack();
	settle(0);
	request.raw.socket.destroy();
}

const dripPieces = 20;

function drip(fault: Fault, answer: Answer, reply: FastifyReply, settle: Settle): void {
	const ms = 'kind' in fault && fault.kind === 'drip' ? fault.ms : 0;
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

import type { FastifyReply, FastifyRequest } from 'fastify';

import { serialize } from './answer';
import type { Answer } from './answer';

/** A request that awaits its response. */
export interface Exchange {
	request: FastifyRequest;
	reply: FastifyReply;
	/** Called with the status of the response, 0 for none, just before it is sent. */
	settle(status: number): void;
}

export function send({ reply, settle }: Exchange, answer: Answer): void {
	const { text, contentType } = serialize(answer);
	// Logged first, so that the row is complete once the client has the response.
	settle(reply.raw.destroyed ? 0 : answer.status);
	void reply
		.code(answer.status)
		.headers({ ...answer.headers, 'content-type': contentType })
		.send(Buffer.isBuffer(answer.body) ? answer.body : text);
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

import type { FastifyReply } from 'fastify';

import { serialize } from './answer';
import type { Answer } from './answer';

/** Called with the status of the response, 0 for none, just before it is sent. */
export type Settle = (status: number) => void;

export function send(reply: FastifyReply, answer: Answer, settle: Settle): void {
	const { text, contentType } = serialize(answer);
	// Logged first, so that the row is complete once the client has the response.
	settle(reply.raw.destroyed ? 0 : answer.status);
	void reply
		.code(answer.status)
		.headers({ ...answer.headers, 'content-type': contentType })
		.send(Buffer.isBuffer(answer.body) ? answer.body : text);
}

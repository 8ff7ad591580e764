import type { FastifyReply } from 'fastify';

import { serialize } from './answer';
import type { Answer } from './answer';

/** Told the status a request was answered with, 0 for none, just before the answer leaves. */
export type Settle = (status: number) => void;

export function send(reply: FastifyReply, answer: Answer, settle: Settle): void {
	const { text, contentType } = serialize(answer);
	// Logged first: whoever has the answer in hand finds the row complete.
	settle(reply.raw.destroyed ? 0 : answer.status);
	void reply
		.code(answer.status)
		.headers({ ...answer.headers, 'content-type': contentType })
		.send(text);
}

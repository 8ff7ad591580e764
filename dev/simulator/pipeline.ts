import type { FastifyReply, FastifyRequest } from 'fastify';

import { performance, wait } from '../platform';
import { drop, rejectionOf, send } from './response';
import type { SentResponse } from './response';
import type { Context } from './context';
import type { LoggedRequest } from './log';
import { corruptResponse, replaceResponse } from './applyFault';
import { limitExceeded } from './rateLimit';
import { authenticate, keyOf, maskedHeaders, prefixOf } from './users';

/** Handles an admitted request. */
export type Work = () => SentResponse;

/** Only the public endpoints are limited (reference, Limits). */
const limitedPaths = '/api/v1/public/';

/**
 * Reference, Endpoints: the key is required under /api/v1/public/. For PUT /api/v1/user/webhook/ that is
 * not shown (reference, Authentication 5); it and all other paths ask for one too, as seen in the
 * extended API, 3, 4 and 9.
 */
const guardedPaths = '/api/v1/';

/** One API call from arrival to response: key, limit, latency, planned faults, and the work between them. */
export async function serve(
	context: Context,
	request: FastifyRequest,
	reply: FastifyReply,
	work: Work,
): Promise<void> {
	const row = logArrival(context, request);
	watch(context, reply);
	const settle = (status: number) => {
		row.status = status;
		context.events.emit('change', { request: row, state: row.method !== 'GET' });
	};
	const exchange = { request, reply, settle };
	const rejection = outcome(() => letIn(context, request, row.path));
	await pause(context, context.settings.latencyMs);
	if (context.closing.aborted) return drop(exchange);
	if (rejection) return send(exchange, rejection);

	const fault = context.faults.next(row);
	if (fault && replaceResponse(fault, exchange)) return;
	if (fault && 'kind' in fault && fault.kind === 'delay') await pause(context, fault.ms);
	const response = outcome(work);
	if (fault && corruptResponse(fault, response, exchange)) return;
	send(exchange, response);
}

function logArrival(context: Context, request: FastifyRequest): LoggedRequest {
	const [path = '', ...rest] = request.url.split('?');
	return context.requests.add((id) => ({
		id,
		at: Date.now(),
		method: request.method,
		path,
		query: rest.join('?'),
		headers: maskedHeaders(request.headers),
		body: bodyText(request),
		status: 0,
		key: prefixOf(keyOf(request.headers)),
	}));
}

function watch(context: Context, { raw }: FastifyReply): void {
	context.open += 1;
	// Emitted once, whether the response was complete or the connection closed earlier.
	raw.once('close', () => {
		context.open -= 1;
	});
}

/** Bodies are kept as received: the parser of every content type passes the text through. */
export function bodyText(request: FastifyRequest): string {
	return typeof request.body === 'string' ? request.body : '';
}

function letIn(
	{ settings, state, limiter }: Context,
	request: FastifyRequest,
	path: string,
): undefined {
	if (!path.startsWith(guardedPaths)) return undefined;
	const key = keyOf(request.headers);
	authenticate(state, key);
	if (!path.startsWith(limitedPaths)) return undefined;
	const waitMs = limiter.waitFor(key, performance.now(), settings);
	if (waitMs > 0) throw limitExceeded(waitMs, settings.retryAfter);
	return undefined;
}

function outcome<Result>(work: () => Result): Result | SentResponse {
	try {
		return work();
	} catch (error) {
		return rejectionOf(error);
	}
}

async function pause({ closing }: Context, ms: number): Promise<void> {
	if (ms === 0) return;
	// Closing the simulator ends the wait.
	await wait(ms, undefined, { signal: closing }).catch(() => undefined);
}

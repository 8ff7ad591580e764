import { NodeApiError, type Failure, type INode } from 'n8n-workflow';
import type { ResponseHeaders } from '../http/exchange';
import { sentences } from '../../sentences';

export type Cause = Failure['cause'];

/** Why a request did not succeed, as text for the user. */
export interface Problem {
	/** The service's own error message, if there is one. */
	message: string;
	/** What the problem means and what to do; joined into the error's description. */
	advice: string[];
	/** The status, or the network error code if there is no response, as in n8n's own nodes. */
	httpCode?: string;
	/** Whether a write may have been carried out, and so must not be sent again. */
	uncertain?: boolean;
	/** Whether the body of a 2xx reports the problem, so that the status gives no reason. */
	isReported?: boolean;
	/** Whether the response was accepted, but has no body. */
	isEmpty?: boolean;
	/** Whether nothing of the request can have reached the service. */
	isUnsent?: boolean;
	/** The cause, for n8n itself; absent if the response does not show it. */
	failure?: Failure;
}

/** The result of a request. `hint` is for the user, if it succeeded. */
export type Verdict =
	| { ok: true; status: number; headers: ResponseHeaders; body: unknown; hint?: string }
	| { ok: false; problem: Problem };

/**
 * Why a request failed, in the form in which n8n reads it from an error (n8n-workflow 2.41,
 * errors/failure.d.ts; older releases ignore it).
 *
 * @param cause `undefined` if the response does not show it
 * @param retryAfterMs the wait that the service asks for; it counts only if waiting helps
 */
export function failureOf(cause?: Cause, retryAfterMs?: number): Failure | undefined {
	const isTimed =
		cause === 'rate-limited' || cause === 'quota-exhausted' || cause === 'temporarily-unavailable';
	if (isTimed && retryAfterMs !== undefined) return { cause, retryAfterMs };
	return cause && { cause };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration as text, in the largest unit that gives at least two: 90 s, 2 min, 3 days. */
export function formatDuration(ms: number, round = Math.ceil): string {
	if (ms > 365 * DAY) return 'more than a year';
	if (ms >= 2 * DAY) return `${round(ms / DAY)} days`;
	if (ms >= 2 * HOUR) return `${round(ms / HOUR)} h`;
	return ms >= 2 * MINUTE ? `${round(ms / MINUTE)} min` : `${Math.max(1, round(ms / 1_000))} s`;
}

/** The errors of requests that were certainly not carried out; kept beside the errors, which n8n stores and shows. */
const notCarriedOut = new WeakSet<object>();

/**
 * Whether the request of an error was certainly not carried out, although its status or code alone suggests
 * that it may have been: the response was `200 {"success": false}`, or the connection was not made.
 */
export function wasNotCarriedOut(error: unknown): boolean {
	return typeof error === 'object' && error !== null && notCarriedOut.has(error);
}

/**
 * A new error for the user, built from text only: an error of the HTTP client, if kept as its cause,
 * would carry the request's headers, and with them the key, into logs and execution data.
 */
export function toNodeError(node: INode, problem: Problem, itemIndex?: number): NodeApiError {
	const { message, advice, httpCode, failure } = problem;
	const description = sentences(advice);
	const error = new NodeApiError(node, {}, { message, description, itemIndex, failure });
	// n8n replaces a message or code that contains the name of a system error, such as EEXIST in
	// "a preexisting lead", with a generic message: the original is restored here.
	error.message = message;
	error.messages = [];
	error.httpCode = httpCode ?? null;
	if (problem.isReported || problem.isUnsent) notCarriedOut.add(error);
	return error;
}

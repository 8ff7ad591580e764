import type { Clock } from '../../clock';
import { isQuota } from './advice';
import { errorMessages } from './errorMessages';
import { parseResponse } from '../../json';
import type { Outcome, ServiceResponse, WireRequest } from '../http/exchange';

/** What preceded an outcome. */
export interface Tries {
	/** How many responses were lost. */
	losses: number;
	/** Milliseconds spent on responses and backoff, without the waits for the rate limit. */
	spentMs: number;
	/** For how many milliseconds the rate limiter sends nothing after a 429 without `Retry-After`. */
	pauseMs: number;
	/** Milliseconds since the run was first rate-limited, if the service has accepted nothing with the key since. */
	rateLimitedMs: number;
}

/**
 * How long a run retries while the service rate-limits all of its requests, and how long a request is
 * retried after lost responses. A wait that would exceed it is not started.
 */
export const MAX_RETRY_MS = 600_000;
const MAX_LOSSES = 3;
const INITIAL_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 8_000;

const TRANSIENT_CODES = new Set([
	'ECONNRESET',
	'ECONNABORTED',
	'EPIPE',
	'ETIMEDOUT',
	'EAI_AGAIN',
	'ERR_BAD_RESPONSE',
	'TIMEOUT',
]);

/** Exponential backoff: 1, 2, 4 … seconds, each shortened by up to a quarter (jitter). */
function backoffMs(tries: number, clock: Clock): number {
	const full = Math.min(MAX_BACKOFF_MS, INITIAL_BACKOFF_MS * 2 ** tries);
	return Math.round(full * (1 - clock.random() / 4));
}

/**
 * Whether the service rejected the request for a rate limit, and not for a quota, which is too long to wait for.
 * A `Retry-After` that is short enough decides, whatever else the text names.
 */
export function isRateLimited(outcome: Outcome): outcome is ServiceResponse & { status: 429 } {
	if (outcome.kind === 'failure' || outcome.status !== 429) return false;
	if ((outcome.retryAfterMs ?? Infinity) <= MAX_RETRY_MS) return true;
	const said = parseResponse(outcome.text)?.value ?? outcome.text;
	return !isQuota(errorMessages(said).join('. '));
}

/** Whether the service failed, or its response did not arrive. */
function isLost(outcome: Outcome): boolean {
	if (outcome.kind === 'failure') return TRANSIENT_CODES.has(outcome.code);
	return outcome.status === 408 || outcome.status >= 500;
}

/**
 * Whether a request may be sent again after an outcome.
 *
 * - 429: the call was not carried out, so any request may be sent again.
 * - 408, 5xx, a reset connection, a timeout: only idempotent requests. Any other may have been carried out,
 *   and a message or a deletion must not happen twice.
 */
export function isRepeatable(outcome: Outcome, { idempotent }: WireRequest): boolean {
	return isRateLimited(outcome) || (idempotent && isLost(outcome));
}

/**
 * The only retry rule: when a request is sent again, after `Retry-After`, when the rate limiter allows it, or
 * with exponential backoff. No wait goes beyond {@link MAX_RETRY_MS}: if the service asks for more, the
 * outcome is final immediately. After a first lost response there is always one retry, however long the
 * response took.
 *
 * @returns milliseconds to wait; `undefined` when the outcome is final
 */
export function retryIn(
	outcome: Outcome,
	request: WireRequest,
	tries: Tries,
	clock: Clock,
): number | undefined {
	const rateLimited = isRateLimited(outcome);
	if (!isRepeatable(outcome, request)) return undefined;
	if (!rateLimited && tries.losses >= MAX_LOSSES) return undefined;
	const asked = outcome.kind === 'response' ? outcome.retryAfterMs : undefined;
	const waitMs = asked ?? (rateLimited ? tries.pauseMs : backoffMs(tries.losses, clock));
	const waitedMs = rateLimited ? tries.rateLimitedMs : tries.spentMs;
	// A timeout of ten minutes uses up the whole budget: one retry follows all the same.
	const isFirstTry = !rateLimited && tries.losses === 0 && !asked;
	return isFirstTry || waitedMs + waitMs <= MAX_RETRY_MS ? waitMs : undefined;
}

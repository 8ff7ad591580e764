import type { Clock } from '../clock';
import type { ResponseHeaders, Outcome } from './exchange';

/** What to do with an outcome. */
export type Decision =
	/** Final; `requestedWaitMs` where the service asks for a longer wait than {@link MAX_RETRY_MS}. */
	| { action: 'accept'; requestedWaitMs?: number }
	/** The rate limit was exceeded: nothing should be sent with the key for `waitMs`. */
	| { action: 'pause'; waitMs: number }
	| { action: 'retry'; waitMs: number };

/** The lost responses of a request so far. */
export interface Spent {
	/** How many responses were lost. */
	losses: number;
	/** Milliseconds spent waiting for responses and on backoff; without the rate limit's waits. */
	spentMs: number;
}

/** What preceded an outcome. */
export interface Tries extends Spent {
	/** For how many milliseconds the rate limiter sends nothing after a refusal without `Retry-After`. */
	pauseMs: number;
	/** Milliseconds since the run was first refused, if the service has accepted nothing with the key since. */
	refusedMs: number;
}

const SECOND = 1_000;
/**
 * How long a run retries while the service refuses all of its requests, and how long a request is
 * retried after lost responses. A wait that would exceed it is not started.
 */
export const MAX_RETRY_MS = 600 * SECOND;
const MAX_LOSSES = 3;
const INITIAL_BACKOFF_MS = 1 * SECOND;
/** The upper bound of the backoff. */
const MAX_BACKOFF_MS = 8 * SECOND;

const TRANSIENT_CODES = new Set([
	'ECONNRESET',
	'ECONNABORTED',
	'EPIPE',
	'ETIMEDOUT',
	'EAI_AGAIN',
	'ERR_BAD_RESPONSE',
	'TIMEOUT',
]);

/**
 * Reads a `Retry-After` header (RFC 9110, 10.2.3: seconds or an HTTP date).
 *
 * @returns milliseconds from now, at least 0, or `undefined` when it is missing or invalid
 */
export function retryAfterMs(headers: ResponseHeaders, now: number): number | undefined {
	const text = headers['retry-after'] ?? '';
	if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return Number(text) * SECOND;
	// Date.parse also accepts short numbers and words: only what looks like an HTTP date counts.
	const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
	if (Number.isNaN(at)) return undefined;
	// The clocks may differ: the service's own Date header is the reference where there is one.
	const served = Date.parse(headers.date ?? '');
	return Math.max(0, at - (Number.isNaN(served) ? now : served));
}

/**
 * The wait that a response asks for. Zero and a date in the past count as none: they would cause
 * retries without any delay.
 */
export function requestedWaitMs(outcome: Outcome, now: number): number | undefined {
	return (outcome.kind === 'response' && retryAfterMs(outcome.headers, now)) || undefined;
}

/** Exponential backoff: 1, 2, 4 … seconds, each shortened by up to a quarter (jitter). */
function backoffMs(tries: number, clock: Clock): number {
	const full = Math.min(MAX_BACKOFF_MS, INITIAL_BACKOFF_MS * 2 ** tries);
	return Math.round(full * (1 - clock.random() / 4));
}

/**
 * The only retry rule.
 *
 * - 429: the call was not carried out, so any request is retried, after `Retry-After` or when the rate
 *   limiter allows it.
 * - 408, 5xx, a reset connection, a timeout: only idempotent requests are retried. Any other may have
 *   been carried out, and a message or a deletion must not happen twice.
 *
 * No wait goes beyond {@link MAX_RETRY_MS}: if the service asks for more, the outcome is final at once.
 * After a first lost response there is always one retry, however long it took.
 */
export function decide(
	outcome: Outcome,
	idempotent: boolean,
	tries: Tries,
	clock: Clock,
): Decision {
	const refused = outcome.kind === 'response' && outcome.status === 429;
	const again = refused || (idempotent && isLost(outcome) && tries.losses < MAX_LOSSES);
	if (!again) return { action: 'accept' };
	const asked = requestedWaitMs(outcome, clock.now());
	const waitMs = asked ?? (refused ? tries.pauseMs : backoffMs(tries.losses, clock));
	const waitedMs = refused ? tries.refusedMs : tries.spentMs;
	// A timeout of ten minutes uses up the whole budget: one retry follows all the same.
	const isFirst = !refused && tries.losses === 0 && !asked;
	if (!isFirst && waitedMs + waitMs > MAX_RETRY_MS) {
		return { action: 'accept', requestedWaitMs: asked };
	}
	return { action: refused ? 'pause' : 'retry', waitMs };
}

/** Whether the service failed, or its response did not arrive. */
function isLost(outcome: Outcome): boolean {
	if (outcome.kind === 'failure') return TRANSIENT_CODES.has(outcome.code);
	return outcome.status === 408 || outcome.status >= 500;
}

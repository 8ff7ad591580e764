import type { Clock } from './clock';
import type { AnswerHeaders, Outcome } from './exchange';

/** Whether a request only reads: then it may be sent again without harm. */
export type Effect = 'read' | 'write';

/** What to do with an outcome. */
export type Decision =
	| { action: 'accept' }
	/** The service counted too many requests: nobody should send for `waitMs`. */
	| { action: 'pause'; waitMs: number }
	| { action: 'repeat'; waitMs: number };

/** What was tried before an outcome. */
export interface Tries {
	/** How many requests in a row went alone after a refusal, and were refused as well. */
	refusals: number;
	/** Milliseconds since the run was refused first without being served since. */
	refusedMs: number;
	/** How often the answer to this request was lost. */
	losses: number;
}

const SECOND = 1_000;
/** Longest single wait, whatever `Retry-After` says. */
const MAX_WAIT_MS = 120 * SECOND;
/** A run that was refused for longer than this in all is given up. */
const MAX_REFUSED_MS = 600 * SECOND;
const MAX_LOSSES = 3;
const FIRST_WAIT_MS = 1 * SECOND;
/** Growing waits stop growing here: a window that opened unnoticed is found soon. */
const MAX_GROWN_WAIT_MS = 8 * SECOND;

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
 * @returns milliseconds from now, at least 0, or `undefined` when there is none to be understood
 */
export function retryAfterMs(headers: AnswerHeaders, now: number): number | undefined {
	const text = headers['retry-after'] ?? '';
	if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return Number(text) * SECOND;
	// Date.parse takes short numbers and words for dates: only what looks like an HTTP date counts.
	const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
	if (Number.isNaN(at)) return undefined;
	// The two clocks may differ: measured on the service's own where it tells its time.
	const served = Date.parse(headers.date ?? '');
	return Math.max(0, at - (Number.isNaN(served) ? now : served));
}

/** 1, 2, 4 … seconds, each shortened by up to a quarter so that processes part ways. */
function growingWait(tries: number, clock: Clock): number {
	const full = Math.min(MAX_GROWN_WAIT_MS, FIRST_WAIT_MS * 2 ** tries);
	return Math.round(full * (1 - clock.random() / 4));
}

/**
 * The one retry rule.
 *
 * - 429: the call was refused, so anything may be sent again, after `Retry-After` or growing waits.
 * - 408, 5xx, a reset connection, a timeout: reads alone. A write may have been carried out, and a
 *   message or a deletion must not happen twice.
 */
export function decide(outcome: Outcome, effect: Effect, tries: Tries, clock: Clock): Decision {
	// "Now" or a date that has passed would make it ask again and again without a pause.
	const asked = outcome.kind === 'answer' && retryAfterMs(outcome.headers, clock.now());
	if (outcome.kind === 'answer' && outcome.status === 429) {
		const waitMs = Math.min(MAX_WAIT_MS, asked || growingWait(tries.refusals, clock));
		const patient = tries.refusedMs + waitMs <= MAX_REFUSED_MS;
		return patient ? { action: 'pause', waitMs } : { action: 'accept' };
	}
	const lost =
		outcome.kind === 'failure'
			? TRANSIENT_CODES.has(outcome.code)
			: outcome.status === 408 || outcome.status >= 500;
	if (!lost || effect === 'write' || tries.losses >= MAX_LOSSES) return { action: 'accept' };
	const waitMs = Math.min(MAX_WAIT_MS, asked || growingWait(tries.losses, clock));
	return { action: 'repeat', waitMs };
}

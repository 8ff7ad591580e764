import type { IHttpRequestMethods } from 'n8n-workflow';
import type { Clock } from '../clock';
import type { ApiCredentials } from '../credentials';
import { classify } from './errors/classify';
import type { Verdict } from './errors/problem';
import type { QueuedRun, Ticket } from './rateLimit/fairQueue';
import type { Permit, RateLimiter } from './rateLimit/rateLimiter';
import {
	exchange,
	type ApiContext,
	type Body,
	type Outcome,
	type ResponseFormat,
	type ServiceResponse,
	type WireRequest,
} from './http/exchange';
import { isRateLimited, MAX_RETRY_MS, retryIn, type Tries } from './errors/retry';
import type { WriteLog } from './writeLog';

/** State that all requests of one node run share. */
export interface Connection {
	context: ApiContext;
	credentials: ApiCredentials;
	limiter: RateLimiter;
	run: QueuedRun;
	clock: Clock;
	onDelay?: (ended: Promise<void>) => void;
	/** Since when the service has rate-limited this run, and accepted nothing with the key. */
	rateLimitedSince?: number;
	/**
	 * How many milliseconds the run's last request that was rate-limited alone waited in vain, if none was
	 * accepted since.
	 */
	aloneMs?: number;
	/** Set once the run has given up waiting for the service: nothing is sent before `until`. */
	blocked?: { until: number; outcome: Outcome };
}

/** Query parameters; an array is sent as a repeated parameter. */
export type Query = Record<string, string | string[]>;

export interface RequestOptions {
	query?: Query;
	body?: Body;
	/**
	 * How the response is read; by default as JSON for a GET. Any other method changes something: if it was
	 * accepted, it did not fail, whatever its body.
	 */
	format?: ResponseFormat;
	/** Whether it is safe to retry after a lost response; by default only a GET is (no effect of others is documented). */
	idempotent?: boolean;
	/** How long the response may take; by default a minute. */
	timeoutMs?: number;
	/** Whether it goes before all other pending requests of the key, for example because a person waits for it. */
	urgent?: boolean;
	/**
	 * The writes of the item: a write that was, or may have been, carried out in an earlier attempt is not sent
	 * again.
	 */
	writes?: WriteLog;
	/** The fields that a successful response may have: beside them an error is no failure. */
	outputFields?: readonly string[];
}

const TIMEOUT_MS = 60_000;
const MAX_REDIRECTS = 3;

/**
 * The signal that is aborted when the execution is stopped; absent if nothing can be stopped, as in a
 * locator's list.
 */
export function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

interface RateLimitedTry extends Pick<Tries, 'pauseMs' | 'rateLimitedMs'> {
	/** Whether the 429 is about this request alone, which then waits by itself. */
	isAlone: boolean;
}

/**
 * Reports a 429 to the rate limiter.
 *
 * @param aloneMs how many milliseconds the request has waited by itself
 */
function reportRateLimited(
	connection: Connection,
	permit: Permit,
	{ retryAfterMs }: ServiceResponse,
	aloneMs: number,
): RateLimitedTry {
	const now = connection.clock.now();
	// While the service accepts requests of other runs, this run is not considered rate-limited.
	connection.rateLimitedSince = Math.max(
		connection.rateLimitedSince ?? now,
		connection.limiter.servedAt,
	);
	const rateLimitedMs = now - connection.rateLimitedSince;
	// A run that will not wait that long must not hold up the others.
	const isWithinBudget = rateLimitedMs + (retryAfterMs ?? 0) <= MAX_RETRY_MS;
	const { isAlone, waitMs } = permit.rateLimited(isWithinBudget ? retryAfterMs : undefined);
	return { isAlone, pauseMs: waitMs, rateLimitedMs: isAlone ? aloneMs : rateLimitedMs };
}

/** Sends a request once, and reports the outcome to the rate limiter. */
async function sendOnce(
	connection: Connection,
	request: WireRequest,
	permit: Permit,
	aloneMs: number,
): Promise<{ outcome: Outcome; rateLimited?: RateLimitedTry }> {
	const { context, credentials, clock } = connection;
	try {
		const outcome = await exchange(context, credentials, request, clock, cancelSignal(context));
		if (isRateLimited(outcome)) {
			return { outcome, rateLimited: reportRateLimited(connection, permit, outcome, aloneMs) };
		}
		if (outcome.kind === 'response') {
			connection.rateLimitedSince = undefined;
			connection.aloneMs = undefined;
			permit.succeeded();
		}
		return { outcome };
	} finally {
		permit.lost();
	}
}

/** The outcome of requests of a run that has given up waiting for the service. */
function blockedOutcome({ blocked, clock }: Connection): Outcome | undefined {
	return blocked && clock.now() < blocked.until ? blocked.outcome : undefined;
}

/** Waits until the request may be sent, or until the run gives up waiting for the service. */
async function acquire(connection: Connection, ticket: Ticket): Promise<Permit | Outcome> {
	const { context, limiter, onDelay } = connection;
	const signal = cancelSignal(context);
	const blocked = blockedOutcome(connection);
	if (blocked) return blocked;
	return await limiter.acquire(ticket, { signal, onDelay }).catch(async (reason: unknown) => {
		const outcome = signal?.aborted ? undefined : blockedOutcome(connection);
		return outcome ?? (await Promise.reject(reason));
	});
}

/**
 * The outcome of a rate-limited request that waits no longer. Unless it was rate-limited alone, no further
 * requests of its run are sent for now.
 */
function giveUp(
	connection: Connection,
	outcome: ServiceResponse,
	{ pauseMs }: RateLimitedTry,
	wasAlone: boolean,
): Outcome {
	if (wasAlone) {
		// Further requests of the run are sent once each.
		connection.aloneMs = MAX_RETRY_MS;
		return { ...outcome, isAlone: true };
	}
	const { clock, limiter, run } = connection;
	connection.blocked = { until: clock.now() + (outcome.retryAfterMs ?? pauseMs), outcome };
	limiter.rejectWaiting(run, new Error('The service takes no requests'));
	return outcome;
}

/** Sends a request as often as the retry rule allows, each time within the key's limit. */
async function sendWithRetries(
	connection: Connection,
	request: WireRequest,
	ticket: Ticket,
): Promise<Outcome> {
	const { context, clock } = connection;
	const spent = { losses: 0, spentMs: 0, aloneMs: connection.aloneMs ?? 0 };
	for (;;) {
		const permit = await acquire(connection, ticket);
		if ('kind' in permit) return permit;
		const sentAt = clock.now();
		const { outcome, rateLimited } = await sendOnce(connection, request, permit, spent.aloneMs);
		spent.spentMs += clock.now() - sentAt;
		const tries = { pauseMs: 0, rateLimitedMs: 0, ...spent, ...rateLimited };
		const waitMs = retryIn(outcome, request, tries, clock);
		if (waitMs === undefined) {
			if (!rateLimited || !isRateLimited(outcome)) return outcome;
			return giveUp(connection, outcome, rateLimited, rateLimited.isAlone || spent.aloneMs > 0);
		}
		if (rateLimited) {
			// The rate limiter waits, unless the 429 is about this request alone.
			if (!rateLimited.isAlone) continue;
			spent.aloneMs += waitMs;
		} else {
			spent.losses += 1;
			spent.spentMs += waitMs;
		}
		const pause = clock.sleep(waitMs, cancelSignal(context));
		if (rateLimited) connection.onDelay?.(pause.then(ignore, ignore));
		await pause;
	}
}

function ignore(): void {}

/** The target of a redirect that may be followed: an idempotent request's, within the origin (a trailing slash). */
function sameOriginTarget(outcome: Outcome, { url, idempotent }: WireRequest): URL | undefined {
	if (!idempotent || outcome.kind === 'failure') return undefined;
	const { status, headers } = outcome;
	const location = [301, 302, 303, 307, 308].includes(status) ? headers.location : undefined;
	if (!location || !URL.canParse(location, url.href)) return undefined;
	const target = new URL(location, url.href);
	return target.origin === url.origin ? target : undefined;
}

/** Sends a request, and follows redirects of an idempotent one within the origin. */
async function sendAndFollow(
	connection: Connection,
	request: WireRequest,
	urgent?: boolean,
): Promise<Verdict> {
	const ticket = connection.limiter.ticket(connection.run, urgent);
	let wire = request;
	for (let hops = 0; ; hops++) {
		const outcome = await sendWithRetries(connection, wire, ticket);
		const target = hops < MAX_REDIRECTS ? sameOriginTarget(outcome, wire) : undefined;
		if (!target) return classify(outcome, wire);
		wire = { ...wire, url: target };
	}
}

/**
 * The only request function: paced by the key's limit, retried by the retry rule, classified by the
 * error table.
 *
 * @param url at the credential's origin
 * @throws the execution's cancel reason as soon as it is stopped
 */
export async function request(
	connection: Connection,
	method: IHttpRequestMethods,
	url: URL,
	options: RequestOptions = {},
): Promise<Verdict> {
	const isRead = method === 'GET';
	const { body, format = isRead ? 'json' : 'any', idempotent = isRead, urgent, writes } = options;
	const { timeoutMs = TIMEOUT_MS, outputFields } = options;
	const wire = { method, url, body, format, idempotent, timeoutMs, outputFields };
	const send = async () => await sendAndFollow(connection, wire, urgent);
	return writes && !idempotent ? await writes.sendAtMostOnce(send) : await send();
}

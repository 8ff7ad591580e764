import type { RequestInfo } from '../errors/problem';
import type { Permit, Ticket } from '../rateLimit/rateLimiter';
import { cancelSignal, type Connection, type Result } from './connection';
import { exchange, type Outcome } from './exchange';
import { requestedWaitMs, decide, MAX_RETRY_MS, type Decision, type Spent } from './retry';

/** Reports a refusal to the rate limiter, and decides what to do about it. */
function recordRefusal(
	connection: Connection,
	permit: Permit,
	outcome: Outcome,
	idempotent: boolean,
	spent: Spent,
): Decision {
	const { limiter, clock } = connection;
	const now = clock.now();
	// While the service accepts requests of other runs, this run is not considered refused.
	const since = Math.max(connection.refusedSince ?? now, limiter.servedAt);
	connection.refusedSince = since;
	const refusedMs = now - since;
	const asked = requestedWaitMs(outcome, now);
	// A run that does not wait that long must not hold back the others.
	const isWithinBudget = refusedMs + (asked ?? 0) <= MAX_RETRY_MS;
	const pauseMs = permit.rateLimited(isWithinBudget ? asked : undefined);
	const decision = decide(outcome, idempotent, { pauseMs, refusedMs, ...spent }, clock);
	if (decision.action === 'accept') {
		const { requestedWaitMs = pauseMs } = decision;
		const result = { outcome, requestedWaitMs: decision.requestedWaitMs };
		connection.blocked = { until: now + requestedWaitMs, result };
		limiter.rejectWaiting(connection.run, new Error('The service takes no requests'));
	}
	return decision;
}

/** Decides what to do about an outcome, and reports it to the rate limiter. */
function recordOutcome(
	connection: Connection,
	permit: Permit,
	outcome: Outcome,
	idempotent: boolean,
	spent: Spent,
): Decision {
	if (outcome.kind === 'response' && outcome.status === 429) {
		return recordRefusal(connection, permit, outcome, idempotent, spent);
	}
	if (outcome.kind === 'response') {
		connection.refusedSince = undefined;
		permit.succeeded();
	}
	return decide(outcome, idempotent, { pauseMs: 0, refusedMs: 0, ...spent }, connection.clock);
}

/** The result of requests of a run that has given up waiting for the service. */
function blockedResult({ blocked, clock }: Connection): Result | undefined {
	return blocked && clock.now() < blocked.until ? blocked.result : undefined;
}

/** Waits until the request may be sent, or until the run gives up waiting for the service. */
async function acquire(connection: Connection, ticket: Ticket): Promise<Permit | Result> {
	const { context, limiter, onDelay } = connection;
	const signal = cancelSignal(context);
	const blocked = blockedResult(connection);
	if (blocked) return blocked;
	return await limiter.acquire(ticket, { signal, onDelay }).catch(async (reason: unknown) => {
		const result = signal?.aborted ? undefined : blockedResult(connection);
		return result ?? (await Promise.reject(reason));
	});
}

/**
 * Sends a request as often as the retry rule allows, each time within the key's limit.
 *
 * @throws the execution's cancel reason as soon as it is stopped
 */
export async function sendWithRetries(
	connection: Connection,
	{ request, idempotent }: RequestInfo,
	ticket: Ticket,
): Promise<Result> {
	const { context, credentials, clock } = connection;
	const signal = cancelSignal(context);
	const spent: Spent = { losses: 0, spentMs: 0 };
	for (;;) {
		const permit = await acquire(connection, ticket);
		if ('outcome' in permit) return permit;
		const sentAt = clock.now();
		let outcome: Outcome;
		let decision: Decision;
		try {
			outcome = await exchange(context, credentials, request, clock, signal);
			spent.spentMs += clock.now() - sentAt;
			decision = recordOutcome(connection, permit, outcome, idempotent, spent);
		} finally {
			permit.unanswered();
		}
		if (decision.action === 'accept') return { outcome, requestedWaitMs: decision.requestedWaitMs };
		if (decision.action === 'pause') continue;
		spent.losses += 1;
		spent.spentMs += decision.waitMs;
		await clock.sleep(decision.waitMs, signal);
	}
}

import { createHash } from 'node:crypto';
import { unlessAborted, type Clock } from '../../clock';
import type { ApiCredentials } from '../../credentials';
import { FairQueue, type QueuedRun, type Ticket } from './fairQueue';
import { RateLimitedAlone } from './rateLimitedAlone';
import { SharedKey } from './sharedKey';
import { Window } from './window';

/** In windows: longer than a run ever waits between two requests, such as for a retry. */
const FORGOTTEN_AFTER = 10;

/** A request's right to be sent once. The first call ends it; later calls do nothing. */
export interface Permit {
	/** The service accepted the request: it counts for one window from now on. */
	succeeded(): void;
	/** There was no response. The service may have counted it, so it counts for one window from now on. */
	lost(): void;
	/**
	 * The service responded with 429: the request does not count.
	 *
	 * @param retryAfterMs the wait that the service asks for
	 */
	rateLimited(retryAfterMs?: number): RateLimited;
	/** It was not sent. */
	cancel(): void;
}

/** What a 429 means. */
export interface RateLimited {
	/** Whether the 429 is about this request alone, and not about the limit of the key. */
	isAlone: boolean;
	/**
	 * Milliseconds for which nothing is sent with the key or, if the 429 is about this request alone, for which
	 * it waits.
	 */
	waitMs: number;
}

/** A request that waits. */
interface Waiter {
	readonly ticket: Ticket;
	resolve: (permit: Permit) => void;
	reject: (reason: Error) => void;
}

/**
 * Keeps one key below its limit (reference, Limits): requests for which there is no room wait. Runs that
 * wait take turns; the requests of one run go in the order of their tickets.
 */
export class RateLimiter {
	private readonly window: Window;

	private readonly shared: SharedKey;

	private readonly queue = new FairQueue<Waiter>();

	private readonly alone = new RateLimitedAlone();

	private tickets = 0;

	private wakeAt = Infinity;

	private usedAt = 0;

	/** When the service last accepted a request of the key; 0 before the first. */
	servedAt = 0;

	/** Allows `capacity` requests in each window of so many milliseconds. */
	constructor(
		capacity: number,
		windowMs: number,
		private readonly clock: Clock,
	) {
		this.window = new Window(capacity, windowMs);
		this.shared = new SharedKey(this.window, clock);
		this.usedAt = clock.now();
	}

	/** Sets how many requests a window allows; the credential used last decides. */
	setLimit(capacity: number): void {
		this.window.capacity = capacity;
		this.usedAt = this.clock.now();
		this.advance();
	}

	/** Whether the limiter can be dropped: no request counts, and no run that still holds it can be waiting. */
	get idle(): boolean {
		const isUnused = this.window.inFlight === 0 && this.queue.empty;
		return isUnused && this.clock.now() - this.usedAt > FORGOTTEN_AFTER * this.window.ms;
	}

	/** Starts a run, which takes turns with the others. */
	startRun(): QueuedRun {
		return { requests: 0 };
	}

	/** Rejects all pending and later requests of the run. */
	endRun(run: QueuedRun): void {
		run.ended = new Error('The run has ended');
		this.rejectWaiting(run, run.ended);
	}

	/** Rejects all pending requests of the run. */
	rejectWaiting(run: QueuedRun, reason: Error): void {
		this.queue.removeRun(run).forEach((waiter) => waiter.reject(reason));
	}

	/**
	 * A place in the run's order of requests, which a request keeps for all its attempts.
	 *
	 * @param urgent goes before all requests of all runs that are not urgent
	 */
	ticket(run: QueuedRun, urgent = false): Ticket {
		run.requests += 1;
		return { number: ++this.tickets, run, urgent, isRetry: false };
	}

	/**
	 * Waits until the request may be sent; under the limit it does not wait at all.
	 *
	 * @param options.signal ends the wait immediately, with its reason as the rejection
	 * @param options.onDelay called once if there is a wait, with a promise that settles when the wait is over,
	 * whatever ended it, and never rejects
	 * @throws Error when the run ends meanwhile
	 */
	async acquire(
		ticket: Ticket,
		{ signal, onDelay }: { signal?: AbortSignal; onDelay?: (ended: Promise<void>) => void } = {},
	): Promise<Permit> {
		const throwIfStopped = () => {
			signal?.throwIfAborted();
			if (ticket.run.ended) throw ticket.run.ended;
		};
		throwIfStopped();
		const admitted = new Promise<Permit>((resolve, reject) => {
			this.queue.add({ ticket, resolve, reject });
		});
		this.advance();
		let isTaken = false;
		try {
			const isWaiting = this.queue.has(ticket);
			const waiting = isWaiting ? unlessAborted(admitted, signal) : admitted;
			if (isWaiting) onDelay?.(waiting.then(ignore, ignore));
			const permit = await waiting;
			throwIfStopped();
			isTaken = true;
			return permit;
		} finally {
			this.queue.remove(ticket);
			// Stopped just after it was admitted: the permit goes to the next in line.
			if (!isTaken) admitted.then((permit) => permit.cancel(), ignore);
		}
	}

	/** Admits all waiters that can be admitted, and schedules the next wake-up. */
	private advance(): void {
		const now = this.clock.now();
		while (!this.queue.empty) {
			const at = Math.max(this.window.freeAt(now), this.shared.nextAllowedAt(now));
			if (at > now) return void this.wake(at === Infinity ? this.shared.sharedUntil : at);
			const waiter = this.queue.next();
			waiter?.resolve(this.permitFor(waiter.ticket, now));
		}
	}

	private async wake(at: number): Promise<void> {
		if (at >= this.wakeAt) return;
		this.wakeAt = at;
		await this.clock.sleep(at - this.clock.now());
		if (this.wakeAt === at) this.wakeAt = Infinity;
		this.advance();
	}

	private permitFor(ticket: Ticket, sentAt: number): Permit {
		const { window, shared } = this;
		const isProbe = shared.sent(sentAt);
		window.inFlight += 1;
		this.usedAt = sentAt;
		ticket.isRetry = true;
		let isOver = false;
		const end = (count: (now: number) => void) => {
			if (isOver) return;
			isOver = true;
			window.inFlight -= 1;
			shared.ended(isProbe);
			count(this.clock.now());
			this.advance();
		};
		return {
			succeeded: () =>
				end((now) => {
					this.alone.accepted(ticket, shared.isStarved(now));
					this.servedAt = now;
					window.add(now + shared.succeeded(isProbe, now));
				}),
			lost: () => end((now) => window.add(now)),
			cancel: () => end(ignore),
			rateLimited: (retryAfterMs) => {
				const sinceServedMs = this.clock.now() - this.servedAt;
				const isAlone = this.alone.rateLimited(ticket, sinceServedMs >= window.ms);
				end((now) => {
					if (isAlone) return;
					shared.rateLimited(now, retryAfterMs);
					if (shared.isStarved(shared.nextAllowedAt(now))) this.loseTurn(ticket);
				});
				if (isAlone) return { isAlone, waitMs: Math.max(retryAfterMs ?? 0, window.ms) };
				const now = this.clock.now();
				const at = this.shared.nextAllowedAt(now);
				return { isAlone, waitMs: Math.max(window.freeAt(now), at === Infinity ? now : at) - now };
			},
		};
	}

	/** Gives the next turn to other requests, if any wait: perhaps the service accepts those. */
	private loseTurn(ticket: Ticket): void {
		ticket.isRetry = false;
		ticket.number = ++this.tickets;
	}
}

function ignore(): void {}

const limiters = new Map<string, RateLimiter>();

/** Slightly more than a minute, to allow for clock drift between two machines. */
const WINDOW_MS = 60_100;

/**
 * The only rate limiter of a key at a service, shared by all nodes and executions of this process.
 *
 * @param clock used when the key is seen for the first time
 */
export function rateLimiterFor(
	{ origin, apiKey, requestsPerMinute }: ApiCredentials,
	clock: Clock,
): RateLimiter {
	const id = createHash('sha256').update(`${origin}\n${apiKey}`).digest('hex');
	for (const [other, { idle }] of limiters) if (idle && other !== id) limiters.delete(other);
	const limiter = limiters.get(id) ?? new RateLimiter(requestsPerMinute, WINDOW_MS, clock);
	limiters.set(id, limiter);
	limiter.setLimit(requestsPerMinute);
	return limiter;
}

import type { Clock } from '../../clock';
import type { Window } from './window';

/** Windows after the last 429 for which the key counts as shared. */
const SHARED_WINDOWS = 3;
/**
 * A process that meets no 429 yields one slot in so many. The number divides no common limit, so that each
 * slot has its turn.
 */
const ONE_IN = 11;
/**
 * In windows. A run gives up after ten minutes (`errors/retry.ts`); beyond that, the search does not become
 * more frequent.
 */
const LONGEST_SEARCH = 10;

// In parts of a window:
/** The gap between requests while they are accepted, divided by the number of slots; also the first wait. */
const GAP_FRACTION = 1 / 40;
/** How long a process leaves a slot to others, divided by the number of its slots. */
const YIELD_FRACTION = 1 / 10;
/** The wait after a `Retry-After`, divided by the square of the windows in which the process has had no slot. */
const RETURN_FRACTION = 1 / 6;
/** The wait between two probes in the third window of a search, divided by the square of the windows since then. */
const SEARCH_FRACTION = 1 / 4;

/**
 * Shares the limit of a key with other processes, once a 429 has shown that they exist. They do not know of
 * each other: each adapts its own rate to what the service accepts from it.
 *
 * An accepted request holds a slot of the service's window, which is free again one window later. So a
 * process comes back when a slot of its own is free, or, if it has none, whole windows after the service last
 * accepted something. It sends one request as a probe; once that is accepted, others follow until one is
 * rate-limited. So shares grow if there is room. They even out because a process yields for a random time,
 * longer if it holds fewer slots, and probes more often the longer it has none.
 */
export class SharedKey {
	/** Until when the key counts as shared, however long a probe takes. */
	sharedUntil = 0;

	/** When the next request may be sent, as far as that is known. */
	private nextAt = 0;

	/** Whether requests follow each other; otherwise one is sent alone as a probe. */
	private isFlowing = false;

	private isProbing = false;

	/** When the service last accepted a request, or rate-limited the first. */
	private lastServedAt = 0;

	private accepted = 0;

	constructor(
		private readonly window: Window,
		private readonly clock: Clock,
	) {}

	/** When the next request may be sent, if nothing else happens; `Infinity` if that depends on a response. */
	nextAllowedAt(now: number): number {
		if (now >= this.sharedUntil) return now;
		return this.isProbing ? Infinity : Math.max(now, Math.min(this.nextAt, this.sharedUntil));
	}

	/** Whether the service has accepted no request of this process for a window, although there were some. */
	isStarved(now: number): boolean {
		return now < this.sharedUntil && now - this.lastServedAt >= this.window.ms;
	}

	/** A request is sent. Returns whether it is a probe. */
	sent(now: number): boolean {
		if (now >= this.sharedUntil) return false;
		if (this.isFlowing) this.nextAt = now + this.part(GAP_FRACTION, this.window.held(now));
		this.isProbing = !this.isFlowing;
		return this.isProbing;
	}

	/** A request is over, whatever its outcome. */
	ended(isProbe: boolean): void {
		if (isProbe) this.isProbing = false;
	}

	/** The service accepted a request. Returns how many milliseconds its slot is left to others. */
	succeeded(isProbe: boolean, now: number): number {
		this.lastServedAt = now;
		if (isProbe) this.isFlowing = true;
		const isShared = now < this.sharedUntil;
		// A process that uses the whole limit is never rate-limited, so it would never learn that others get no slot.
		if (!isShared && ++this.accepted % ONE_IN > 0) return 0;
		return this.clock.random() * this.part(YIELD_FRACTION, isShared ? this.window.held(now) : 1);
	}

	/** The service responded to a request with 429, and may ask for a wait in milliseconds. */
	rateLimited(now: number, retryAfterMs?: number): void {
		const held = this.window.held(now);
		if (now >= this.sharedUntil && held === 0) this.lastServedAt = now;
		this.isFlowing = false;
		const closedUntil = now + (retryAfterMs ?? 0);
		this.sharedUntil = Math.max(this.sharedUntil, closedUntil + SHARED_WINDOWS * this.window.ms);
		const windows = Math.min(LONGEST_SEARCH, (now - this.lastServedAt) / this.window.ms);
		const ownAt = this.window.ends[0] ?? now + this.searchMs(windows);
		// All processes wait for the end of the same Retry-After: the one that has had no slot for longest goes
		// first.
		const rank = windows < 1 ? Infinity : Math.floor(windows) ** 2;
		const yieldMs = held > 0 ? this.part(YIELD_FRACTION, held) : this.part(RETURN_FRACTION, rank);
		const openAt = closedUntil + this.clock.random() * yieldMs;
		this.nextAt = Math.max(this.nextAt, retryAfterMs === undefined ? ownAt : openAt);
	}

	/** After how many milliseconds a process that has had no slot for so many windows probes for one. */
	private searchMs(windows: number): number {
		const turnInMs = (1 - (windows % 1)) * this.window.ms;
		let waitMs = Infinity;
		// The window may be about to end; after that, slots become free at the same moments of each window.
		if (windows < 1) waitMs = this.part(Math.max(GAP_FRACTION, 3 * windows));
		if (windows >= 2) waitMs = this.part(SEARCH_FRACTION, (Math.floor(windows) - 1) ** 2);
		return Math.min(turnInMs, waitMs * (0.5 + this.clock.random()));
	}

	/** A part of a window in milliseconds, divided by the number of slots. */
	private part(part: number, divisor = 1): number {
		return (this.window.ms * part) / Math.max(1, divisor);
	}
}

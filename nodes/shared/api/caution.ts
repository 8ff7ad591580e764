/** Processes that share a key spread the requests of one window over this part of it. */
const SHARED_PART = 1 / 6;

/**
 * What a refusal teaches: other processes use the key too, and its window is full.
 *
 * After a refusal nothing is sent for a while, then one request alone. When the service takes that
 * one the others follow, but spread, for two windows: processes that find the window open at the
 * same moment then share it, where a burst of each would be refused for the most part.
 */
export class Caution {
	/** How many requests in a row went alone; the last of them has no answer yet, or was refused. */
	refusals = 0;

	/** Until when nothing goes. */
	closedUntil = 0;

	/** Whether a refusal is the latest that is known of the service. */
	private wary = false;

	private loneUnderWay = false;

	private sharedUntil = 0;

	private nextAt = 0;

	/** @param windowMs length of the service's window in milliseconds */
	constructor(private readonly windowMs: number) {}

	/** When the next request may go, if nothing but time passes; `Infinity` when only an answer helps. */
	opening(): number {
		return this.wary && this.loneUnderWay ? Infinity : Math.max(this.closedUntil, this.nextAt);
	}

	/**
	 * A request goes.
	 *
	 * @returns whether it goes alone, to show whether the window is open again
	 */
	sent(now: number, capacity: number): boolean {
		// Whoever shared the key then may be gone: what was learnt is not true for ever.
		if (now >= this.sharedUntil) this.trust();
		else this.nextAt = now + (this.windowMs * SHARED_PART) / capacity;
		if (this.wary) {
			this.loneUnderWay = true;
			this.refusals += 1;
		}
		return this.wary;
	}

	/** The lone request is back. */
	loneBack(): void {
		this.loneUnderWay = false;
	}

	/** The service took the lone request. */
	trust(): void {
		this.wary = false;
		this.refusals = 0;
	}

	/** The service refused a request: nothing goes for `ms` milliseconds. */
	refused(now: number, ms: number): void {
		this.closedUntil = Math.max(this.closedUntil, now + ms);
		this.sharedUntil = this.closedUntil + 2 * this.windowMs;
		this.wary = true;
	}
}

/** In parts of a window: interval of the additional probes, divided by the number of missed turns plus one. */
const SWEEP = 1 / 5;
/** How many turns a process without a slot only waits for before it also probes in between. */
const TURNS_BEFORE_SWEEP = 1;

/**
 * When a process without a slot of the window probes for one.
 *
 * Slots become free at the same moments of each window, because their holders reuse them one window
 * later. So the process probes again a whole number of windows after it was last served, or first
 * refused; when it is refused there too, it also probes at other moments, the more often the longer it
 * finds nothing.
 */
export class SlotSearch {
	/** The next turn; `undefined` when none was planned yet. */
	private turnAt?: number;

	private missedTurns = 0;

	/**
	 * @param windowMs length of the window in milliseconds
	 * @param random from 0 (inclusive) to 1 (exclusive)
	 */
	constructor(
		private readonly windowMs: number,
		private readonly random: () => number,
	) {}

	/** A slot was found, or the search restarts. */
	reset(): void {
		this.turnAt = undefined;
		this.missedTurns = 0;
	}

	/**
	 * When to probe next, after a refusal.
	 *
	 * @param origin when the process was last served, or first refused
	 */
	nextProbeAt(now: number, origin: number): number {
		const missed = this.turnAt !== undefined && now >= this.turnAt;
		if (missed) this.missedTurns += 1;
		if (missed || this.turnAt === undefined) this.turnAt = this.nextTurn(now, origin);
		if (this.missedTurns <= TURNS_BEFORE_SWEEP) return this.turnAt;
		const sweepMs = (this.windowMs * SWEEP) / (1 + this.missedTurns);
		return Math.min(this.turnAt, now + sweepMs * (0.4 + 1.2 * this.random()));
	}

	/** The first whole number of windows after `origin` that is at least a quarter of a window away. */
	private nextTurn(now: number, origin: number): number {
		const windows = Math.ceil((now + this.windowMs / 4 - origin) / this.windowMs);
		return origin + Math.max(1, windows) * this.windowMs;
	}
}

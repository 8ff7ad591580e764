/** One slot in so many is left to others. Not a divisor of common limits, so that each slot has its turn. */
const ONE_IN = 21;
/** For how long, in parts of a window. */
const LENGTH = 1 / 20;

/**
 * Leaves a slot to other processes for a short time at intervals. A process that uses the whole limit
 * is not refused: it would never notice that others wait for a slot, and they would never find one.
 */
export class SpareSlots {
	private taken = 0;

	/**
	 * @param windowMs length of the service's window in milliseconds
	 * @param random from 0 (inclusive) to 1 (exclusive)
	 */
	constructor(
		private readonly windowMs: number,
		private readonly random: () => number,
	) {}

	/** How many milliseconds the reuse of the next request's slot is delayed. */
	nextMs(): number {
		this.taken += 1;
		if (this.taken % ONE_IN !== 0) return 0;
		return this.windowMs * LENGTH * (0.5 + this.random());
	}
}

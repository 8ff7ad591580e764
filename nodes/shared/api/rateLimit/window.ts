/**
 * The requests that count towards a limit of `capacity` in any window.
 *
 * A request counts from the moment it is sent until one window after its response arrived. The service
 * cannot have counted it later than that, so however long requests travel, the service never sees more
 * than `capacity` of them in one of its own windows, sliding or fixed.
 */
export class Window {
	/** When each request that has a response stops counting, earliest first. */
	readonly ends: number[] = [];

	/** Requests without a response yet. */
	inFlight = 0;

	/** @param ms its length in milliseconds */
	constructor(
		public capacity: number,
		readonly ms: number,
	) {}

	/** How many requests that have a response still count. */
	held(now: number): number {
		while (this.ends[0] !== undefined && this.ends[0] <= now) this.ends.shift();
		return this.ends.length;
	}

	/** Counts a request that has its response for one window from `start` on, and from now until then. */
	add(start: number): void {
		const end = start + this.ms;
		const before = this.ends.findLastIndex((other) => other <= end);
		this.ends.splice(before + 1, 0, end);
	}

	/** When there is room for a request, if every response is immediate. */
	freeAt(now: number): number {
		// There is room now, or when another request stops counting.
		const place = this.held(now) + this.inFlight - this.capacity;
		return place < 0 ? now : (this.ends[place] ?? now + this.ms);
	}
}

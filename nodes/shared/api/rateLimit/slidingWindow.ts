/** Inserts into a list of times, earliest first; most come last. */
export function insertTime(times: number[], at: number): void {
	const before = times.findLastIndex((other) => other <= at);
	times.splice(before + 1, 0, at);
}

/** The requests of the last window. */
export class SlidingWindow {
	/** From when on each request counts for one window, earliest first. */
	private readonly starts: number[] = [];

	/** @param ms its length in milliseconds */
	constructor(readonly ms: number) {}

	/** Counts a request for one window from `start` on, and from now until then. */
	add(start: number): void {
		insertTime(this.starts, start);
	}

	/** How many requests count at the moment. */
	count(now: number): number {
		const horizon = now - this.ms;
		while (this.starts[0] !== undefined && this.starts[0] <= horizon) this.starts.shift();
		return this.starts.length;
	}

	/** When the request at `place`, 0 being the first, stops counting; `undefined` when there are fewer. */
	end(place = 0): number | undefined {
		const start = this.starts[place];
		return start === undefined ? undefined : start + this.ms;
	}

	/** When each counted request stops counting, earliest first. */
	ends(now: number): number[] {
		this.count(now);
		return this.starts.map((start) => start + this.ms);
	}
}

/** The requests of the last window, each counting from its answer on. */
export class Window {
	/** Oldest first. */
	private readonly answered: number[] = [];

	/** @param ms its length in milliseconds */
	constructor(readonly ms: number) {}

	add(now: number): void {
		this.answered.push(now);
	}

	/** How many requests count at the moment. */
	count(now: number): number {
		const horizon = now - this.ms;
		while (this.answered[0] !== undefined && this.answered[0] <= horizon) this.answered.shift();
		return this.answered.length;
	}

	/** When the oldest request but `place` ceases to count; `undefined` when there are not so many. */
	end(place = 0): number | undefined {
		const at = this.answered[place];
		return at === undefined ? undefined : at + this.ms;
	}
}

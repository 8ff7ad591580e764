/** A fair semaphore. */
export class Semaphore {
	private inside = 0;

	private readonly waiting: Array<() => void> = [];

	constructor(private readonly capacity: number) {}

	async pass<Result>(work: () => Promise<Result>): Promise<Result> {
		if (this.inside >= this.capacity) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else {
			this.inside += 1;
		}
		try {
			return await work();
		} finally {
			const next = this.waiting.shift();
			// The permit passes to the next in line, so the count stays the same.
			if (next === undefined) this.inside -= 1;
			else next();
		}
	}
}

import type { Verdict } from './errors/problem';

/**
 * The writes of one unit of work, so that repeating it sends none of them twice.
 *
 * A write is identified by its position in the unit, not by its content: an expression such as
 * `{{ $now }}` gives the same write a different body each time.
 */
export class WriteLog {
	private readonly settled = new Map<number, Verdict>();

	private next = 0;
	private basis?: Promise<number[]>;

	/** Starts over: the next write is the unit's first again. */
	rewind(): void {
		this.next = 0;
	}

	/** Whether a write of the unit was, or may have been, carried out in an earlier attempt. */
	get isRepeated(): boolean {
		return this.settled.size > 0;
	}

	/** Whether one of the writes was carried out. */
	get hasWritten(): boolean {
		return [...this.settled.values()].some(({ ok }) => ok);
	}

	/** Whether it is unknown of a write if it was carried out. */
	get isUncertain(): boolean {
		return [...this.settled.values()].some(({ ok }) => !ok);
	}

	/** The data that the writes are based on, as read before the first write of any attempt. */
	async madeFrom(read: () => Promise<number[]>): Promise<number[]> {
		if (!this.isRepeated) this.basis = undefined;
		return await (this.basis ??= read());
	}

	/**
	 * Sends the unit's next write, unless it was carried out before, or may have been.
	 *
	 * @returns the verdict of the first attempt in that case
	 */
	async sendAtMostOnce(send: () => Promise<Verdict>): Promise<Verdict> {
		const place = this.next++;
		const before = this.settled.get(place);
		if (before) return before;
		const verdict = await send();
		if (verdict.ok || verdict.problem.uncertain) this.settled.set(place, verdict);
		return verdict;
	}
}

/** In windows: a process that waits longer between two rounds has less than one slot in each window. */
const SPARSE_WINDOWS = 1.5;

/** The rounds in which requests of this process are accepted, since slots become free at the same moments of each window. */
export class ServedRounds {
	/** When the latest round began; `undefined` when nothing was accepted yet. */
	startedAt?: number;

	private servedAt?: number;

	/** From the last request of the round before to this round; 0 when it is unknown. */
	private gapMs = 0;

	/** @param windowMs length of the service's window in milliseconds */
	constructor(private readonly windowMs: number) {}

	/** Whether the process gets a slot in some windows only. */
	get sparse(): boolean {
		return this.gapMs > SPARSE_WINDOWS * this.windowMs;
	}

	reset(): void {
		this.startedAt = undefined;
		this.servedAt = undefined;
		this.gapMs = 0;
	}

	/** The service accepted a request. */
	served(now: number): void {
		const gapMs = this.servedAt === undefined ? 0 : now - this.servedAt;
		this.servedAt = now;
		if (this.startedAt !== undefined && gapMs <= this.windowMs / 3) return;
		this.startedAt = now;
		this.gapMs = gapMs;
	}
}

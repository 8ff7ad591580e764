import type { Clock } from '../api/clock';

/** The waits of a run for the rate limit of its key. */
export class Waits {
	/** Tickets of the requests that had to wait, once or several times. */
	private readonly tickets = new Set<number>();

	private open = 0;

	private since = 0;

	/** Milliseconds in which at least one request waited, up to the end of the latest wait. */
	totalMs = 0;

	constructor(private readonly clock: Clock) {}

	/** Requests that had to wait, each counted once. */
	get requests(): number {
		return this.tickets.size;
	}

	/** Whether a request waits at the moment. */
	get areOpen(): boolean {
		return this.open > 0;
	}

	/** @param ended settles when the wait is over, and never rejects */
	add(ticket: number, ended: Promise<void>): void {
		this.tickets.add(ticket);
		if (this.open++ === 0) this.since = this.clock.now();
		void ended.then(() => {
			if (--this.open === 0) this.totalMs += this.clock.now() - this.since;
		});
	}
}

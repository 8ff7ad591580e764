/** One run of a node. Runs that wait for the same key take turns. */
export interface QueuedRun {
	/** How many requests it has sent so far. */
	requests: number;
	/** Why none of its requests are sent any longer, once it has ended. */
	ended?: Error;
	/** The last {@link RateLimitedAlone} period in which one of its requests was rate-limited twice, if none was accepted since. */
	rateLimitedIn?: number;
}

/** A request's place in the order of its run, kept for all its attempts. */
export interface Ticket {
	/** Unique among the requests of a key, and higher for later ones. */
	number: number;
	readonly run: QueuedRun;
	/** Goes before all requests that are not urgent. */
	readonly urgent: boolean;
	/** Whether it was sent before; its run then has its turn again. */
	isRetry: boolean;
	/** The last {@link RateLimitedAlone} period in which it was rate-limited, and how often. */
	rateLimited?: { period: number; times: number };
}

/**
 * The pending requests of a key: urgent ones first, in the order of their arrival, then the runs
 * round-robin, one request at a time.
 */
export class FairQueue<Waiter extends { readonly ticket: Ticket }> {
	private readonly urgent: Waiter[] = [];

	/** The requests of each waiting run; the runs in the order of their turns. */
	private queuesByRun = new Map<QueuedRun, Waiter[]>();

	get empty(): boolean {
		return this.urgent.length === 0 && this.queuesByRun.size === 0;
	}

	/** Adds a request. Its run has its turn after all others, or before them if the request was sent before. */
	add(waiter: Waiter): void {
		const { number, urgent, run, isRetry } = waiter.ticket;
		const waiting = this.laneOf(waiter.ticket);
		// Kept in the order of tickets; most requests belong at the end.
		const before = waiting.findLastIndex(({ ticket }) => ticket.number < number);
		waiting.splice(before + 1, 0, waiter);
		if (urgent) return;
		this.queuesByRun.set(run, waiting);
		if (isRetry) this.queuesByRun = new Map([[run, waiting], ...this.queuesByRun]);
	}

	/** Removes and returns the next request. Its run then waits until all other runs have had their turn. */
	next(): Waiter | undefined {
		const urgent = this.urgent.shift();
		const [first] = this.queuesByRun;
		if (urgent || !first) return urgent;
		const [run, waiting] = first;
		const waiter = waiting.shift();
		this.queuesByRun.delete(run);
		if (waiting.length > 0) this.queuesByRun.set(run, waiting);
		return waiter;
	}

	/** Removes a request, if it is there. */
	remove(ticket: Ticket): void {
		const waiting = this.laneOf(ticket);
		const place = waiting.findIndex((waiter) => waiter.ticket === ticket);
		if (place >= 0) waiting.splice(place, 1);
		if (this.queuesByRun.get(ticket.run)?.length === 0) this.queuesByRun.delete(ticket.run);
	}

	/** Removes and returns all requests of a run. */
	removeRun(run: QueuedRun): Waiter[] {
		const urgent = this.urgent.filter(({ ticket }) => ticket.run === run);
		const removed = [...urgent, ...(this.queuesByRun.get(run) ?? [])];
		removed.forEach(({ ticket }) => this.remove(ticket));
		return removed;
	}

	/** Whether a request waits. */
	has(ticket: Ticket): boolean {
		return this.laneOf(ticket).some((waiter) => waiter.ticket === ticket);
	}

	private laneOf({ urgent, run }: Ticket): Waiter[] {
		return urgent ? this.urgent : (this.queuesByRun.get(run) ?? []);
	}
}

/** One run of a node. Runs that wait for the same key take turns. */
export interface Run {
	/** Whether it has ended: no more of its requests are sent. */
	ended: boolean;
}

/** A request's place in the order of its run, kept for all its attempts. */
export interface Ticket {
	/** Unique among the requests of a key, and higher for later ones. */
	readonly number: number;
	readonly run: Run;
	/** Goes before all requests that are not urgent. */
	readonly urgent: boolean;
}

/** The pending requests of a run, and when it is the run's turn. */
interface Lane<Waiter> {
	/** The lane with the lowest number is next; a lane without one gets it with its next request. */
	turn?: number;
	readonly waiting: Waiter[];
}

/**
 * The pending requests of a key: urgent ones first, in the order of their arrival, then the runs
 * round-robin, one request at a time.
 */
export class FairQueue<Waiter extends { readonly ticket: Ticket }> {
	private readonly urgent: Waiter[] = [];

	/** Of the runs that wait. */
	private readonly active = new Set<Lane<Waiter>>();

	/** Of all runs that are still referenced. */
	private readonly lanes = new WeakMap<Run, Lane<Waiter>>();

	private drawn = 0;

	get size(): number {
		return [...this.active].reduce((sum, { waiting }) => sum + waiting.length, this.urgent.length);
	}

	get empty(): boolean {
		return this.urgent.length === 0 && this.active.size === 0;
	}

	add(waiter: Waiter): void {
		const { urgent, run } = waiter.ticket;
		if (urgent) return insert(this.urgent, waiter);
		const lane = this.laneOf(run);
		lane.turn ??= ++this.drawn;
		insert(lane.waiting, waiter);
		this.active.add(lane);
	}

	remove(waiter: Waiter): void {
		const { urgent, run } = waiter.ticket;
		const lane = this.laneOf(run);
		const waiting = urgent ? this.urgent : lane.waiting;
		const place = waiting.indexOf(waiter);
		if (place >= 0) waiting.splice(place, 1);
		if (lane.waiting.length === 0) this.leave(lane);
	}

	/** Removes and returns the next one. Its run then waits until all other runs have had their turn. */
	next(): Waiter | undefined {
		const urgent = this.urgent.shift();
		const lane = urgent ? undefined : this.firstLane();
		if (!lane) return urgent;
		const waiter = lane.waiting.shift();
		if (lane.waiting.length === 0) this.leave(lane);
		else lane.turn = ++this.drawn;
		return waiter;
	}

	/** Gives the run the next turn: its request was refused and will be sent again. */
	returnTurn({ run, urgent }: Ticket): void {
		if (!urgent) this.laneOf(run).turn = 0;
	}

	/** Removes and returns all requests of a run. */
	removeRun(run: Run): Waiter[] {
		const lane = this.laneOf(run);
		const urgent = this.urgent.filter(({ ticket }) => ticket.run === run);
		urgent.forEach((waiter) => this.remove(waiter));
		const removed = [...urgent, ...lane.waiting.splice(0)];
		this.leave(lane);
		return removed;
	}

	/** How many requests go before this one, if no others are added. */
	ahead(ticket: Ticket): number {
		if (ticket.urgent) return placeOf(this.urgent, ticket);
		const own = this.laneOf(ticket.run);
		return this.aheadOf(own, placeOf(own.waiting, ticket));
	}

	/**
	 * How many requests go before the last of a run once it has added `more`, if no others are added;
	 * `undefined` when the run then has none.
	 */
	aheadOfLast(run: Run, more: number): number | undefined {
		const own = this.laneOf(run);
		const count = own.waiting.length + more;
		return count > 0 ? this.aheadOf(own, count - 1) : undefined;
	}

	private aheadOf(own: Lane<Waiter>, place: number): number {
		let ahead = this.urgent.length + place;
		for (const lane of this.active) {
			if (lane === own) continue;
			// A run without pending requests gets its turn after all others.
			const rounds = (lane.turn ?? 0) < (own.turn ?? Infinity) ? place + 1 : place;
			ahead += Math.min(lane.waiting.length, rounds);
		}
		return ahead;
	}

	private firstLane(): Lane<Waiter> | undefined {
		let first: Lane<Waiter> | undefined;
		for (const lane of this.active) if ((lane.turn ?? 0) < (first?.turn ?? Infinity)) first = lane;
		return first;
	}

	private leave(lane: Lane<Waiter>): void {
		this.active.delete(lane);
		lane.turn = undefined;
	}

	private laneOf(run: Run): Lane<Waiter> {
		const lane = this.lanes.get(run) ?? { waiting: [] };
		this.lanes.set(run, lane);
		return lane;
	}
}

/** Inserts into a list in the order of tickets; most belong at its end. */
function insert<Waiter extends { ticket: Ticket }>(list: Waiter[], waiter: Waiter): void {
	const before = list.findLastIndex(({ ticket }) => ticket.number < waiter.ticket.number);
	list.splice(before + 1, 0, waiter);
}

function placeOf<Waiter extends { ticket: Ticket }>(list: Waiter[], ticket: Ticket): number {
	return list.findLastIndex((waiter) => waiter.ticket === ticket);
}

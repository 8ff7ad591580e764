import { unlessAborted, type Clock } from '../clock';
import { Allowance } from './allowance';
import { waiterFor, type Delay, type Permit, type Waiter } from './permit';
import { FairQueue, type Run, type Ticket } from './fairQueue';

export type { Delay, Permit } from './permit';
export type { Run, Ticket } from './fairQueue';

/** In windows. Longer than any wait of a run between two requests, such as for a retry. */
const FORGOTTEN_AFTER = 10;

/**
 * Keeps one key below its limit (reference, Limits): requests that the {@link Allowance} does not admit
 * wait. Runs that wait take turns; the requests of one run go in the order of their tickets.
 */
export class RateLimiter {
	private readonly allowance: Allowance;

	private readonly queue = new FairQueue<Waiter>();

	private tickets = 0;

	private wakeAt = Infinity;

	private usedAt = 0;

	/**
	 * @param capacity requests that a window allows
	 * @param windowMs length of the window in milliseconds
	 */
	constructor(
		capacity: number,
		windowMs: number,
		private readonly clock: Clock,
	) {
		this.allowance = new Allowance(capacity, windowMs, clock);
		this.setLimit(capacity);
	}

	/** Sets how many requests a window allows; the credential used last decides. */
	setLimit(capacity: number): void {
		this.allowance.capacity = capacity;
		this.usedAt = this.clock.now();
		this.advance();
	}

	/** Whether it can be dropped: nothing counts, and no run that still holds it can be waiting. */
	get idle(): boolean {
		const quietMs = this.clock.now() - this.usedAt;
		const unused = this.allowance.settled && this.queue.empty;
		return unused && quietMs > FORGOTTEN_AFTER * this.allowance.windowMs;
	}

	/** When the service last accepted a request of the key; 0 before the first. */
	get servedAt(): number {
		return this.allowance.servedAt;
	}

	/** Starts a run, which takes turns with the others. */
	startRun(): Run {
		return { ended: false };
	}

	/** Rejects all pending and later requests of the run. */
	endRun(run: Run): void {
		run.ended = true;
		this.rejectWaiting(run, runEnded());
	}

	/** Rejects all pending requests of the run. */
	rejectWaiting(run: Run, reason: Error): void {
		this.queue.removeRun(run).forEach((waiter) => waiter.reject(reason));
	}

	/**
	 * A place in the run's order of requests, which a request keeps for all its attempts.
	 *
	 * @param urgent goes before all requests of all runs that are not urgent
	 */
	ticket(run: Run, urgent = false): Ticket {
		return { number: ++this.tickets, run, urgent };
	}

	/**
	 * Waits until the request may be sent; under the limit it does not wait at all.
	 *
	 * @param options.signal ends the wait at once, with its reason as the rejection
	 * @param options.onDelay called once if there is a wait
	 * @throws Error when the run ends meanwhile
	 */
	async acquire(
		ticket: Ticket,
		{ signal, onDelay }: { signal?: AbortSignal; onDelay?: (delay: Delay) => void } = {},
	): Promise<Permit> {
		signal?.throwIfAborted();
		if (ticket.run.ended) throw runEnded();
		const { waiter, admitted } = waiterFor(ticket);
		this.queue.add(waiter);
		this.advance();
		if (waiter.permit) return waiter.permit;
		let taken = false;
		try {
			const waitMs = this.allowance.estimate(this.queue.ahead(ticket));
			const waiting = unlessAborted(admitted, signal);
			const ended = waiting.then(ignore, ignore);
			onDelay?.({ waitMs, ticket: ticket.number, ended });
			const permit = await waiting;
			signal?.throwIfAborted();
			if (ticket.run.ended) throw runEnded();
			taken = true;
			return permit;
		} finally {
			if (!taken) this.leave(waiter);
		}
	}

	/**
	 * How long until the last request of a run can be sent, if responses are immediate and no other run
	 * adds further requests.
	 *
	 * @param more requests that the run has not queued yet
	 * @returns milliseconds; 0 when none has to wait
	 */
	estimate(run: Run, more: number): number {
		const ahead = this.queue.aheadOfLast(run, more);
		return ahead === undefined ? 0 : this.allowance.estimate(ahead);
	}

	private leave(waiter: Waiter): void {
		this.queue.remove(waiter);
		// Stopped just after it was admitted: the permit goes to the next in line.
		waiter.permit?.cancel();
	}

	/** Admits all waiters that can be admitted, and schedules the next wake-up. */
	private advance(): void {
		while (!this.queue.empty && this.allowance.nextAllowedAt() <= this.clock.now()) {
			const waiter = this.queue.next();
			waiter?.admit(this.permitFor(waiter.ticket));
		}
		const at = this.queue.empty ? Infinity : this.allowance.nextAllowedAt();
		if (at < this.wakeAt) void this.wake(at);
	}

	private async wake(at: number): Promise<void> {
		this.wakeAt = at;
		await this.clock.sleep(at - this.clock.now());
		if (this.wakeAt === at) this.wakeAt = Infinity;
		this.advance();
	}

	private permitFor(ticket: Ticket): Permit {
		this.usedAt = this.clock.now();
		return this.allowance.permit((refused) => {
			if (refused) this.queue.returnTurn(ticket);
			this.advance();
		});
	}
}

function ignore(): void {}

function runEnded(): Error {
	return new Error('The run has ended');
}

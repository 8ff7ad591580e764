import { Caution } from './caution';
import { unlessAborted, type Clock } from './clock';
import { Window } from './window';

/** What {@link Pacer.enter} reports while a request has to wait. */
export interface Delay {
	/** Estimated wait from now on, in milliseconds. */
	waitMs: number;
	/** Which request it is; the same for all its tries. */
	ticket: number;
}

/** A request's right to be sent once. It ends in one of these ways; whatever is called later does nothing. */
export interface Pass {
	/** The service took the request: it counts for one window from now on. */
	taken(): void;
	/** No answer came: it may count, and so does for one window from now on. */
	lost(): void;
	/** The service refused it: it does not count, and nothing is let in for `ms` milliseconds. */
	refused(ms: number): void;
	/** It was not sent. */
	unused(): void;
}

interface Waiter {
	ticket: number;
	admit: (pass: Pass) => void;
}

/** Before any number of requests that wait. */
const URGENT = -1e12;
/** In windows: nothing that a run does between two requests, such as a wait for a retry, takes nearly as long. */
const FORGOTTEN_AFTER = 10;

/**
 * Keeps one key below its limit: at most `capacity` requests in any window (reference, Limits).
 *
 * A request counts from the moment it is let in until one window after its answer arrived. The
 * service cannot have counted it later than that, so however long requests travel, the service
 * never sees more than `capacity` of them in one of its own windows, sliding or fixed.
 * Requests are let in strictly in the order of their tickets.
 */
export class Pacer {
	private readonly window: Window;

	private readonly caution: Caution;

	private inFlight = 0;

	private readonly queue: Waiter[] = [];

	private tickets = 0;

	private wakeAt = Infinity;

	private usedAt = 0;

	/**
	 * @param capacity requests that a window allows
	 * @param windowMs length of the window in milliseconds
	 */
	constructor(
		private capacity: number,
		windowMs: number,
		private readonly clock: Clock,
	) {
		this.window = new Window(windowMs);
		this.caution = new Caution(windowMs);
		this.use(capacity);
	}

	/** Sets how many requests a window allows, as the credential used last says. */
	use(capacity: number): void {
		this.capacity = capacity;
		this.usedAt = this.clock.now();
		this.advance();
	}

	/** Whether it can be forgotten: nothing counts, and no run that still holds it can be waiting. */
	get idle(): boolean {
		const quietMs = this.clock.now() - this.usedAt;
		const unused = this.inFlight === 0 && this.queue.length === 0;
		return unused && quietMs > FORGOTTEN_AFTER * this.window.ms;
	}

	/** How many requests in a row went alone after a refusal, and were refused as well. */
	get refusals(): number {
		return this.caution.refusals;
	}

	/**
	 * A place in the order of arrival, which a request keeps for all its tries.
	 *
	 * @param urgent a place before all that are not urgent
	 */
	ticket(urgent = false): number {
		return ++this.tickets + (urgent ? URGENT : 0);
	}

	/**
	 * Waits until the request may be sent; under the limit it does not wait at all.
	 *
	 * @param options.signal ends the wait at once, with its reason as the rejection
	 * @param options.onDelay told once if there is a wait
	 */
	async enter(
		ticket: number,
		{ signal, onDelay }: { signal?: AbortSignal; onDelay?: (delay: Delay) => void } = {},
	): Promise<Pass> {
		signal?.throwIfAborted();
		let pass: Pass | undefined;
		let entered = false;
		const turn = new Promise<Pass>((resolve) => {
			this.join({ ticket, admit: (granted) => resolve((pass = granted)) });
		});
		if (pass) return pass;
		try {
			onDelay?.({ waitMs: this.estimate(ticket), ticket });
			const granted = await unlessAborted(turn, signal);
			signal?.throwIfAborted();
			entered = true;
			return granted;
		} finally {
			// The turn may have come in the very moment of the abort: it goes to the next in line.
			if (!entered) this.withdraw(ticket, pass);
		}
	}

	private join(waiter: Waiter): void {
		const before = this.queue.findLastIndex(({ ticket }) => ticket < waiter.ticket);
		this.queue.splice(before + 1, 0, waiter);
		this.advance();
	}

	private withdraw(ticket: number, pass?: Pass): void {
		if (pass) return pass.unused();
		const place = this.queue.findIndex((waiter) => waiter.ticket === ticket);
		this.queue.splice(place, 1);
	}

	/** Lets in who can be let in, and sees to it that this happens again when time opens a slot. */
	private advance(): void {
		while (this.queue.length > 0 && this.opening() <= this.clock.now()) {
			this.queue.shift()?.admit(this.admission());
		}
		const opening = this.queue.length > 0 ? this.opening() : Infinity;
		if (opening < this.wakeAt) void this.wake(opening);
	}

	private async wake(at: number): Promise<void> {
		this.wakeAt = at;
		await this.clock.sleep(at - this.clock.now());
		if (this.wakeAt === at) this.wakeAt = Infinity;
		this.advance();
	}

	/** When one more request can be let in, if nothing but time passes; `Infinity` when only an answer helps. */
	private opening(): number {
		const now = this.clock.now();
		const free = this.window.count(now) + this.inFlight < this.capacity;
		const slot = free ? now : (this.window.end() ?? Infinity);
		return Math.max(slot, this.caution.opening());
	}

	private admission(): Pass {
		this.usedAt = this.clock.now();
		this.inFlight += 1;
		const lone = this.caution.sent(this.usedAt, this.capacity);
		let ended = false;
		const end = (lesson: (now: number) => void) => {
			if (ended) return;
			ended = true;
			this.inFlight -= 1;
			if (lone) this.caution.loneBack();
			lesson(this.clock.now());
			this.advance();
		};
		return {
			taken: () => end((now) => (this.window.add(now), lone && this.caution.trust())),
			lost: () => end((now) => this.window.add(now)),
			refused: (ms) => end((now) => this.caution.refused(now, ms)),
			unused: () => end(() => {}),
		};
	}

	/** As if every answer came at once, and nothing else used the key. */
	private estimate(ticket: number): number {
		const now = this.clock.now();
		const free = this.capacity - this.window.count(now) - this.inFlight;
		const ahead = this.queue.findLastIndex((waiter) => waiter.ticket === ticket);
		const place = Math.max(0, ahead - free);
		const end = this.window.end(place % this.capacity) ?? now + this.window.ms;
		const slot = ahead < free ? now : end + this.window.ms * Math.floor(place / this.capacity);
		return Math.max(0, slot - now, this.caution.closedUntil - now);
	}
}

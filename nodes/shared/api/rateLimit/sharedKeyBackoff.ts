import { ProbeSchedule } from './probeSchedule';
import { ServedRounds } from './servedRounds';
import { insertTime } from './slidingWindow';
import { SpareSlots } from './spareSlots';

/** By which rule a request was sent. */
export type Admission = 'unshared' | 'slot' | 'probe' | 'follow';

/** Windows after the last refusal for which the key counts as shared. */
const SHARED_WINDOWS = 3;

// In parts of a window:
/** Requests are spread as if the whole limit were sent within this time. */
const SPREAD = 1 / 6;
/** Nothing is sent for this time after a refusal. */
const PAUSE = 1 / 60;
/** How long a process delays the reuse of its slots, divided by the square of their number. */
const YIELD = 1 / 40;
/** A slot that has been unused for so long is considered taken by others. */
const STALE = 1 / 4;

/**
 * Shares the limit of a key with other processes, once a refusal has shown that there are any. They do
 * not know of each other: each adapts its own rate to what the service accepts from it.
 *
 * A request that the service accepted holds a slot of the service's window, which is free again one
 * window later. While the key is shared, a process
 *
 * - reuses its slots, one after another, each after a short delay for processes that hold none: the
 *   fewer slots it holds, the longer the delay;
 * - probes for one more slot after each accepted request, until it is refused. So the number of its
 *   slots grows while there is room; a slot that others have taken meanwhile is lost;
 * - searches for a slot when it holds none.
 *
 * With `Retry-After` nothing has to be guessed: nothing is sent until then, one request is sent as a
 * probe, and the others follow until one is refused.
 */
export class SharedKeyBackoff {
	private sharedUntil = 0;

	/** When the slots of the process can be used again, earliest first. */
	private slots: number[] = [];

	/** When to probe next, after a refusal. */
	private probeAt = 0;

	/** When to probe for one more slot, after an accepted request. */
	private followAt?: number;

	/** When the spread and the pause after a refusal allow the next request. */
	private spreadUntil = 0;

	/** By the service's `Retry-After`. */
	private closedUntil = 0;

	/** Whether the latest refusal had a `Retry-After`. */
	private hasRetryAfter = false;

	/** Whether a probe has no response yet. */
	private halfOpen = false;

	private refusedAt = 0;

	private readonly rounds: ServedRounds;

	private readonly probes: ProbeSchedule;

	private readonly spareSlots: SpareSlots;

	/**
	 * @param windowMs length of the service's window in milliseconds
	 * @param random from 0 (inclusive) to 1 (exclusive)
	 */
	constructor(
		private readonly windowMs: number,
		private readonly random: () => number,
	) {
		this.rounds = new ServedRounds(windowMs);
		this.probes = new ProbeSchedule(windowMs, random);
		this.spareSlots = new SpareSlots(windowMs, random);
	}

	/** When the next request may be sent, if nothing else happens; `Infinity` when that depends on a response. */
	nextAllowedAt(now: number): number {
		if (now >= this.sharedUntil) return now;
		if (this.halfOpen) return Infinity;
		const slotAt = this.hasRetryAfter ? Infinity : (this.slots[0] ?? Infinity);
		const due = Math.min(slotAt, this.followAt ?? this.probeAt, this.sharedUntil);
		return Math.max(due, this.spreadUntil, this.closedUntil);
	}

	/**
	 * A request is sent.
	 *
	 * @param held how many of the process's requests count at the moment
	 * @param capacity how many the window allows
	 */
	sent(now: number, held: number, capacity: number): Admission {
		if (now >= this.sharedUntil) return 'unshared';
		this.spreadUntil = now + (this.windowMs * SPREAD) / capacity;
		if (!this.hasRetryAfter && (this.slots[0] ?? Infinity) <= now) {
			this.slots.shift();
			return 'slot';
		}
		const follows = this.followAt !== undefined;
		if (follows) this.followAt = this.hasRetryAfter ? now : this.probes.followAt(now, held);
		if (follows && (this.hasRetryAfter || held > 1)) return 'follow';
		this.halfOpen = true;
		return 'probe';
	}

	/** How long a slot that was just taken stays unused for others once it is free again. */
	spareMs(): number {
		return this.hasRetryAfter ? 0 : this.spareSlots.nextMs();
	}

	/**
	 * The service accepted a request.
	 *
	 * @param slotAt when its slot can be used again
	 * @param held how many of the process's requests count now
	 */
	succeeded(admission: Admission, now: number, slotAt: number, held: number): void {
		this.probeEnded(admission);
		this.rounds.served(now);
		if (now >= this.sharedUntil) return;
		this.probes.succeeded();
		insertTime(this.slots, slotAt + this.yieldMs(held));
		if (admission === 'unshared') return;
		this.followAt = this.hasRetryAfter ? now : this.probes.followAt(now, held);
	}

	/**
	 * The request was not sent, or got no response.
	 *
	 * @param slotAt when a slot that it took can be used again
	 */
	returned(admission: Admission, slotAt: number): void {
		this.probeEnded(admission);
		if (admission === 'slot') insertTime(this.slots, slotAt);
	}

	/**
	 * The service refused a request.
	 *
	 * @param slots when the process's requests stop counting, earliest first
	 * @param retryAfterMs the wait that the service asks for
	 */
	rateLimited(admission: Admission, now: number, slots: number[], retryAfterMs?: number): void {
		this.probeEnded(admission);
		const begins = now >= this.sharedUntil;
		this.hasRetryAfter = retryAfterMs !== undefined;
		this.closedUntil = Math.max(this.closedUntil, now + (retryAfterMs ?? 0));
		this.sharedUntil = Math.max(now, this.closedUntil) + SHARED_WINDOWS * this.windowMs;
		if (begins) this.reset(now, slots);
		// Further refusals of a burst that was sent before are no new information.
		else if (admission === 'unshared') return;
		else this.pause(now);
		this.followAt = undefined;
		this.probeAt = this.hasRetryAfter ? this.closedUntil : this.nextProbeAt(now, slots.length);
	}

	/** The key turns out to be shared. */
	private reset(now: number, slots: number[]): void {
		this.slots = [...slots];
		this.refusedAt = now;
		if (slots.length === 0) this.rounds.reset();
		this.probes.begin();
	}

	private pause(now: number): void {
		this.spreadUntil = Math.max(this.spreadUntil, now + this.windowMs * PAUSE);
		const stale = now - this.windowMs * STALE;
		this.slots = this.slots.filter((at) => at >= stale);
	}

	private nextProbeAt(now: number, held: number): number {
		const origin = this.rounds.startedAt ?? this.refusedAt;
		return this.probes.nextAt(now, { held, hasSlots: this.slots.length > 0, origin });
	}

	/** A process with one slot that had to wait for it leaves the next window to those that wait now. */
	private yieldMs(held: number): number {
		if (held === 1 && this.rounds.sparse) return this.windowMs;
		return (this.windowMs * YIELD * (1 + this.random())) / 1.5 / held ** 2;
	}

	private probeEnded(admission: Admission): void {
		if (admission === 'probe') this.halfOpen = false;
	}
}

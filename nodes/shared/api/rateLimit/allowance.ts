import type { Clock } from '../clock';
import { estimateWait } from './estimate';
import { singleUse, type Permit } from './permit';
import { SharedKeyBackoff, type Admission } from './sharedKeyBackoff';
import { SlidingWindow } from './slidingWindow';

/**
 * How many requests the service accepts with a key, and when: at most `capacity` in any window.
 *
 * A request counts from the moment it is admitted until one window after its response arrived. The
 * service cannot have counted it later than that, so however long requests travel, the service
 * never sees more than `capacity` of them in one of its own windows, sliding or fixed.
 */
export class Allowance {
	private readonly window: SlidingWindow;

	private readonly backoff: SharedKeyBackoff;

	private inFlight = 0;

	/** When the service last accepted a request; 0 before the first. */
	servedAt = 0;

	/**
	 * @param capacity requests that a window allows
	 * @param windowMs length of the window in milliseconds
	 */
	constructor(
		public capacity: number,
		readonly windowMs: number,
		private readonly clock: Clock,
	) {
		this.window = new SlidingWindow(windowMs);
		this.backoff = new SharedKeyBackoff(windowMs, () => clock.random());
	}

	/** Whether no request is in flight. */
	get settled(): boolean {
		return this.inFlight === 0;
	}

	/** When one more request may be sent, if nothing else happens; `Infinity` when that depends on a response. */
	nextAllowedAt(): number {
		const now = this.clock.now();
		const free = this.window.count(now) + this.inFlight < this.capacity;
		const slotAt = free ? now : (this.window.end() ?? Infinity);
		return Math.max(slotAt, this.backoff.nextAllowedAt(now));
	}

	/** How long nothing is sent, if nothing else happens; 0 while that depends on a response. */
	get pauseMs(): number {
		const at = this.nextAllowedAt();
		return at === Infinity ? 0 : Math.max(0, at - this.clock.now());
	}

	/**
	 * How long a request waits, in milliseconds, if nothing else uses the key from now on.
	 *
	 * @param ahead requests that go before it
	 */
	estimate(ahead: number): number {
		const { window, capacity, inFlight } = this;
		const waitMs = estimateWait(window, this.clock.now(), { ahead, capacity, inFlight });
		return Math.max(waitMs, this.pauseMs);
	}

	/** Admits a request; `ended` is called with whether it was refused when its permit ends. */
	permit(ended: (refused: boolean) => void): Permit {
		const { backoff, window } = this;
		const sentAt = this.clock.now();
		this.inFlight += 1;
		const admission = backoff.sent(sentAt, window.count(sentAt), this.capacity);
		const end = (record: (now: number) => void, refused = false) => {
			this.inFlight -= 1;
			record(this.clock.now());
			ended(refused);
		};
		return singleUse({
			succeeded: () => end((now) => this.recordSuccess(admission, now)),
			unanswered: () => end((now) => this.recordLoss(admission, now)),
			cancel: () => end((now) => backoff.returned(admission, now)),
			rateLimited: (retryAfterMs) => {
				end((now) => this.recordRefusal(admission, now, retryAfterMs), true);
				return this.pauseMs;
			},
		});
	}

	private recordSuccess(admission: Admission, now: number): void {
		const { backoff, window } = this;
		this.servedAt = now;
		const start = now + backoff.spareMs();
		window.add(start);
		backoff.succeeded(admission, now, start + window.ms, window.count(now));
	}

	private recordLoss(admission: Admission, now: number): void {
		this.window.add(now);
		this.backoff.returned(admission, now + this.window.ms);
	}

	private recordRefusal(admission: Admission, now: number, retryAfterMs?: number): void {
		this.backoff.rateLimited(admission, now, this.window.ends(now), retryAfterMs);
	}
}

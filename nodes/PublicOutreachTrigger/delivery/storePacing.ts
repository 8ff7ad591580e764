import type { Clock } from '../../shared/api/clock';

const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 25;
const COOLDOWN_FACTOR = 20;
const MAX_COOLDOWN_MS = 150;
const CALLS_WITHOUT_COOLDOWN = 20;

/**
 * When to make the next call of n8n's deduplication store.
 *
 * Under load there is a cooldown between calls, proportional to the cost of a call, so that more
 * messages share one: a large window does not slow n8n down. Where no message joined the batch during
 * the cooldown, as when n8n runs one execution at a time, the next calls go without one.
 */
export class StorePacing {
	/** When the latest call ended, and how long it took, in milliseconds. */
	private endedAt = 0;

	private tookMs = 0;

	private cooldownUntil = 0;

	/** How many calls follow without a cooldown. */
	private callsWithoutCooldown = 0;

	constructor(private readonly clock: Clock) {}

	/**
	 * @param isVerifying whether the next call looks for what an earlier one recorded
	 * @returns whether it had to wait
	 */
	async waitForTurn(isVerifying: boolean): Promise<boolean> {
		// A concurrent call of another process takes about as long as the last one here.
		const verifiedFrom = isVerifying ? this.endedAt + this.tookMs + this.pause() : 0;
		const ms = Math.max(this.cooldownUntil, verifiedFrom) - this.clock.now();
		if (ms <= 0) return false;
		await this.clock.sleep(ms);
		return true;
	}

	/**
	 * @param tookMs how long the call took that has just ended
	 * @param wasUnused whether the call followed a cooldown in which no message joined it
	 */
	callEnded(tookMs: number, wasUnused: boolean): void {
		this.endedAt = this.clock.now();
		this.tookMs = tookMs;
		this.callsWithoutCooldown = wasUnused
			? CALLS_WITHOUT_COOLDOWN
			: Math.max(0, this.callsWithoutCooldown - 1);
		const cooldownMs = Math.min(MAX_COOLDOWN_MS, tookMs * COOLDOWN_FACTOR);
		this.cooldownUntil = this.callsWithoutCooldown > 0 ? 0 : this.endedAt + cooldownMs;
	}

	/** A random pause in milliseconds, so that processes do not call in step. */
	pause(): number {
		return MIN_PAUSE_MS + this.clock.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS);
	}
}

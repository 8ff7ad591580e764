import type { Clock } from '../../shared/api/clock';

/** n8n's deduplication store: records identities and returns those that it already had. */
export type RecordIdentities = (
	identities: string[],
	maxEntries: number,
) => Promise<{ processed: unknown[] }>;

/** A message that waits for the result of its deduplication. */
interface Entry {
	identity: string;
	/**
	 * Identifies the execution, where n8n may run an execution again: in queue mode it does when a worker
	 * dies, and then the message is not a duplicate of itself.
	 */
	claim?: string;
	record: RecordIdentities;
	window: number;
	/** Whether other processes write to the store too, so that writes may be lost. */
	shared: boolean;
	/** How often it was recorded; 0 before the store has reported it as new. */
	rounds: number;
	/** Whether it was output already, and is only checked once more. */
	isRecheck?: boolean;
	resolve: (first: boolean) => void;
}

/** How often an identity is recorded again before it is accepted without confirmation. */
const MAX_ROUNDS = 6;
const MAX_FAILURES = 3;
const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 25;
const COOLDOWN_FACTOR = 20;
const MAX_COOLDOWN_MS = 150;
const CALLS_WITHOUT_COOLDOWN = 20;
/** No call of another process takes longer, unless n8n is overloaded. */
const RECHECK_AFTER_MS = 2_000;

/**
 * The only access to n8n's deduplication store, for one trigger in this process.
 *
 * The store reads all its entries, adds to them and writes them back, without a lock (n8n 2.41,
 * deduplication-helper.js). Hence:
 * - calls are serialized, since concurrent calls lose entries;
 * - all pending messages share one call, since each call costs as much as the whole window;
 * - where other processes write too, an identity is recorded until the store is seen to have kept it,
 *   and rechecked later: a concurrent call that started earlier may overwrite it.
 *
 * When the store fails, messages pass: losing one is worse than repeating it.
 */
export class StoreQueue {
	private waiting: Entry[] = [];

	private running = false;

	/** Identities that are still to be rechecked. */
	private pendingRechecks = 0;

	/** How many identities the store was seen to have kept. */
	private recorded = 0;

	/** When the latest call ended, and how long it took, in milliseconds. */
	private endedAt = 0;

	private tookMs = 0;

	private cooldownUntil = 0;

	/** How many calls follow without a cooldown. */
	private callsWithoutCooldown = 0;

	constructor(
		private readonly clock: Clock,
		private readonly onFailure: (error: unknown) => void = () => {},
	) {}

	/** @returns whether the message is the first with its identity */
	async isFirst(entry: Omit<Entry, 'rounds' | 'resolve'>): Promise<boolean> {
		const answer = new Promise<boolean>((resolve) => {
			this.waiting.push({ ...entry, rounds: 0, resolve });
		});
		void this.run();
		return await answer;
	}

	/** Whether nothing is pending for the store, now or later. */
	get idle(): boolean {
		return !this.running && this.pendingRechecks === 0;
	}

	private async run(): Promise<void> {
		if (this.running) return;
		this.running = true;
		while (this.waiting.length > 0) {
			const waited = await this.waitForCooldown();
			const batch = this.nextBatch();
			const startedAt = this.clock.now();
			const processed = await this.recordBatch(batch);
			this.planCooldown(this.clock.now() - startedAt, waited && batch.length === 1);
			batch.forEach((entry) => this.settleEntry(entry, processed));
		}
		this.running = false;
	}

	/** @returns whether it had to wait */
	private async waitForCooldown(): Promise<boolean> {
		// A concurrent call of another process takes about as long as the last one here.
		const isVerifying = this.waiting.some(({ rounds }) => rounds > 0);
		const verifiedFrom = isVerifying ? this.endedAt + this.tookMs + this.pause() : 0;
		const ms = Math.max(this.cooldownUntil, verifiedFrom) - this.clock.now();
		if (ms <= 0) return false;
		await this.clock.sleep(ms);
		return true;
	}

	/**
	 * Under load there is a cooldown between calls, proportional to the cost of a call, so that more
	 * messages share one: a large window does not slow n8n down. Where no message joined the batch during
	 * the cooldown, as when n8n runs one execution at a time, the next calls go without one.
	 */
	private planCooldown(tookMs: number, wasUnused: boolean): void {
		this.endedAt = this.clock.now();
		this.tookMs = tookMs;
		this.callsWithoutCooldown = wasUnused
			? CALLS_WITHOUT_COOLDOWN
			: Math.max(0, this.callsWithoutCooldown - 1);
		const cooldownMs = Math.min(MAX_COOLDOWN_MS, tookMs * COOLDOWN_FACTOR);
		this.cooldownUntil = this.callsWithoutCooldown > 0 ? 0 : this.endedAt + cooldownMs;
	}

	/** At most as many identities as the store keeps; a repeated one is a duplicate. */
	private nextBatch(): Entry[] {
		const [first] = this.waiting;
		const batch = new Map<string, Entry>();
		const left: Entry[] = [];
		// Recorded entries go first: a new entry with the same identity is the duplicate.
		const byRounds = [...this.waiting].sort((one, other) => other.rounds - one.rounds);
		for (const entry of byRounds) {
			const same = batch.get(entry.identity);
			// An execution that n8n runs again is not a duplicate of itself.
			if (same) entry.resolve(entry.claim !== undefined && entry.claim === same.claim);
			else if (batch.size < (first?.window ?? 1)) batch.set(entry.identity, entry);
			else left.push(entry);
		}
		this.waiting = left;
		return [...batch.values()];
	}

	/** @returns the identities that the store already had; `undefined` when it failed */
	private async recordBatch(batch: Entry[]): Promise<Set<unknown> | undefined> {
		const [first] = batch;
		const recorded = batch.flatMap(({ identity, claim }) => [identity, claim ?? []].flat());
		const places = recorded.length / batch.length;
		for (let failures = 0; first && failures < MAX_FAILURES; failures++) {
			try {
				const { processed } = await first.record(recorded, Math.ceil(first.window * places));
				return new Set(processed);
			} catch (error) {
				// For example, when two processes write the very first entry.
				this.onFailure(error);
				await this.clock.sleep(this.pause());
			}
		}
		return undefined;
	}

	private settleEntry(entry: Entry, processed: Set<unknown> | undefined): void {
		const known = processed?.has(entry.identity) ?? false;
		if (known && entry.rounds === 0) {
			return entry.resolve(entry.claim !== undefined && processed?.has(entry.claim) === true);
		}
		const kept = known || !entry.shared || !processed || entry.rounds >= MAX_ROUNDS;
		if (!kept) {
			this.waiting.push({ ...entry, rounds: entry.rounds + 1 });
			return;
		}
		this.recorded += 1;
		entry.resolve(true);
		if (entry.shared && !entry.isRecheck) void this.recheck(entry);
	}

	private async recheck(entry: Entry): Promise<void> {
		this.pendingRechecks += 1;
		const before = this.recorded;
		await this.clock.sleep(RECHECK_AFTER_MS);
		this.pendingRechecks -= 1;
		// Newer identities have replaced it in the store.
		if (this.recorded - before >= entry.window) return;
		this.waiting.push({ ...entry, rounds: 1, isRecheck: true, resolve: () => {} });
		await this.run();
	}

	private pause(): number {
		return MIN_PAUSE_MS + this.clock.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS);
	}
}

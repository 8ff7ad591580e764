import type { Clock } from '../../shared/api/clock';
import { StorePacing } from './storePacing';

/** n8n's deduplication store: records identities and returns those that it already had. */
export type RecordIdentities = (
	identities: string[],
	maxEntries: number,
) => Promise<{ processed: unknown[] }>;

/** A message that waits for the result of its deduplication. */
interface Entry {
	identity: string;
	/**
	 * Identifies the execution, where other processes write to the store too: there writes may be lost,
	 * and n8n may run an execution again, which is then not a duplicate of itself.
	 */
	claim?: string;
	record: RecordIdentities;
	window: number;
	/** How often it was recorded; 0 before the store has reported it as new. */
	rounds: number;
	/** Whether it was output already, and is only checked once more. */
	isRecheck?: boolean;
	/** Whether it has stood by for another execution of the same message. */
	hasStoodBy?: boolean;
	resolve: (first: boolean) => void;
}

/** How often an identity is recorded again before it is accepted without confirmation. */
const MAX_ROUNDS = 6;
const MAX_FAILURES = 3;
/** No call of another process takes longer, unless n8n is overloaded. */
const RECHECK_AFTER_MS = 2_000;
/** When the recheck of the execution that outputs the message has long been made. */
const STAND_BY_MS = 5_000;

/** Recorded with the recheck of a message that was output. */
const outputMark = (identity: string) => `${identity} was output`;

/** What is recorded of a message: up to three entries where processes share the store. */
function recordedOf({ identity, claim, isRecheck }: Entry): string[] {
	if (claim === undefined) return [identity];
	return isRecheck ? [identity, claim, outputMark(identity)] : [identity, claim];
}

/**
 * The only access to n8n's deduplication store, for one trigger in this process.
 *
 * The store reads all its entries, adds to them and writes them back, without a lock (n8n 2.41,
 * deduplication-helper.js). Hence:
 * - calls are serialized, since concurrent calls lose entries;
 * - all pending messages share one call, since each call costs as much as the whole window;
 * - where other processes write too, an identity is recorded until the store is seen to have kept it,
 *   and rechecked later: a concurrent call that started earlier may overwrite it;
 * - of two executions that recorded a message at the same moment, the one whose claim was overwritten
 *   stands by: it outputs the message only if no other has.
 *
 * When the store fails, messages pass: losing one is worse than repeating it.
 */
export class StoreQueue {
	private waiting: Entry[] = [];

	private running = false;

	/** Messages that are still to be rechecked, or stand by. */
	private pending = 0;

	/** How many identities the store was seen to have kept. */
	private recorded = 0;

	private readonly pacing: StorePacing;

	constructor(
		private readonly clock: Clock,
		private readonly onFailure: (error: unknown) => void = () => {},
	) {
		this.pacing = new StorePacing(clock);
	}

	/** @returns whether the message is the first with its identity */
	async isFirst(entry: Pick<Entry, 'identity' | 'claim' | 'record' | 'window'>): Promise<boolean> {
		const answer = new Promise<boolean>((resolve) => {
			this.waiting.push({ ...entry, rounds: 0, resolve });
		});
		void this.run();
		return await answer;
	}

	/** Whether nothing is pending for the store, now or later. */
	get idle(): boolean {
		return !this.running && this.pending === 0;
	}

	private async run(): Promise<void> {
		if (this.running) return;
		this.running = true;
		while (this.waiting.length > 0) {
			const waited = await this.pacing.waitForTurn(this.waiting.some(({ rounds }) => rounds > 0));
			const batch = this.nextBatch();
			const startedAt = this.clock.now();
			const processed = await this.recordBatch(batch);
			this.pacing.callEnded(this.clock.now() - startedAt, waited && batch.length === 1);
			batch.forEach((entry) => this.settleEntry(entry, processed));
		}
		this.running = false;
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
		const recorded = batch.flatMap(recordedOf);
		const entriesEach = first?.claim === undefined ? 1 : 3;
		for (let failures = 0; first && failures < MAX_FAILURES; failures++) {
			try {
				const { processed } = await first.record(recorded, first.window * entriesEach);
				return new Set(processed);
			} catch (error) {
				// For example, when two processes write the very first entry.
				this.onFailure(error);
				await this.clock.sleep(this.pacing.pause());
			}
		}
		return undefined;
	}

	private settleEntry(entry: Entry, processed: Set<unknown> | undefined): void {
		const { claim, rounds } = entry;
		// A recheck is over when the store is seen to have kept the mark that only the recheck records.
		const looksFor = entry.isRecheck ? outputMark(entry.identity) : entry.identity;
		const known = processed?.has(looksFor) ?? false;
		const ownClaim = claim !== undefined && processed?.has(claim) === true;
		if (known && rounds === 0) return entry.resolve(ownClaim);
		const kept = known || claim === undefined || !processed || rounds >= MAX_ROUNDS;
		if (!kept) {
			this.waiting.push({ ...entry, rounds: rounds + 1 });
		} else if (known && !ownClaim && claim !== undefined && !entry.hasStoodBy && !entry.isRecheck) {
			void this.standBy(entry);
		} else {
			entry.resolve(true);
			if (entry.isRecheck) return;
			this.recorded += 1;
			if (claim !== undefined) void this.recheck(entry);
		}
	}

	private async recheck(entry: Entry): Promise<void> {
		const before = this.recorded;
		await this.later(RECHECK_AFTER_MS, () =>
			// Otherwise newer identities have replaced it in the store.
			this.recorded - before < entry.window
				? [{ ...entry, rounds: 1, isRecheck: true, resolve: () => {} }]
				: [],
		);
	}

	/**
	 * Another execution has recorded the same message at the same moment, and will output it. If it did
	 * not get to, this one does.
	 */
	private async standBy(entry: Entry): Promise<void> {
		const identity = outputMark(entry.identity);
		const claim = `${identity} ${entry.claim}`;
		const candidate = { ...entry, identity, claim, rounds: 0, hasStoodBy: true };
		await this.later(STAND_BY_MS, () => [candidate]);
	}

	private async later(ms: number, entries: () => Entry[]): Promise<void> {
		this.pending += 1;
		await this.clock.sleep(ms);
		this.pending -= 1;
		this.waiting.push(...entries());
		await this.run();
	}
}

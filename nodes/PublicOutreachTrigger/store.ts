import type { Clock } from '../shared/clock';

/** n8n's deduplication store, as one execution can use it. */
export interface MessageStore {
	/** Records names, and returns those that were recorded before; the store keeps the latest. */
	record(names: string[], maxEntries: number): Promise<{ processed: unknown[] }>;
	/** Removes names. */
	remove(names: string[]): Promise<void>;
	/** Logs a failure of the other two. */
	warn(error: unknown): void;
}

/** A message that must be output by one execution only. */
interface Candidate {
	identity: string;
	/** Identifies the execution; absent if no other process writes to the store. With others, writes may be lost. */
	claimId?: string;
	store: MessageStore;
	size: number;
}

/**
 * What the store says of a candidate: it is recorded for this execution, another execution recorded it at the
 * same moment, or it was recorded before.
 */
type Recorded = 'own' | 'other' | 'duplicate';

/** A candidate that waits for its turn. */
interface Entry extends Candidate {
	/** The names to record for it; the first one shows whether the store already has it. */
	names: string[];
	/** How often it was recorded; 0 until the store has reported it as new. */
	rounds: number;
	resolve(recorded: Recorded): void;
}

/** How often an identity is recorded again before it is accepted without confirmation. */
const MAX_ROUNDS = 6;
const MAX_FAILURES = 3;
const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 25;
/** The cooldown, in proportion to the call before. */
const COOLDOWN_FACTOR = 20;
const MAX_COOLDOWN_MS = 150;
/** Calls of other processes take less than this, unless n8n is overloaded. */
const RECHECK_AFTER_MS = 2_000;
/** Longer than {@link RECHECK_AFTER_MS}, so that the other execution has recorded its output by then. */
const YIELD_MS = 5_000;

/** The name that the recheck of an output message records. */
const outputKey = (identity: string) => `${identity} was output`;

/** n8n may run an execution again: it is not a duplicate of itself. */
const isSameExecution = (one: Candidate, other: Candidate) =>
	one.claimId !== undefined && one.claimId === other.claimId;

/** The marks of so many duplicates are removed in one call, or earlier if nothing else waits. */
const UNUSED_MARKS = 20;

/**
 * How many names the store has to keep to remember at least so many messages. If processes share it, that is
 * three for each message, as many again that are recorded after those of newer messages, and the marks of
 * duplicates until they are removed.
 */
function maxEntriesOf({ claimId, size }: Candidate): number {
	return claimId === undefined ? size : 6 * size + 5 * UNUSED_MARKS;
}

/**
 * The only access to n8n's deduplication store, for one trigger in this process.
 *
 * The store reads all its entries, adds to them and writes them back, without a lock (n8n 2.41,
 * deduplication-helper.js). Hence:
 * - calls are serialized, since concurrent calls lose entries;
 * - all pending messages share one call, since each call costs as much as all its entries; after a call that
 *   several shared there is a cooldown, in which more gather;
 * - if other processes write too, an identity is recorded until the store is seen to have kept it, and
 *   rechecked later: a concurrent call that started earlier may overwrite it;
 * - if two executions recorded a message at the same moment, the one whose mark was overwritten stands by: it
 *   outputs the message only if the other has not;
 * - a duplicate's mark is removed again, since it would push messages out of the store.
 *
 * When the store fails, messages pass: losing one is worse than repeating it.
 */
export class StoreQueue {
	private waiting: Entry[] = [];

	/** Marks of duplicates that are still to be removed. */
	private unused: string[] = [];

	private running = false;

	/** Messages that are still to be rechecked, or stand by. */
	private pending = 0;

	/** How many identities the store was seen to have kept. */
	private recorded = 0;

	/** When the latest call ended, and how long it took, in milliseconds. */
	private endedAt = 0;
	private tookMs = 0;

	private cooldownUntil = 0;

	constructor(private readonly clock: Clock) {}

	/** @returns whether the message is the first with its identity */
	async claim(candidate: Candidate): Promise<boolean> {
		const recorded = await this.record(candidate);
		if (recorded === 'duplicate') return false;
		if (recorded === 'other' && !(await this.yieldToOtherExecution(candidate))) return false;
		this.recorded += 1;
		if (candidate.claimId !== undefined) void this.recheck(candidate);
		return true;
	}

	private async record(
		candidate: Candidate,
		names = [candidate.identity, candidate.claimId ?? []].flat(),
		rounds = 0,
	): Promise<Recorded> {
		const recorded = new Promise<Recorded>((resolve) => {
			this.waiting.push({ ...candidate, names, rounds, resolve });
		});
		void this.run();
		return await recorded;
	}

	/** Whether nothing is pending for the store, now or later. */
	get idle(): boolean {
		return !this.running && this.pending === 0;
	}

	private async run(): Promise<void> {
		if (this.running) return;
		this.running = true;
		while (this.waiting.length > 0) {
			await this.waitForTurn();
			const batch = this.nextBatch();
			const startedAt = this.clock.now();
			const processed = await this.recordBatch(batch);
			this.endedAt = this.clock.now();
			this.tookMs = this.endedAt - startedAt;
			const cooldownMs = Math.min(MAX_COOLDOWN_MS, this.tookMs * COOLDOWN_FACTOR);
			this.cooldownUntil = batch.length > 1 ? this.endedAt + cooldownMs : 0;
			batch.forEach((entry) => this.settleEntry(entry, processed));
			const [{ store } = { store: undefined }] = batch;
			const isDue = this.unused.length >= UNUSED_MARKS || this.waiting.length === 0;
			if (store && isDue) await this.removeUnused(store);
		}
		this.running = false;
	}

	private async waitForTurn(): Promise<void> {
		const isVerifying = this.waiting.some(({ rounds }) => rounds > 0);
		// A concurrent call of another process takes about as long as the last one here.
		const verifiedFrom = isVerifying ? this.endedAt + this.tookMs + this.pause() : 0;
		const ms = Math.max(this.cooldownUntil, verifiedFrom) - this.clock.now();
		if (ms > 0) await this.clock.sleep(ms);
	}

	/** A random pause in milliseconds, so that processes do not call in step. */
	private pause(): number {
		return MIN_PAUSE_MS + this.clock.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS);
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
			if (same) entry.resolve(isSameExecution(entry, same) ? 'own' : 'duplicate');
			else if (batch.size < (first?.size ?? 1)) batch.set(entry.identity, entry);
			else left.push(entry);
		}
		this.waiting = left;
		return [...batch.values()];
	}

	/** @returns the identities that the store already had; `undefined` when it failed */
	private async recordBatch(batch: Entry[]): Promise<Set<unknown> | undefined> {
		const [first] = batch;
		const recorded = batch.flatMap(({ names }) => names);
		for (let failures = 0; first && failures < MAX_FAILURES; failures++) {
			try {
				const { processed } = await first.store.record(recorded, maxEntriesOf(first));
				return new Set(processed);
			} catch (error) {
				// For example, if two processes write the very first entry.
				first.store.warn(error);
				await this.clock.sleep(this.pause());
			}
		}
		return undefined;
	}

	/** What cannot be removed stays until newer names push it out. */
	private async removeUnused(store: MessageStore): Promise<void> {
		if (this.unused.length === 0) return;
		const names = this.unused.splice(0);
		await store.remove(names).catch((error: unknown) => store.warn(error));
	}

	private settleEntry(entry: Entry, processed: Set<unknown> | undefined): void {
		const { names, claimId, rounds } = entry;
		const isKnown = processed?.has(names[0]) === true;
		const isShared = processed !== undefined && claimId !== undefined;
		const isOwn = isShared && processed.has(claimId);
		if (isKnown && !isOwn && rounds === 0) {
			if (claimId !== undefined) this.unused.push(claimId);
			entry.resolve('duplicate');
		} else if (isKnown) {
			entry.resolve(isOwn ? 'own' : 'other');
		} else if (isShared && rounds < MAX_ROUNDS) {
			this.waiting.push({ ...entry, rounds: rounds + 1 });
		} else {
			entry.resolve('own');
		}
	}

	/** Over when the store is seen to have kept the mark that only the recheck records. */
	private async recheck(candidate: Candidate): Promise<void> {
		const before = this.recorded;
		const { identity, claimId = '', size } = candidate;
		await this.later(RECHECK_AFTER_MS, async () => {
			// Newer identities have pushed it out of the store.
			if (this.recorded - before >= size) return;
			await this.record(candidate, [outputKey(identity), identity, claimId], 1);
		});
	}

	/** Another execution recorded the same message at the same moment. If that one does not output it, this one does. */
	private async yieldToOtherExecution(candidate: Candidate): Promise<boolean> {
		const identity = outputKey(candidate.identity);
		const claimId = `${identity} ${candidate.claimId}`;
		return await this.later(YIELD_MS, async () => {
			return (await this.record({ ...candidate, identity, claimId })) !== 'duplicate';
		});
	}

	private async later<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
		this.pending += 1;
		await this.clock.sleep(ms);
		const result = await work();
		this.pending -= 1;
		return result;
	}
}

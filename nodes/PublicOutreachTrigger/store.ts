import type { Clock } from '../shared/api/clock';

/** n8n's deduplication store: records identities and says which of them it knew already. */
export type RecordIdentities = (
	identities: string[],
	maxEntries: number,
) => Promise<{ processed: unknown[] }>;

/** One message that waits to hear whether it is the first with its identity. */
interface Entry {
	identity: string;
	/**
	 * Tells this execution's recording from that of others, where n8n may run an execution again:
	 * in queue mode it does when a worker dies, and then the message is its own, and no duplicate.
	 */
	claim?: string;
	record: RecordIdentities;
	window: number;
	/** Whether other processes write to the store too, so that it may lose what was written. */
	shared: boolean;
	/** How often it was recorded; 0 before the store said that it is new. */
	rounds: number;
	/** Whether it was put out already, and is only looked for once more. */
	late?: boolean;
	resolve: (first: boolean) => void;
}

/** The store is asked so often whether it has kept an identity before the answer is taken as it is. */
const MAX_ROUNDS = 6;
const MAX_FAILURES = 3;
const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 25;
const REST_PER_CALL = 20;
const MAX_REST_MS = 150;
const CALLS_WITHOUT_REST = 20;
/** No call of another process takes longer, if n8n is not on its knees. */
const LOOKS_AGAIN_AFTER_MS = 2_000;

/**
 * The one way to n8n's deduplication store, for one trigger in this process.
 *
 * The store reads all its entries, adds to them and writes them back, without a lock (n8n 2.41,
 * deduplication-helper.js). Hence:
 * - one call at a time, for two at once lose entries;
 * - whatever waits goes into one call, for each costs as much as the whole window;
 * - where other processes write too, an identity is recorded until the store is seen to have kept it,
 *   and looked for once more later: a call that began before may end after that, and undo it.
 *
 * A store that fails lets messages pass: losing one is worse than repeating it.
 */
export class StoreQueue {
	private waiting: Entry[] = [];

	private running = false;

	/** Identities that are to be looked for once more. */
	private outstanding = 0;

	/** How many identities the store was seen to have kept. */
	private recorded = 0;

	/** When the latest call ended, and how long it took, in milliseconds. */
	private endedAt = 0;

	private tookMs = 0;

	private restsUntil = 0;

	/** So many calls follow without a rest before them. */
	private restless = 0;

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

	/** Whether nothing waits for the store, or will. */
	get idle(): boolean {
		return !this.running && this.outstanding === 0;
	}

	private async run(): Promise<void> {
		if (this.running) return;
		this.running = true;
		while (this.waiting.length > 0) {
			const rested = await this.rest();
			const group = this.nextGroup();
			const startedAt = this.clock.now();
			const processed = await this.recordGroup(group);
			this.planRest(this.clock.now() - startedAt, rested && group.length === 1);
			group.forEach((entry) => this.conclude(entry, processed));
		}
		this.running = false;
	}

	/** @returns whether there was anything to wait for */
	private async rest(): Promise<boolean> {
		// What other processes are at takes them about as long as it took here.
		const isVerifying = this.waiting.some(({ rounds }) => rounds > 0);
		const verifiedFrom = isVerifying ? this.endedAt + this.tookMs + this.pause() : 0;
		const ms = Math.max(this.restsUntil, verifiedFrom) - this.clock.now();
		if (ms <= 0) return false;
		await this.clock.sleep(ms);
		return true;
	}

	/**
	 * Under load the store rests between calls, the longer the more a call costs, so that more
	 * messages share one: a large window does not slow n8n down. A rest that nobody joined was for
	 * nothing, as where n8n runs one execution at a time: then there is none for a while.
	 */
	private planRest(tookMs: number, wasForNothing: boolean): void {
		this.endedAt = this.clock.now();
		this.tookMs = tookMs;
		this.restless = wasForNothing ? CALLS_WITHOUT_REST : Math.max(0, this.restless - 1);
		const restMs = Math.min(MAX_REST_MS, tookMs * REST_PER_CALL);
		this.restsUntil = this.restless > 0 ? 0 : this.endedAt + restMs;
	}

	/** As many different identities as the store remembers; the same one again is a duplicate. */
	private nextGroup(): Entry[] {
		const [first] = this.waiting;
		const group = new Map<string, Entry>();
		const left: Entry[] = [];
		// What is already recorded goes first: beside it, the same identity anew is the duplicate.
		const byRounds = [...this.waiting].sort((one, other) => other.rounds - one.rounds);
		for (const entry of byRounds) {
			const same = group.get(entry.identity);
			// The same execution, which n8n runs again, is no duplicate of itself.
			if (same) entry.resolve(entry.claim !== undefined && entry.claim === same.claim);
			else if (group.size < (first?.window ?? 1)) group.set(entry.identity, entry);
			else left.push(entry);
		}
		this.waiting = left;
		return [...group.values()];
	}

	/** @returns the identities that the store knew; nothing when it failed */
	private async recordGroup(group: Entry[]): Promise<Set<unknown> | undefined> {
		const [first] = group;
		const recorded = group.flatMap(({ identity, claim }) => [identity, claim ?? []].flat());
		const places = recorded.length / group.length;
		for (let failures = 0; first && failures < MAX_FAILURES; failures++) {
			try {
				const { processed } = await first.record(recorded, Math.ceil(first.window * places));
				return new Set(processed);
			} catch (error) {
				// Two processes that write the very first entry are one example.
				this.onFailure(error);
				await this.clock.sleep(this.pause());
			}
		}
		return undefined;
	}

	private conclude(entry: Entry, processed: Set<unknown> | undefined): void {
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
		if (entry.shared && !entry.late) void this.lookAgain(entry);
	}

	private async lookAgain(entry: Entry): Promise<void> {
		this.outstanding += 1;
		const before = this.recorded;
		await this.clock.sleep(LOOKS_AGAIN_AFTER_MS);
		this.outstanding -= 1;
		// Newer ones have taken its place in the store.
		if (this.recorded - before >= entry.window) return;
		this.waiting.push({ ...entry, rounds: 1, late: true, resolve: () => {} });
		await this.run();
	}

	private pause(): number {
		return MIN_PAUSE_MS + this.clock.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS);
	}
}

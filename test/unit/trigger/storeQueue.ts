import { wait } from '../../../dev/platform';
import type { Clock } from '../../../nodes/shared/api/clock';
import { StoreQueue, type MessageStore } from '../../../nodes/PublicOutreachTrigger/delivery/store';

/** A clock that advances only by waits, and records them; rechecks wait until they are released. */
function testClock() {
	let now = 0;
	const waits: number[] = [];
	const later: Array<() => void> = [];
	const clock: Clock = {
		now: () => now,
		date: () => now,
		async sleep(ms) {
			if (ms >= 1_000) return await new Promise<void>((resolve) => later.push(resolve));
			waits.push(ms);
			now += ms;
			await Promise.resolve();
		},
		deadline: () => new AbortController().signal,
		random: () => 0.5,
	};
	return { clock, waits, later, pass: (ms: number) => void (now += ms) };
}

/** n8n's store (deduplication-helper.js): it returns what is new, and keeps the latest entries. */
class Store {
	entries: string[] = [];

	readonly calls: string[][] = [];

	underWay = 0;

	/** Calls whose writes another process overwrites. */
	losses = 0;

	/** What another process writes right after the first call, having read the store before it. */
	writtenOver?: string[];

	failures = 0;

	duringCall: () => void = () => undefined;

	/** Names that were removed again. */
	readonly removed: string[] = [];

	readonly record: MessageStore['record'] = async (identities, maxEntries) => {
		expect(++this.underWay).toBe(1);
		this.calls.push(identities);
		const before = [...this.entries];
		await wait(0);
		this.underWay -= 1;
		this.duringCall();
		if (this.failures-- > 0) throw new Error('database is locked');
		const processed = identities.filter((identity) => before.includes(identity));
		const added = identities.filter((identity) => !before.includes(identity));
		if (this.losses-- <= 0) this.entries = [...before, ...added].slice(-maxEntries);
		this.entries = this.writtenOver ?? this.entries;
		this.writtenOver = undefined;
		return { processed };
	};

	readonly remove: MessageStore['remove'] = async (names) => {
		expect(++this.underWay).toBe(1);
		await wait(0);
		this.underWay -= 1;
		this.removed.push(...names);
		this.entries = this.entries.filter((name) => !names.includes(name));
	};
}

/** A queue of one process. `shared`: other processes write to the store, too. */
export function setUp({ window = 1_000, shared = false } = {}) {
	const { clock, waits, later, pass } = testClock();
	const store = new Store();
	const failures: unknown[] = [];
	const queue = new StoreQueue(clock, (error) => failures.push(error));
	let executions = 0;
	const isFirst = async (identity: string) => {
		const executionMark = shared ? `${identity} of ${++executions}` : undefined;
		return await queue.isFirst({ identity, executionMark, window, store });
	};
	/** Releases the rechecks, and waits until the store is idle again. */
	async function settle() {
		do {
			while (later.length > 0) later.shift()?.();
			await wait(0);
		} while (!queue.idle);
	}
	return { store, queue, isFirst, waits, later, pass, failures, settle };
}

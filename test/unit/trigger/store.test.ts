import { wait } from '../../../dev/platform';
import type { Clock } from '../../../nodes/shared/api/clock';
import {
	StoreQueue,
	type RecordIdentities,
} from '../../../nodes/PublicOutreachTrigger/delivery/store';

/** A clock that advances only by waits, and records them; rechecks wait until they are released. */
function testClock() {
	let now = 0;
	const waits: number[] = [];
	const later: Array<() => void> = [];
	const clock: Clock = {
		now: () => now,
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

	readonly record: RecordIdentities = async (identities, maxEntries) => {
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
}

function setUp({ window = 1_000, shared = false } = {}) {
	const { clock, waits, later, pass } = testClock();
	const store = new Store();
	const failures: unknown[] = [];
	const queue = new StoreQueue(clock, (error) => failures.push(error));
	let executions = 0;
	const isFirst = async (identity: string) => {
		const claim = shared ? `${identity} of ${++executions}` : undefined;
		return await queue.isFirst({ identity, claim, window, record: store.record });
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

describe('recording in one process', () => {
	it('recognizes the first of two in sequence', async () => {
		const { isFirst } = setUp();

		expect([await isFirst('a'), await isFirst('a'), await isFirst('b')]).toEqual([
			true,
			false,
			true,
		]);
	});

	it('lets one of many at once be the first, in calls of all pending messages, and without a wait', async () => {
		const { store, isFirst, waits } = setUp();
		const firsts = await Promise.all(Array.from({ length: 500 }, (_, n) => isFirst(`${n % 50}`)));

		expect(firsts.filter(Boolean)).toHaveLength(50);
		expect(store.calls.length).toBeLessThanOrEqual(2);
		expect(waits).toEqual([]);
	});

	it('has a cooldown after a slow call, so that the next one serves more messages', async () => {
		const { store, isFirst, waits, pass } = setUp();
		store.duringCall = () => pass(4);
		for (let number = 0; number < 10; number++) {
			await Promise.all([isFirst(`${number} a`), isFirst(`${number} b`)]);
		}

		expect(waits).toHaveLength(9);
		expect(new Set(waits)).toEqual(new Set([80]));
	});

	it('limits the cooldown to 150 milliseconds, and skips it where no message joins', async () => {
		const { store, isFirst, waits, pass } = setUp();
		store.duringCall = () => pass(400);
		for (let number = 0; number < 15; number++) await isFirst(String(number));

		expect(waits).toEqual([150]);
	});

	it('never asks for more at once than the store remembers', async () => {
		const { store, isFirst } = setUp({ window: 10 });
		const firsts = await Promise.all(Array.from({ length: 95 }, (_, n) => isFirst(String(n))));

		expect(Math.max(...store.calls.map(({ length }) => length))).toBeLessThanOrEqual(10);
		expect(firsts.every(Boolean)).toBe(true);
	});
});

describe('recording beside other processes', () => {
	it('records again what another process has overwritten, and lets the message pass', async () => {
		const { store, isFirst } = setUp({ shared: true });
		store.losses = 2;

		expect(await isFirst('a')).toBe(true);
		expect(store.entries).toContain('a');
		expect(store.calls).toHaveLength(4);
	});

	it('waits at least 5 milliseconds before it checks whether the store has kept it', async () => {
		const { isFirst, waits } = setUp({ shared: true });
		await isFirst('a');

		expect(waits).toHaveLength(1);
		expect(waits[0]).toBeGreaterThanOrEqual(5);
	});

	it('rechecks later, and records again what the call of another process has overwritten since', async () => {
		const { store, isFirst, settle } = setUp({ shared: true });
		await isFirst('a');
		store.entries = [];
		await settle();

		expect(store.entries).toContain('a');
		expect(await isFirst('a')).toBe(false);
	});

	it('rechecks once, until the store has kept it, and is not idle before', async () => {
		const { store, queue, isFirst, settle } = setUp({ shared: true });
		await isFirst('a');
		const calls = store.calls.length;
		expect(queue.idle).toBe(false);
		await settle();
		await settle();

		expect(store.calls).toHaveLength(calls + 2);
		expect(queue.idle).toBe(true);
	});

	it('recognizes a duplicate that comes with the recheck', async () => {
		const { store, isFirst, settle } = setUp({ shared: true });
		await isFirst('a');
		store.entries = [];
		const settled = settle();
		const again = isFirst('a');
		await settled;

		expect(await again).toBe(false);
	});

	it('does not recheck what newer identities have evicted from the store', async () => {
		const { store, isFirst, settle } = setUp({ shared: true, window: 2 });
		await isFirst('a');
		await isFirst('b');
		await isFirst('c');
		await settle();

		expect(store.entries.filter((entry) => entry.length === 1)).toEqual(['b', 'c']);
	});

	it('lets an execution pass that n8n runs again while its first run is still waiting', async () => {
		const { queue, store } = setUp({ shared: true });
		const entry = {
			identity: 'a',
			claim: 'a of 1',
			window: 10,
			record: store.record,
		};
		store.losses = 1;
		const runs = [entry, entry, { ...entry, claim: 'a of 2' }];

		expect(await Promise.all(runs.map(async (run) => await queue.isFirst(run)))).toEqual([
			true,
			true,
			false,
		]);
	});

	it('lets the message pass when the store never keeps it', async () => {
		const { store, isFirst } = setUp({ shared: true });
		store.losses = Infinity;

		expect(await isFirst('a')).toBe(true);
		expect(store.calls.length).toBeLessThan(10);
	});

	it('does not take the same message for the first twice while it is being verified', async () => {
		const { store, isFirst } = setUp({ shared: true });
		store.losses = 1;
		const first = isFirst('a');
		while (store.calls.length < 2) await wait(0);

		expect([await isFirst('a'), await first]).toEqual([false, true]);
	});
});

describe('an execution whose claim another one has overwritten', () => {
	const overtaken = () => {
		const set = setUp({ shared: true });
		set.store.writtenOver = ['a', 'a of another execution'];
		return { ...set, first: set.isFirst('a') };
	};
	/** Until it waits for something later, or has decided. */
	const outcomeOf = async ({ first, later }: ReturnType<typeof overtaken>) => {
		while (later.length === 0) await wait(0);
		return await Promise.race([first, wait(0).then(() => 'undecided')]);
	};

	it('stands by, and makes no item once the other has', async () => {
		const set = overtaken();
		const { store, first, settle } = set;
		expect(await outcomeOf(set)).toBe('undecided');
		store.entries.push('a was output');
		await settle();

		expect(await first).toBe(false);
	});

	it('makes the item if no other has', async () => {
		const set = overtaken();
		const { first, settle } = set;
		expect(await outcomeOf(set)).toBe('undecided');
		await settle();

		expect(await first).toBe(true);
	});
});

describe('a store that fails', () => {
	it('is asked again', async () => {
		const { store, isFirst } = setUp();
		await isFirst('a');
		store.failures = 2;

		expect(await isFirst('a')).toBe(false);
	});

	it('lets messages pass, and goes on working once it recovers', async () => {
		const { store, isFirst, failures } = setUp();
		store.failures = 3;

		expect(await isFirst('a')).toBe(true);
		expect(String(failures[0])).toContain('database is locked');
		expect([await isFirst('b'), await isFirst('b')]).toEqual([true, false]);
	});
});

import { VirtualClock } from '../../../dev/bench/virtual/clock';
import { StoreQueue } from '../../../nodes/PublicOutreachTrigger/store';
import { UnlockedStore } from './unlockedStore';

/** A queue of one process. `shared`: other processes write to the store, too. */
function setUp({ window = 1_000, shared = false, callMs = 0 } = {}) {
	const clock = new VirtualClock();
	const sleep = jest.spyOn(clock, 'sleep');
	const halfCall = () => new Promise<void>((resolve) => clock.at(callMs / 2, resolve));
	const store = new UnlockedStore(halfCall);
	const failures = store.warnings;
	const queue = new StoreQueue(clock);
	let executions = 0;
	const take = async (identity: string, execution = ++executions) => {
		const claimId = shared ? `${identity} of ${execution}` : undefined;
		return await queue.claim({ identity, claimId, size: window, store });
	};
	/** Whether each of these, which come at the same time, is the first. */
	const areFirst = async (...identities: string[]) =>
		await clock.until(Promise.all(identities.map(async (identity) => await take(identity))));
	/** How long the queue has waited, up to the rechecks. */
	const pauses = () => sleep.mock.calls.map(([ms]) => ms).filter((ms) => ms < 1_000);
	const settle = async () => await clock.pass(60_000);
	return { clock, store, queue, take, areFirst, pauses, failures, settle };
}

const names = (count: number, of = count) =>
	Array.from({ length: count }, (_, number) => `m${number % of}`);

describe('recording in one process', () => {
	it('lets one of many at once be the first, in calls of all pending messages, and without a wait', async () => {
		const { store, areFirst, pauses } = setUp();
		const firsts = await areFirst(...names(500, 50));

		expect(firsts.filter(Boolean)).toHaveLength(50);
		expect(store.calls.length).toBeLessThanOrEqual(2);
		expect(pauses()).toEqual([]);
		expect(await areFirst('m7')).toEqual([false]);
	});

	it.each([
		[4, 80],
		[400, 150],
	])('has a cooldown after a shared call of %d ms, and none after others', async (callMs, ms) => {
		const { areFirst, pauses } = setUp({ callMs });
		for (const name of names(3)) await areFirst(name);
		expect(pauses()).toEqual([]);
		for (const name of names(3)) await areFirst(`${name} a`, `${name} b`);

		expect(pauses()).toEqual([ms, ms]);
	});

	it('never asks for more at once than the store remembers', async () => {
		const { store, areFirst } = setUp({ window: 10 });
		const firsts = await areFirst(...names(95));

		expect(Math.max(...store.calls.map(({ length }) => length))).toBeLessThanOrEqual(10);
		expect(firsts.every(Boolean)).toBe(true);
	});
});

describe('a store that fails', () => {
	it('is asked again', async () => {
		const { store, areFirst } = setUp();
		await areFirst('a');
		store.failures = 2;

		expect(await areFirst('a')).toEqual([false]);
	});

	it('lets messages pass, and goes on working once it recovers', async () => {
		const { store, areFirst, failures } = setUp();
		store.failures = 3;

		expect(await areFirst('a')).toEqual([true]);
		expect(String(failures[0])).toContain('database is locked');
		expect(await areFirst('b', 'b')).toEqual([true, false]);
	});
});

describe('recording beside other processes', () => {
	it('records again what another process has overwritten, and lets the message pass', async () => {
		const { store, areFirst } = setUp({ shared: true });
		store.losses = 2;

		expect(await areFirst('a')).toEqual([true]);
		expect(store.entries).toContain('a');
		expect(store.calls).toHaveLength(4);
	});

	it('waits at least 5 milliseconds before it checks whether the store has kept it', async () => {
		const { areFirst, pauses } = setUp({ shared: true });
		await areFirst('a');

		expect(pauses()).toHaveLength(1);
		expect(pauses()[0]).toBeGreaterThanOrEqual(5);
	});

	it('rechecks later until the store has kept it, once, and is not idle before', async () => {
		const { store, queue, areFirst, settle } = setUp({ shared: true });
		await areFirst('a');
		const calls = store.calls.length;
		store.entries = [];
		expect(queue.idle).toBe(false);
		await settle();

		expect(store.calls).toHaveLength(calls + 2);
		expect(queue.idle).toBe(true);
		expect(await areFirst('a')).toEqual([false]);
	});

	it('recognizes a duplicate that comes with the recheck', async () => {
		const { clock, store, take, areFirst, settle } = setUp({ shared: true, callMs: 10 });
		await areFirst('a');
		store.entries = [];
		await clock.pass(1_998);
		void take('b');
		await clock.pass(1);
		const again = take('a');
		await settle();

		expect(await again).toBe(false);
	});

	it('does not recheck what newer identities have evicted from the store', async () => {
		const { store, areFirst, settle } = setUp({ shared: true, window: 2 });
		for (const name of names(3)) await areFirst(name);
		await settle();

		const rechecked = store.entries.filter((entry) => entry.endsWith('was output'));
		expect(rechecked).toEqual(['m1 was output', 'm2 was output']);
	});

	it('takes the mark of a duplicate back, so that it pushes no message out', async () => {
		const { store, areFirst, settle } = setUp({ shared: true });
		for (let times = 0; times < 5; times++) expect(await areFirst('a')).toEqual([times === 0]);
		await settle();

		expect(store.entries).toEqual(['a', 'a of 1', 'a was output']);
	});

	it('goes on where the mark of a duplicate cannot be taken back', async () => {
		const { store, areFirst, failures } = setUp({ shared: true });
		jest.spyOn(store, 'remove').mockRejectedValue(new Error('database is locked'));
		await areFirst('a');

		expect([await areFirst('a'), await areFirst('b')]).toEqual([[false], [true]]);
		expect(failures.map(String)).toContain('Error: database is locked');
	});

	it('lets an execution pass that n8n runs again while its first run is still waiting', async () => {
		const { clock, store, take } = setUp({ shared: true });
		store.losses = 1;
		const runs = Promise.all([1, 1, 2].map(async (execution) => await take('a', execution)));

		expect(await clock.until(runs)).toEqual([true, true, false]);
	});

	it('lets the message pass when the store never keeps it', async () => {
		const { store, areFirst } = setUp({ shared: true });
		store.losses = Infinity;

		expect(await areFirst('a')).toEqual([true]);
		expect(store.calls.length).toBeLessThan(10);
	});

	it('does not take the same message for the first twice while it is being verified', async () => {
		const { clock, store, take } = setUp({ shared: true });
		store.losses = 1;
		const first = take('a');
		await clock.pass(0);

		expect(await clock.until(Promise.all([take('a'), first]))).toEqual([false, true]);
	});
});

it.each([
	['makes no item once the other has', ['a was output'], false],
	['makes the item if no other has', [], true],
])(
	'an execution whose mark another one has overwritten stands by, and %s',
	async (_what, output, isFirst) => {
		const { clock, store, take, settle } = setUp({ shared: true });
		const first = take('a');
		await clock.pass(0);
		store.entries = ['a', 'a of another execution'];
		await clock.pass(1_000);
		store.entries = [...store.entries, ...output];
		await settle();

		expect(await first).toBe(isFirst);
	},
);

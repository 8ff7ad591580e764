import { wait } from '../../../dev/platform';
import { setUp } from './storeQueue';

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

		const rechecked = store.entries.filter((entry) => entry.endsWith('was output'));
		expect(rechecked).toEqual(['b was output', 'c was output']);
	});

	it('takes the mark of a duplicate back, so that it pushes no message out', async () => {
		const { store, isFirst, settle } = setUp({ shared: true });
		await isFirst('a');
		for (let times = 0; times < 5; times++) expect(await isFirst('a')).toBe(false);
		await settle();

		expect(store.removed).toHaveLength(5);
		expect(store.entries).toHaveLength(3);
	});

	it('goes on where a mark cannot be taken back', async () => {
		const { store, isFirst, failures, settle } = setUp({ shared: true });
		jest.spyOn(store, 'remove').mockRejectedValue(new Error('database is locked'));
		await isFirst('a');

		expect([await isFirst('a'), await isFirst('b')]).toEqual([false, true]);
		await settle();
		expect(failures.map(String)).toContain('Error: database is locked');
	});

	it('lets an execution pass that n8n runs again while its first run is still waiting', async () => {
		const { queue, store } = setUp({ shared: true });
		const entry = {
			identity: 'a',
			executionMark: 'a of 1',
			window: 10,
			store,
		};
		store.losses = 1;
		const runs = [entry, entry, { ...entry, executionMark: 'a of 2' }];

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

describe('an execution whose mark another one has overwritten', () => {
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

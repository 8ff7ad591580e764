import { setUp } from './storeQueue';

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

	it('limits the cooldown to 150 milliseconds, and has none where no message shared the call', async () => {
		const { store, isFirst, waits, pass } = setUp();
		store.duringCall = () => pass(400);
		for (let number = 0; number < 15; number++) await isFirst(String(number));
		expect(waits).toEqual([]);
		await Promise.all([isFirst('a'), isFirst('b')]);
		await isFirst('c');

		expect(waits).toEqual([150]);
	});

	it('never asks for more at once than the store remembers', async () => {
		const { store, isFirst } = setUp({ window: 10 });
		const firsts = await Promise.all(Array.from({ length: 95 }, (_, n) => isFirst(String(n))));

		expect(Math.max(...store.calls.map(({ length }) => length))).toBeLessThanOrEqual(10);
		expect(firsts.every(Boolean)).toBe(true);
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

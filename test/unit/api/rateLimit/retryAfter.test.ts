import { MINUTE, SECOND } from '../support';
import { setUp } from './sharedKey';

describe('after a refusal with Retry-After', () => {
	it('nothing is sent for as long as it says, and the refused request does not count', async () => {
		const { accepted, refused, secondsOf } = setUp(1);
		const pauseMs = await refused('refused', 7 * SECOND);
		await accepted('next');

		expect(pauseMs).toBe(7 * SECOND);
		expect(secondsOf('next')).toEqual([7]);
	});

	it('the longest of several waits holds', async () => {
		const { acquire, accepted, secondsOf } = setUp();
		const [one, other] = [await acquire('one'), await acquire('other')];
		one.rateLimited(9 * SECOND);
		other.rateLimited(2 * SECOND);
		await accepted('next');

		expect(secondsOf('next')).toEqual([9]);
	});

	it('a probe goes alone until it is accepted, whatever is accepted of before', async () => {
		const { clock, acquire, refused, secondsOf } = setUp();
		const before = await acquire('before');
		await refused('refused', SECOND);
		const probe = acquire('probe');
		void acquire('next');
		await clock.pass(2 * SECOND);
		before.succeeded();
		await clock.pass(28 * SECOND);
		expect(secondsOf('next')).toEqual([]);
		(await probe).succeeded();
		await clock.pass(SECOND);

		expect(secondsOf('next')).toEqual([30]);
	});

	it('a probe that takes very long holds up the others no longer than the key is shared', async () => {
		const { clock, acquire, refused, secondsOf } = setUp();
		await refused('refused', SECOND);
		await clock.until(acquire('probe'));
		void acquire('next');
		await clock.pass(10 * MINUTE);

		expect(secondsOf('next')).toEqual([181]);
	});

	it('a probe that is lost or stopped makes room for another', async () => {
		const { clock, acquire, refused, names } = setUp();
		await refused('refused', SECOND);
		(await clock.until(acquire('lost'))).unanswered();
		(await clock.until(acquire('stopped'))).cancel();
		await clock.until(acquire('next'));

		expect(names()).toEqual(['refused', 'lost', 'stopped', 'next']);
	});

	it('the others follow spread, so that processes that wake together share the window', async () => {
		const { clock, acquire, refused, secondsOf } = setUp(10);
		await refused('refused', SECOND);
		const all = Array.from({ length: 5 }, async () => (await acquire('next')).succeeded());
		await clock.until(Promise.all(all));

		// A fortieth of the window between two of them, divided by the number of those before.
		const times = secondsOf('next');
		expect(times.slice(0, 2)).toEqual([1, 1]);
		expect(times[2]).toBe(2.5);
		expect(times[4]).toBeGreaterThan(3.5);
	});

	it('the others stop following when one is refused', async () => {
		const { accepted, refused, secondsOf } = setUp(10);
		await refused('refused', SECOND);
		await accepted('probe');
		await refused('refused', 20 * SECOND);
		await accepted('next');

		// 1 s, then 20 s, and what a process with one slot leaves to those that have none.
		expect(secondsOf('next')).toEqual([1 + 20 + 3]);
	});

	it('who has had no slot for longest goes first', async () => {
		const after = async (windows: number) => {
			const { clock, refused, secondsOf } = setUp(10);
			await refused('refused', SECOND);
			await clock.pass(windows * MINUTE);
			await refused('late', SECOND);
			await refused('next');
			return (secondsOf('next')[0] ?? 0) - (secondsOf('late')[0] ?? 0);
		};

		expect([await after(0), await after(1), await after(2)]).toEqual([1, 1 + 5, 1 + 5 / 4]);
	});
});

describe('three windows after the last refusal', () => {
	it.each([undefined, SECOND])('requests go at once again: Retry-After %j ms', async (ms) => {
		const { clock, acquire, refused, secondsOf } = setUp(10);
		await refused('refused', ms);
		await clock.pass(3 * MINUTE + SECOND);
		await Promise.all([acquire('next'), acquire('next')]);

		expect(secondsOf('next')).toEqual([181, 181]);
	});
});

describe('a process that uses the whole limit', () => {
	it('leaves a slot to others for a moment now and then', async () => {
		const { accepted, secondsOf } = setUp(50);
		for (let index = 0; index < 100; index++) await accepted('taken');

		// The slots of the 11th, 22nd, 33rd and 44th are used again a twentieth of a window later.
		expect(secondsOf('taken').slice(50, 96)).toEqual(Array.from({ length: 46 }, () => 60));
		expect(secondsOf('taken').slice(96)).toEqual([63, 63, 63, 63]);
	});

	it('does not while the limit leaves room', async () => {
		const { clock, accepted } = setUp(100);
		for (let index = 0; index < 100; index++) await accepted('taken');

		expect(clock.elapsed).toBe(0);
		expect(clock.waits).toBe(0);
	});
});

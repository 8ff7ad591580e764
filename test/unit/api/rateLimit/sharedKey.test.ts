import { limiterOn, MINUTE, SECOND, VirtualClock } from '../support';

/** A clock without jitter. */
class EvenClock extends VirtualClock {
	override random(): number {
		return 0.5;
	}
}

/** A process that shares its key, and when it sends what. */
function setUp(capacity = 50) {
	const set = limiterOn(new EvenClock(), capacity);
	const { clock, acquire, admitted } = set;
	/** The times at which the requests with this name were sent, in seconds. */
	const secondsOf = (name: string) =>
		admitted.filter((row) => row.name === name).map(({ at }) => at / SECOND);
	/** Sends a request as soon as it may be sent; the service accepts it. */
	const accepted = async (name: string) => await clock.until(set.accepted(name));
	/** The same with one that is refused; returns for how long nothing is sent. */
	const refused = async (name: string, retryAfterMs?: number) =>
		(await clock.until(acquire(name))).rateLimited(retryAfterMs);
	/** Sends requests one after another for so long, each of which is refused. */
	const refuseAll = async (name: string, ms: number) => {
		const refuse = async () => {
			for (;;) (await acquire(name)).rateLimited();
		};
		void refuse();
		await clock.pass(ms);
	};
	return { ...set, secondsOf, accepted, refused, refuseAll };
}

describe('after a refusal with Retry-After', () => {
	it('nothing is sent for as long as it says, and the refused request does not count', async () => {
		const { accepted, refused, secondsOf } = setUp(1);
		const { waitMs } = await refused('refused', 7 * SECOND);
		await accepted('next');

		expect(waitMs).toBe(7 * SECOND);
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
		(await clock.until(acquire('lost'))).lost();
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

	it('the process without a slot for longest goes first', async () => {
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

it.each([undefined, SECOND])(
	'three windows after a refusal all go immediately: %j ms',
	async (ms) => {
		const { clock, acquire, refused, secondsOf } = setUp(10);
		await refused('refused', ms);
		await clock.pass(3 * MINUTE + SECOND);
		await Promise.all([acquire('next'), acquire('next')]);

		expect(secondsOf('next')).toEqual([181, 181]);
	},
);

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

describe('a process that was refused without Retry-After and holds no slot', () => {
	it('probes soon, then at its turn one window after the first refusal, then in between too', async () => {
		const { refuseAll, secondsOf } = setUp();
		await refuseAll('probe', 30 * MINUTE);

		const probes = secondsOf('probe');
		expect(probes.slice(0, 6)).toEqual([0, 1.5, 6, 24, 60, 120]);
		expect(probes.slice(6, 13)).toEqual([135, 150, 165, 180, 183.75, 187.5, 191.25]);
		// It never does so more often than some three hundred times in a window.
		expect(probes.filter((at) => at >= 29 * 60).length).toBeLessThanOrEqual(330);
	});

	it('comes back whole windows after it was served last', async () => {
		const { clock, accepted, refuseAll, secondsOf } = setUp();
		await accepted('served');
		await clock.pass(20 * SECOND);
		await refuseAll('probe', 2.5 * MINUTE - 20 * SECOND);

		// 60: its slot, which is lost; 120: its turn; 135: between two of them.
		expect(secondsOf('probe')).toEqual([20, 60, 120, 135, 150]);
	});

	it('does not let the other responses to a burst lengthen its waits', async () => {
		const { acquire, accepted, secondsOf } = setUp();
		const burst = await Promise.all(Array.from({ length: 25 }, async () => await acquire('burst')));
		const pauses = burst.map((permit) => permit.rateLimited());
		await accepted('next');

		expect(new Set(pauses.map(({ waitMs }) => waitMs))).toEqual(new Set([1.5 * SECOND]));
		expect(secondsOf('next')).toEqual([1.5]);
	});

	it('starts to search anew when the key was not shared for a while', async () => {
		const { clock, accepted, refused, secondsOf } = setUp();
		await accepted('served');
		await clock.pass(60 * MINUTE);
		await refused('refused');
		await refused('probe');
		await refused('probe');

		expect(secondsOf('probe')).toEqual([3_601.5, 3_606]);
	});
});

describe('a process that holds slots', () => {
	/** Three are taken at 0, 10 and 20 s, and the window is full from then on. */
	const withSlots = async () => {
		const set = setUp();
		for (let index = 0; index < 3; index++) {
			await set.accepted('taken');
			await set.clock.pass(10 * SECOND);
		}
		await set.refused('refused');
		return set;
	};

	it('tries each of them again one window later, and loses those at which it is refused', async () => {
		const { refused, secondsOf } = await withSlots();
		for (let index = 0; index < 4; index++) await refused('again');

		// The last one is its turn, two windows after it was served last.
		expect(secondsOf('again')).toEqual([60, 70, 80, 140]);
	});

	it('tries for one more after each that was taken, until it is refused', async () => {
		const { accepted, refused, secondsOf } = await withSlots();
		for (let index = 0; index < 3; index++) await accepted('taken');
		await refused('one more');
		await accepted('next');

		const [first = 0, second = 0, third = 0] = secondsOf('taken').slice(3);
		expect(first).toBe(60);
		// A fortieth of a window at most, divided by the slots.
		expect(third - first).toBeLessThan(1.5);
		expect(third).toBeGreaterThan(second);
		expect(secondsOf('one more')[0]).toBeLessThan(62);
		expect(secondsOf('next')).toEqual([70]);
	});

	it.each(['cancel', 'lost'] as const)('replaces a lost probe immediately: %s', async (end) => {
		const { clock, acquire, accepted, secondsOf } = await withSlots();
		(await clock.until(acquire('lost')))[end]();
		await accepted('next');

		expect([secondsOf('lost'), secondsOf('next')]).toEqual([[60], [60]]);
	});

	it('forgets those that it could have used long ago', async () => {
		const { clock, acquire, refused, secondsOf } = await withSlots();
		await clock.pass(2 * MINUTE);
		await refused('late');
		void acquire('next');
		await clock.pass(SECOND);

		expect(secondsOf('next')).toEqual([]);
	});

	it.each([
		[1, 3],
		[2, 1.5],
		[3, 1],
	])('leaves a slot to others before it uses it again: besides %d for %d s', async (held, left) => {
		const { acquire, accepted, refused, secondsOf } = setUp();
		const slow = await acquire('slow');
		for (let index = 0; index < held; index++) await accepted('before');
		await refused('refused');
		slow.succeeded();
		await refused('at once');
		await refused('later');

		expect(secondsOf('at once')).toEqual([60]);
		expect(secondsOf('later')).toEqual([60 + left]);
	});
});

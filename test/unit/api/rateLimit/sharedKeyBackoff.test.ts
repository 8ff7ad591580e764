import { SharedKeyBackoff } from '../../../../nodes/shared/api/rateLimit/sharedKeyBackoff';
import { limiterOn, MINUTE, SECOND, VirtualClock } from '../support';

/** A clock without jitter. */
class EvenClock extends VirtualClock {
	override random(): number {
		return 0.5;
	}
}

function setUp(capacity = 50) {
	const clock = new EvenClock();
	const set = { clock, ...limiterOn(clock, capacity) };
	/** The times at which the requests with this name were sent, in seconds. */
	const secondsOf = (name: string) =>
		set.admitted.filter((row) => row.name === name).map(({ at }) => at / SECOND);
	/** Admits requests at once, each of which is accepted. */
	const take = async (count: number) => {
		for (let index = 0; index < count; index++) (await set.acquire('taken')).succeeded();
	};
	return { ...set, secondsOf, take };
}

describe('after a refusal with Retry-After', () => {
	it('nothing is sent for as long as it says', async () => {
		const { clock, acquire, secondsOf } = setUp();
		const pauseMs = (await acquire('refused')).rateLimited(7 * SECOND);
		await clock.until(acquire('next'));

		expect(pauseMs).toBe(7 * SECOND);
		expect(secondsOf('next')).toEqual([7]);
	});

	it('the longest of several waits holds', async () => {
		const { clock, acquire, secondsOf } = setUp();
		const [one, other] = [await acquire('one'), await acquire('other')];
		one.rateLimited(9 * SECOND);
		other.rateLimited(2 * SECOND);
		await clock.until(acquire('next'));

		expect(secondsOf('next')).toEqual([9]);
	});

	it('the refused request does not count', async () => {
		const { clock, acquire, secondsOf } = setUp(1);
		(await acquire('refused')).rateLimited(SECOND);
		await clock.until(acquire('next'));

		expect(secondsOf('next')).toEqual([1]);
	});

	it('a probe goes alone until the service has taken it', async () => {
		const { clock, acquire, secondsOf } = setUp();
		(await acquire('refused')).rateLimited(SECOND);
		const probe = acquire('probe');
		void acquire('next');
		await clock.pass(30 * SECOND);
		expect(secondsOf('next')).toEqual([]);
		(await probe).succeeded();
		await clock.pass(SECOND);

		expect(secondsOf('next')).toEqual([30]);
	});

	it('a probe that is lost or stopped makes room for another', async () => {
		const { clock, acquire, names } = setUp();
		(await acquire('refused')).rateLimited(SECOND);
		(await clock.until(acquire('lost'))).unanswered();
		(await clock.until(acquire('stopped'))).cancel();
		await clock.until(acquire('next'));

		expect(names()).toEqual(['refused', 'lost', 'stopped', 'next']);
	});

	it('an answer to a request of before does not open the window', async () => {
		const { clock, acquire, secondsOf } = setUp();
		const [before, refused] = [await acquire('before'), await acquire('refused')];
		refused.rateLimited(SECOND);
		void acquire('probe');
		await clock.pass(2 * SECOND);
		before.succeeded();
		void acquire('next');
		await clock.pass(30 * SECOND);

		expect(secondsOf('next')).toEqual([]);
	});

	it('the others follow spread, so that processes that wake together share the window', async () => {
		const { clock, acquire, secondsOf } = setUp(10);
		(await acquire('refused')).rateLimited(SECOND);
		const all = Array.from({ length: 5 }, async () => (await acquire('next')).succeeded());
		await clock.until(Promise.all(all));

		// A sixth of the window for the ten that fit in.
		expect(secondsOf('next')).toEqual([1, 2, 3, 4, 5]);
	});

	it('the others stop following when one is refused', async () => {
		const { clock, acquire, secondsOf } = setUp(10);
		(await acquire('refused')).rateLimited(SECOND);
		(await clock.until(acquire('probe'))).succeeded();
		(await clock.until(acquire('refused'))).rateLimited(20 * SECOND);
		await clock.until(acquire('next'));

		expect(secondsOf('next')).toEqual([22]);
	});
});

describe('three windows after the last refusal', () => {
	it.each([undefined, SECOND])('requests go at once again: Retry-After %j ms', async (ms) => {
		const { clock, acquire, secondsOf } = setUp(10);
		(await acquire('refused')).rateLimited(ms);
		await clock.pass(3 * MINUTE + SECOND);
		await Promise.all([acquire('next'), acquire('next')]);

		expect(secondsOf('next')).toEqual([181, 181]);
	});
});

describe('a process that was refused without Retry-After and holds no slot', () => {
	/** Sends requests in sequence for so long, each of which is refused. */
	const probesWithin = async (ms: number) => {
		const { clock, acquire, secondsOf } = setUp();
		const refuse = async () => {
			for (;;) (await acquire('probe')).rateLimited();
		};
		void refuse();
		await clock.pass(ms);
		return secondsOf('probe');
	};

	it('probes soon at first, then at its turn: one window after the first refusal', async () => {
		expect(await probesWithin(2 * MINUTE - SECOND)).toEqual([0, 1, 4, 12, 28, 60]);
	});

	it('probes in between as well when it was refused at its turn twice', async () => {
		const probes = await probesWithin(2.5 * MINUTE);

		expect(probes.slice(5)).toEqual([60, 120, 124, 128, 132, 136, 140, 144, 148]);
	});

	it('comes back whole windows after it was served last', async () => {
		const { clock, acquire, take, secondsOf } = setUp();
		await take(1);
		await clock.pass(20 * SECOND);
		(await acquire('refused')).rateLimited();
		const refuse = async () => {
			for (;;) (await acquire('probe')).rateLimited();
		};
		void refuse();
		await clock.pass(3 * MINUTE - 20 * SECOND - 1);

		// 60: its slot, which is lost; 120: its turn.
		expect(secondsOf('probe')).toEqual([21, 24, 32, 48, 60, 120]);
	});

	it('tells for how long nothing is sent', async () => {
		const { acquire } = setUp();

		expect((await acquire('refused')).rateLimited()).toBe(SECOND);
	});

	it('does not let the other answers to a burst lengthen its waits', async () => {
		const { clock, acquire, secondsOf } = setUp();
		const burst = await Promise.all(Array.from({ length: 25 }, async () => await acquire('burst')));
		burst.forEach((permit) => permit.rateLimited());
		await clock.until(acquire('next'));

		expect(secondsOf('next')).toEqual([1]);
	});
});

describe('a process that holds slots', () => {
	/** Three are taken at 0, 10 and 20 s, and the window is full from then on. */
	const withSlots = async () => {
		const set = setUp();
		const { clock, acquire, take } = set;
		for (let index = 0; index < 3; index++) {
			await take(1);
			await clock.pass(10 * SECOND);
		}
		(await acquire('refused')).rateLimited();
		// The first probes, which find nothing.
		for (let index = 0; index < 4; index++) {
			(await clock.until(acquire('first probes'))).rateLimited();
		}
		return set;
	};

	it('uses each of them again one window later', async () => {
		const { clock, acquire, secondsOf } = await withSlots();
		const all = Array.from({ length: 3 }, async () => {
			const permit = await acquire('again');
			if (secondsOf('again').length < 3) permit.unanswered();
		});
		await clock.until(Promise.all(all));

		expect(secondsOf('again')).toEqual([60, 70, 80]);
	});

	it('probes for one more after each that was taken, until it is refused', async () => {
		const { clock, acquire, secondsOf } = await withSlots();
		for (let index = 0; index < 3; index++) (await clock.until(acquire('taken'))).succeeded();
		(await clock.until(acquire('one more'))).rateLimited();
		await clock.until(acquire('next'));

		const [, , , first = 0, second = 0, third = 0] = secondsOf('taken');
		expect(first).toBe(60);
		expect(second - first).toBeLessThan(1.5);
		expect(third - second).toBeLessThan(second - first);
		expect(secondsOf('one more')[0]).toBeLessThan(63);
		expect(secondsOf('next')).toEqual([70]);
	});

	it('loses the one at which it is refused', async () => {
		const { clock, acquire, secondsOf } = await withSlots();
		(await clock.until(acquire('lost'))).rateLimited();
		await clock.until(acquire('next'));

		expect(secondsOf('lost')).toEqual([60]);
		expect(secondsOf('next')).toEqual([70]);
	});

	it('has it back when the request was not sent', async () => {
		const { clock, acquire, secondsOf } = await withSlots();
		(await clock.until(acquire('stopped'))).cancel();
		await clock.until(acquire('next'));

		expect(secondsOf('stopped')).toEqual([60]);
		expect(secondsOf('next')[0]).toBeLessThan(61);
	});

	it('forgets those that it could have used long ago', async () => {
		const { clock, acquire, secondsOf } = await withSlots();
		await clock.pass(2 * MINUTE);
		(await acquire('late')).rateLimited();
		const next = acquire('next');
		await clock.pass(2 * SECOND);

		expect(secondsOf('next')).toEqual([]);
		await clock.until(next);
	});
});

describe('a process that uses its slot again', () => {
	it.each([
		[1, 1_500],
		[2, 375],
	])('yields to those that hold none: with %d for %d ms', (held, yieldMs) => {
		const backoff = new SharedKeyBackoff(MINUTE, () => 0.5);
		const slots = Array.from({ length: held }, () => SECOND + MINUTE);
		backoff.rateLimited('unshared', 0, []);
		backoff.succeeded('probe', SECOND, SECOND + MINUTE, held);
		backoff.rateLimited('follow', 2 * SECOND, slots);

		expect(backoff.nextAllowedAt(3 * SECOND)).toBe(SECOND + MINUTE + yieldMs);
	});

	it('leaves out the next window if it had to wait for longer than one', async () => {
		const { clock, acquire, secondsOf } = setUp();
		(await acquire('refused')).rateLimited();
		await clock.pass(2 * SECOND);
		(await acquire('taken')).succeeded();
		(await clock.until(acquire('follows'))).rateLimited();
		(await clock.until(acquire('slot'))).rateLimited();
		(await clock.until(acquire('turn'))).succeeded();
		(await clock.until(acquire('follows'))).rateLimited();
		await clock.until(acquire('next'));

		expect(secondsOf('taken')).toEqual([2]);
		expect(secondsOf('turn')).toEqual([122]);
		expect(secondsOf('next')).toEqual([242]);
	});
});

describe('a process that uses the whole limit', () => {
	it('leaves a slot to others for a moment now and then', async () => {
		const { clock, take, secondsOf } = setUp(50);
		await take(50);
		await clock.until(take(50));

		// The slots of the 21st and the 42nd are used again a twentieth of a window later.
		expect(secondsOf('taken').slice(50, 98)).toEqual(Array.from({ length: 48 }, () => 60));
		expect(secondsOf('taken').slice(98)).toEqual([63, 63]);
	});

	it('does not while the limit leaves room', async () => {
		const { clock, take } = setUp(100);
		await take(100);

		expect(clock.elapsed).toBe(0);
	});
});

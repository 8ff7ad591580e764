import { SharedKeyBackoff } from '../../../../nodes/shared/api/rateLimit/sharedKeyBackoff';
import { limiterOn, MINUTE, SECOND, VirtualClock } from '../support';

/** A clock without jitter. */
class EvenClock extends VirtualClock {
	override random(): number {
		return 0.5;
	}
}

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

		// A sixth of the window for the ten that fit in.
		expect(secondsOf('next')).toEqual([1, 2, 3, 4, 5]);
	});

	it('the others stop following when one is refused', async () => {
		const { accepted, refused, secondsOf } = setUp(10);
		await refused('refused', SECOND);
		await accepted('probe');
		await refused('refused', 20 * SECOND);
		await accepted('next');

		expect(secondsOf('next')).toEqual([22]);
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

describe('a process that was refused without Retry-After and holds no slot', () => {
	it('probes soon, then at its turn one window after the first refusal, then in between too', async () => {
		const { refuseAll, secondsOf } = setUp();
		await refuseAll('probe', 2.5 * MINUTE);

		const [soon, itsTurn] = [secondsOf('probe').slice(0, 5), secondsOf('probe').slice(5, 7)];
		expect([soon, itsTurn]).toEqual([
			[0, 1, 4, 12, 28],
			[60, 120],
		]);
		expect(secondsOf('probe').slice(7)).toEqual([124, 128, 132, 136, 140, 144, 148]);
	});

	it('comes back whole windows after it was served last', async () => {
		const { clock, accepted, refused, refuseAll, secondsOf } = setUp();
		await accepted('served');
		await clock.pass(20 * SECOND);
		await refused('refused');
		await refuseAll('probe', 3 * MINUTE - 20 * SECOND - 1);

		// 60: its slot, which is lost; 120: its turn.
		expect(secondsOf('probe')).toEqual([21, 24, 32, 48, 60, 120]);
	});

	it('does not let the other answers to a burst lengthen its waits', async () => {
		const { acquire, accepted, secondsOf } = setUp();
		const burst = await Promise.all(Array.from({ length: 25 }, async () => await acquire('burst')));
		const pauses = burst.map((permit) => permit.rateLimited());
		await accepted('next');

		expect(new Set(pauses)).toEqual(new Set([SECOND]));
		expect(secondsOf('next')).toEqual([1]);
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
		for (let index = 0; index < 4; index++) await set.refused('first probes');
		return set;
	};

	it('uses each of them again one window later', async () => {
		const { clock, acquire, secondsOf } = await withSlots();
		for (let index = 0; index < 3; index++) (await clock.until(acquire('again'))).unanswered();

		expect(secondsOf('again')).toEqual([60, 70, 80]);
	});

	it('probes for one more after each that was taken, until it is refused', async () => {
		const { accepted, refused, secondsOf } = await withSlots();
		for (let index = 0; index < 3; index++) await accepted('taken');
		await refused('one more');
		await accepted('next');

		const [, , , first = 0, second = 0, third = 0] = secondsOf('taken');
		expect(first).toBe(60);
		expect(second - first).toBeLessThan(1.5);
		expect(third - second).toBeLessThan(second - first);
		expect(secondsOf('one more')[0]).toBeLessThan(63);
		expect(secondsOf('next')).toEqual([70]);
	});

	it('loses the one at which it is refused', async () => {
		const { accepted, refused, secondsOf } = await withSlots();
		await refused('lost');
		await accepted('next');

		expect(secondsOf('lost')).toEqual([60]);
		expect(secondsOf('next')).toEqual([70]);
	});

	it('has it back when the request was not sent', async () => {
		const { clock, acquire, accepted, secondsOf } = await withSlots();
		(await clock.until(acquire('stopped'))).cancel();
		await accepted('next');

		expect(secondsOf('stopped')).toEqual([60]);
		expect(secondsOf('next')[0]).toBeLessThan(61);
	});

	it('forgets those that it could have used long ago', async () => {
		const { clock, acquire, refused, secondsOf } = await withSlots();
		await clock.pass(2 * MINUTE);
		await refused('late');
		void acquire('next');
		await clock.pass(2 * SECOND);

		expect(secondsOf('next')).toEqual([]);
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
		const { clock, accepted, refused, secondsOf } = setUp();
		await refused('refused');
		await clock.pass(2 * SECOND);
		await accepted('taken');
		await refused('follows');
		await refused('slot');
		await accepted('turn');
		await refused('follows');
		await accepted('next');

		expect(secondsOf('taken')).toEqual([2]);
		expect(secondsOf('turn')).toEqual([122]);
		expect(secondsOf('next')).toEqual([242]);
	});
});

describe('a process that uses the whole limit', () => {
	it('leaves a slot to others for a moment now and then', async () => {
		const { accepted, secondsOf } = setUp(50);
		for (let index = 0; index < 100; index++) await accepted('taken');

		// The slots of the 21st and the 42nd are used again a twentieth of a window later.
		expect(secondsOf('taken').slice(50, 98)).toEqual(Array.from({ length: 48 }, () => 60));
		expect(secondsOf('taken').slice(98)).toEqual([63, 63]);
	});

	it('does not while the limit leaves room', async () => {
		const { clock, accepted } = setUp(100);
		for (let index = 0; index < 100; index++) await accepted('taken');

		expect(clock.elapsed).toBe(0);
	});
});

import { SharedKeyBackoff } from '../../../../nodes/shared/api/rateLimit/sharedKeyBackoff';
import { MINUTE, SECOND } from '../support';
import { setUp } from './sharedKey';

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

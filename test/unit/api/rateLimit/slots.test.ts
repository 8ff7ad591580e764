import { MINUTE, SECOND } from '../support';
import { setUp } from './sharedKey';

describe('a process that was refused without Retry-After and holds no slot', () => {
	it('probes soon, then at its turn one window after the first refusal, then in between too', async () => {
		const { refuseAll, secondsOf } = setUp();
		await refuseAll('probe', 3.2 * MINUTE);

		const probes = secondsOf('probe');
		expect(probes.slice(0, 6)).toEqual([0, 1.5, 6, 24, 60, 120]);
		expect(probes.slice(6)).toEqual([135, 150, 165, 180, 183.75, 187.5, 191.25]);
	});

	it('never probes more often than some three hundred times in a window', async () => {
		const { refuseAll, secondsOf } = setUp();
		await refuseAll('probe', 30 * MINUTE);

		const last = secondsOf('probe').filter((at) => at >= 29 * 60);
		expect(last.length).toBeLessThanOrEqual(330);
	});

	it('comes back whole windows after it was served last', async () => {
		const { clock, accepted, refuseAll, secondsOf } = setUp();
		await accepted('served');
		await clock.pass(20 * SECOND);
		await refuseAll('probe', 2.5 * MINUTE - 20 * SECOND);

		// 60: its slot, which is lost; 120: its turn; 135: between two of them.
		expect(secondsOf('probe')).toEqual([20, 60, 120, 135, 150]);
	});

	it('does not let the other answers to a burst lengthen its waits', async () => {
		const { acquire, accepted, secondsOf } = setUp();
		const burst = await Promise.all(Array.from({ length: 25 }, async () => await acquire('burst')));
		const pauses = burst.map((permit) => permit.rateLimited());
		await accepted('next');

		expect(new Set(pauses)).toEqual(new Set([1.5 * SECOND]));
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

	it.each(['cancel', 'unanswered'] as const)(
		'sends another request at once where the probe ended without an answer: %s',
		async (end) => {
			const { clock, acquire, accepted, secondsOf } = await withSlots();
			(await clock.until(acquire('lost')))[end]();
			await accepted('next');

			expect([secondsOf('lost'), secondsOf('next')]).toEqual([[60], [60]]);
		},
	);

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

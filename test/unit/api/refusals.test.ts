import { MINUTE, pacerOn, SECOND, VirtualClock } from './support';

function setUp(capacity = 50) {
	const clock = new VirtualClock();
	return { clock, ...pacerOn(clock, capacity) };
}

/** The moments at which the requests with this name went, in seconds. */
function secondsOf(entered: Array<{ name: string; at: number }>, name: string): number[] {
	return entered.filter((row) => row.name === name).map(({ at }) => at / SECOND);
}

describe('after a refusal', () => {
	it('nothing is sent for as long as it says', async () => {
		const { clock, enter, entered } = setUp();
		(await enter('refused')).refused(7 * SECOND);
		await clock.until(enter('next'));

		expect(secondsOf(entered, 'next')).toEqual([7]);
	});

	it('the longest of several waits holds', async () => {
		const { clock, enter, entered } = setUp();
		const [one, other] = [await enter('one'), await enter('other')];
		one.refused(9 * SECOND);
		other.refused(2 * SECOND);
		await clock.until(enter('next'));

		expect(secondsOf(entered, 'next')).toEqual([9]);
	});

	it('the refused request does not count', async () => {
		const { clock, enter, entered } = setUp(1);
		(await enter('refused')).refused(SECOND);
		await clock.until(enter('next'));

		expect(secondsOf(entered, 'next')).toEqual([1]);
	});

	it('one request goes alone until the service has taken it', async () => {
		const { clock, enter, entered } = setUp();
		(await enter('refused')).refused(SECOND);
		const lone = enter('lone');
		void enter('next');
		await clock.pass(30 * SECOND);
		expect(secondsOf(entered, 'next')).toEqual([]);
		(await lone).taken();
		await clock.pass(SECOND);

		expect(secondsOf(entered, 'next')).toEqual([30]);
	});

	it('a lone request that is lost or stopped makes room for another', async () => {
		const { clock, enter, names } = setUp();
		(await enter('refused')).refused(SECOND);
		(await clock.until(enter('lost'))).lost();
		(await clock.until(enter('stopped'))).unused();
		await clock.until(enter('next'));

		expect(names()).toEqual(['refused', 'lost', 'stopped', 'next']);
	});

	it('an answer to a request of before does not open the window', async () => {
		const { clock, enter, entered } = setUp();
		const [before, refused] = [await enter('before'), await enter('refused')];
		refused.refused(SECOND);
		void enter('lone');
		await clock.pass(2 * SECOND);
		before.taken();
		void enter('next');
		await clock.pass(30 * SECOND);

		expect(secondsOf(entered, 'next')).toEqual([]);
	});

	it('the others follow spread, so that processes that wake together share the window', async () => {
		const { clock, enter, entered } = setUp(10);
		(await enter('refused')).refused(0);
		const all = Array.from({ length: 5 }, async () => (await enter('next')).taken());
		await clock.until(Promise.all(all));

		// A sixth of the window for the ten that fit in.
		expect(secondsOf(entered, 'next')).toEqual([0, 1, 2, 3, 4]);
	});

	it('two windows later they go at once again', async () => {
		const { clock, enter, entered } = setUp(10);
		(await enter('refused')).refused(0);
		(await enter('lone')).taken();
		await clock.pass(2 * MINUTE);
		await Promise.all([enter('next'), enter('next')]);

		expect(secondsOf(entered, 'next')).toEqual([120, 120]);
	});

	it('two windows later it is forgotten, even if nothing was sent since', async () => {
		const { clock, pacer, enter } = setUp();
		(await enter('refused')).refused(SECOND);
		(await clock.until(enter('lone'))).refused(SECOND);
		await clock.pass(2 * MINUTE + SECOND);
		await Promise.all([enter('next'), enter('next')]);

		expect(pacer.refusals).toBe(0);
	});
});

describe('refusals in a row', () => {
	it('are counted by the requests that went alone, not by the burst before them', async () => {
		const { clock, pacer, enter } = setUp();
		const burst = await Promise.all(Array.from({ length: 25 }, async () => await enter('burst')));
		burst.forEach((pass) => pass.refused(SECOND));
		expect(pacer.refusals).toBe(0);
		(await clock.until(enter('lone'))).refused(SECOND);
		expect(pacer.refusals).toBe(1);
		(await clock.until(enter('lone'))).taken();

		expect(pacer.refusals).toBe(0);
	});
});

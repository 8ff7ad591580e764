import { setMaxListeners } from '../../../dev/platform';
import { MINUTE, pacerOn, SECOND, VirtualClock } from './support';

function setUp(capacity: number) {
	const clock = new VirtualClock();
	return { clock, ...pacerOn(clock, capacity) };
}

/** Lets `count` requests in, each answered at once. */
async function fill(enter: (name: string) => Promise<{ taken(): void }>, count: number) {
	for (let index = 0; index < count; index++) (await enter(`${index}`)).taken();
}

describe('under the limit', () => {
	it('nobody waits, and no timer is set', async () => {
		const { clock, enter, entered } = setUp(50);
		await fill(enter, 50);

		expect(entered).toHaveLength(50);
		expect(clock.elapsed).toBe(0);
		expect(clock.waits).toBe(0);
	});

	it('nobody is told of a wait', async () => {
		const { pacer } = setUp(2);
		const onDelay = jest.fn();
		await pacer.enter(pacer.ticket(), { onDelay });

		expect(onDelay).not.toHaveBeenCalled();
	});
});

describe('at the limit', () => {
	it('the next request waits exactly until the oldest has left the window', async () => {
		const { clock, enter, entered } = setUp(2);
		await fill(enter, 1);
		await clock.pass(10 * SECOND);
		await fill(enter, 1);
		const third = enter('third');
		await clock.until(third);

		expect(entered.at(-1)).toEqual({ name: 'third', at: MINUTE });
	});

	it('a request counts from its answer on, however long it travelled', async () => {
		const { clock, enter, entered } = setUp(1);
		const slow = await enter('slow');
		const next = enter('next');
		await clock.pass(5 * MINUTE);
		expect(entered).toHaveLength(1);
		slow.taken();
		await clock.until(next);

		expect(entered.at(-1)?.at).toBe(6 * MINUTE);
	});

	it('a request without an answer counts too', async () => {
		const { clock, enter, entered } = setUp(1);
		(await enter('lost')).lost();
		await clock.until(enter('next'));

		expect(entered.at(-1)?.at).toBe(MINUTE);
	});

	it('requests go in the order in which they came', async () => {
		const { clock, enter, names } = setUp(1);
		await fill(enter, 1);
		const waiting = ['a', 'b', 'c'].map(async (name) => (await enter(name)).taken());
		await clock.until(Promise.all(waiting));

		expect(names()).toEqual(['0', 'a', 'b', 'c']);
	});

	it('an urgent request goes before all that wait', async () => {
		const { clock, pacer, enter } = setUp(1);
		await fill(enter, 1);
		const order: string[] = [];
		const waiting = ['first', 'second'].map(async (name) => {
			(await enter(name)).taken();
			order.push(name);
		});
		const urgent = pacer.enter(pacer.ticket(true)).then((pass) => {
			order.push('urgent');
			pass.taken();
		});
		await clock.until(Promise.all([...waiting, urgent]));

		expect(order).toEqual(['urgent', 'first', 'second']);
	});

	it('a request that comes again keeps its place', async () => {
		const { clock, pacer, enter, entered, names } = setUp(1);
		const early = pacer.ticket();
		await fill(enter, 1);
		const late = enter('late').then((pass) => pass.taken());
		const again = pacer.enter(early).then((pass) => {
			entered.push({ name: 'early', at: clock.elapsed });
			pass.taken();
		});
		await clock.until(Promise.all([late, again]));

		expect(names()).toEqual(['0', 'early', 'late']);
	});

	it('one timer serves any number of waits', async () => {
		const { clock, enter } = setUp(1);
		await fill(enter, 1);
		Array.from({ length: 100 }, async () => await enter('waits'));
		await clock.pass(SECOND);

		expect(clock.waits).toBe(1);
	});
});

describe('a wait that is told', () => {
	const told = async (before: number, capacity: number, waiting: number) => {
		const { clock, pacer, enter } = setUp(capacity);
		await fill(enter, before);
		await clock.pass(10 * SECOND);
		const waits: number[] = [];
		for (let index = 0; index < waiting; index++) {
			void pacer.enter(pacer.ticket(), { onDelay: ({ waitMs }) => waits.push(waitMs) });
		}
		return waits;
	};

	it('is the time until the place that will be free', async () => {
		expect(await told(2, 2, 2)).toEqual([50 * SECOND, 50 * SECOND]);
	});

	it('spans as many windows as the requests ahead fill', async () => {
		const waits = await told(2, 2, 5);

		expect(waits.map((ms) => ms / SECOND)).toEqual([50, 50, 110, 110, 170]);
	});

	it('is short where a refusal closed an empty window', async () => {
		const { pacer } = setUp(50);
		(await pacer.enter(pacer.ticket())).refused(3 * SECOND);
		const onDelay = jest.fn();
		void pacer.enter(pacer.ticket(), { onDelay });

		expect(onDelay).toHaveBeenCalledWith(expect.objectContaining({ waitMs: 3 * SECOND }));
	});
});

describe('a changed limit', () => {
	it('that is higher lets the waiting in at once', async () => {
		const { clock, pacer, enter, entered } = setUp(1);
		await fill(enter, 1);
		void enter('second');
		void enter('third');
		await clock.pass(SECOND);
		pacer.use(2);
		await clock.pass(0);

		expect(entered.map(({ at }) => at)).toEqual([0, SECOND]);
	});

	it('that is lower holds until enough has left the window', async () => {
		const { clock, pacer, enter, entered } = setUp(3);
		await fill(enter, 1);
		await clock.pass(20 * SECOND);
		await fill(enter, 2);
		pacer.use(1);
		await clock.until(enter('next'));

		expect(entered.at(-1)?.at).toBe(20 * SECOND + MINUTE);
	});
});

describe('10,000 waits', () => {
	it('come and go without the queue being searched for each', async () => {
		const { clock, enter, entered } = setUp(10_000);
		const first = Array.from({ length: 10_000 }, async () => await enter('first'));
		(await Promise.all(first)).forEach((pass) => pass.taken());
		const stop = new AbortController();
		// As n8n does for the signal of an execution.
		setMaxListeners(Infinity, stop.signal);
		const waits = Array.from({ length: 10_000 }, async () => await enter('waits', stop.signal));
		await clock.pass(SECOND);
		stop.abort();
		const ends = await Promise.allSettled(waits);

		expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
		await clock.until(enter('afterwards'));
		expect(entered.at(-1)).toEqual({ name: 'afterwards', at: MINUTE });
	});
});

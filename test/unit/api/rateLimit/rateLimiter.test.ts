import { setMaxListeners } from '../../../../dev/platform';
import type { Delay } from '../../../../nodes/shared/api/rateLimit/rateLimiter';
import { MINUTE, limiterOn, SECOND, VirtualClock } from '../support';

function setUp(capacity: number) {
	const clock = new VirtualClock();
	return { clock, ...limiterOn(clock, capacity) };
}

/** Admits `count` requests, each answered at once. */
async function fill(acquire: (name: string) => Promise<{ succeeded(): void }>, count: number) {
	for (let index = 0; index < count; index++) (await acquire(`${index}`)).succeeded();
}

describe('under the limit', () => {
	it('no request waits, and no timer is set', async () => {
		const { clock, acquire, admitted } = setUp(50);
		await fill(acquire, 50);

		expect(admitted).toHaveLength(50);
		expect(clock.elapsed).toBe(0);
		expect(clock.waits).toBe(0);
	});

	it('onDelay is not called', async () => {
		const { limiter, run } = setUp(2);
		const onDelay = jest.fn();
		await limiter.acquire(limiter.ticket(run), { onDelay });

		expect(onDelay).not.toHaveBeenCalled();
	});
});

describe('at the limit', () => {
	it('the next request waits exactly until the oldest has left the window', async () => {
		const { clock, acquire, admitted } = setUp(2);
		await fill(acquire, 1);
		await clock.pass(10 * SECOND);
		await fill(acquire, 1);
		const third = acquire('third');
		await clock.until(third);

		expect(admitted.at(-1)).toEqual({ name: 'third', at: MINUTE });
	});

	it('a request counts from its response on, whatever its latency', async () => {
		const { clock, acquire, admitted } = setUp(1);
		const slow = await acquire('slow');
		const next = acquire('next');
		await clock.pass(5 * MINUTE);
		expect(admitted).toHaveLength(1);
		slow.succeeded();
		await clock.until(next);

		expect(admitted.at(-1)?.at).toBe(6 * MINUTE);
	});

	it('a request without an answer counts too', async () => {
		const { clock, acquire, admitted } = setUp(1);
		(await acquire('lost')).unanswered();
		await clock.until(acquire('next'));

		expect(admitted.at(-1)?.at).toBe(MINUTE);
	});

	it('requests go in the order in which they came', async () => {
		const { clock, acquire, names } = setUp(1);
		await fill(acquire, 1);
		const waiting = ['a', 'b', 'c'].map(async (name) => (await acquire(name)).succeeded());
		await clock.until(Promise.all(waiting));

		expect(names()).toEqual(['0', 'a', 'b', 'c']);
	});

	it('an urgent request goes before all that wait', async () => {
		const { clock, limiter, run, acquire } = setUp(1);
		await fill(acquire, 1);
		const order: string[] = [];
		const waiting = ['first', 'second'].map(async (name) => {
			(await acquire(name)).succeeded();
			order.push(name);
		});
		const urgent = limiter.acquire(limiter.ticket(run, true)).then((permit) => {
			order.push('urgent');
			permit.succeeded();
		});
		await clock.until(Promise.all([...waiting, urgent]));

		expect(order).toEqual(['urgent', 'first', 'second']);
	});

	it('a request that comes again keeps its place', async () => {
		const { clock, limiter, run, acquire, admitted, names } = setUp(1);
		const early = limiter.ticket(run);
		await fill(acquire, 1);
		const late = acquire('late').then((permit) => permit.succeeded());
		const again = limiter.acquire(early).then((permit) => {
			admitted.push({ name: 'early', at: clock.elapsed });
			permit.succeeded();
		});
		await clock.until(Promise.all([late, again]));

		expect(names()).toEqual(['0', 'early', 'late']);
	});

	it('one timer serves any number of waits', async () => {
		const { clock, acquire } = setUp(1);
		await fill(acquire, 1);
		Array.from({ length: 100 }, async () => await acquire('waits'));
		await clock.pass(SECOND);

		expect(clock.waits).toBe(1);
	});
});

describe('a reported wait', () => {
	const reportedWaits = async (before: number, capacity: number, waiting: number) => {
		const { clock, limiter, run, acquire } = setUp(capacity);
		await fill(acquire, before);
		await clock.pass(10 * SECOND);
		const waits: number[] = [];
		for (let index = 0; index < waiting; index++) {
			void limiter.acquire(limiter.ticket(run), { onDelay: ({ waitMs }) => waits.push(waitMs) });
		}
		return waits;
	};

	it('is the time until the place that will be free', async () => {
		expect(await reportedWaits(2, 2, 2)).toEqual([50 * SECOND, 50 * SECOND]);
	});

	it('spans as many windows as the requests ahead fill', async () => {
		const waits = await reportedWaits(2, 2, 5);

		expect(waits.map((ms) => ms / SECOND)).toEqual([50, 50, 110, 110, 170]);
	});

	it('is short where a refusal closed an empty window', async () => {
		const { limiter, run } = setUp(50);
		(await limiter.acquire(limiter.ticket(run))).rateLimited(3 * SECOND);
		const onDelay = jest.fn();
		void limiter.acquire(limiter.ticket(run), { onDelay });

		expect(onDelay).toHaveBeenCalledWith(expect.objectContaining({ waitMs: 3 * SECOND }));
	});

	it.each(['its turn', 'a stop', 'the end of its run'] as const)('is over with %s', async (end) => {
		const { clock, limiter, run, acquire } = setUp(1);
		await fill(acquire, 1);
		const stop = new AbortController();
		let over = false;
		const onDelay = ({ ended }: Delay) => void ended.then(() => (over = true));
		const { signal } = stop;
		const waiting = limiter.acquire(limiter.ticket(run), { onDelay, signal }).catch(() => {});
		await clock.pass(SECOND);
		expect(over).toBe(false);
		if (end === 'its turn') await clock.pass(MINUTE);
		if (end === 'a stop') stop.abort();
		if (end === 'the end of its run') limiter.endRun(run);
		await waiting;

		expect(over).toBe(true);
	});
});

describe('a changed limit', () => {
	it('that is higher lets the waiting in at once', async () => {
		const { clock, limiter, acquire, admitted } = setUp(1);
		await fill(acquire, 1);
		void acquire('second');
		void acquire('third');
		await clock.pass(SECOND);
		limiter.setLimit(2);
		await clock.pass(0);

		expect(admitted.map(({ at }) => at)).toEqual([0, SECOND]);
	});

	it('that is lower holds until enough has left the window', async () => {
		const { clock, limiter, acquire, admitted } = setUp(3);
		await fill(acquire, 1);
		await clock.pass(20 * SECOND);
		await fill(acquire, 2);
		limiter.setLimit(1);
		await clock.until(acquire('next'));

		expect(admitted.at(-1)?.at).toBe(20 * SECOND + MINUTE);
	});
});

describe('10,000 waits', () => {
	it('are added and removed without a search of the queue for each', async () => {
		const { clock, acquire, admitted } = setUp(10_000);
		const first = Array.from({ length: 10_000 }, async () => await acquire('first'));
		(await Promise.all(first)).forEach((permit) => permit.succeeded());
		const stop = new AbortController();
		// As n8n does for the signal of an execution.
		setMaxListeners(Infinity, stop.signal);
		const waits = Array.from({ length: 10_000 }, async () => await acquire('waits', stop.signal));
		await clock.pass(SECOND);
		stop.abort();
		const ends = await Promise.allSettled(waits);

		expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
		await clock.until(acquire('afterwards'));
		expect(admitted.at(-1)).toEqual({ name: 'afterwards', at: MINUTE });
	});
});

import { limiterOn, MINUTE, SECOND, VirtualClock } from '../support';

function setUp(capacity: number) {
	const clock = new VirtualClock();
	const set = { clock, ...limiterOn(clock, capacity) };
	const { limiter, acquire } = set;
	/** A run with so many requests waiting, each of which is answered at once. */
	const start = (name: string, count: number) => {
		const run = limiter.startRun();
		const done = Array.from({ length: count }, async () =>
			(await acquire(name, undefined, run)).succeeded(),
		);
		return { run, done: Promise.all(done) };
	};
	return { ...set, start };
}

describe('runs that wait for the same key', () => {
	it('take turns, request by request', async () => {
		const { clock, start, names } = setUp(1);
		const runs = [start('a', 4), start('b', 2), start('c', 3)];
		await clock.until(Promise.all(runs.map(({ done }) => done)));

		// The first found nobody waiting.
		expect(names().join('')).toBe('aabcabcac');
	});

	it('let a run with one request in within one window, whatever else waits', async () => {
		const { clock, start, admitted } = setUp(50);
		['a', 'b', 'c'].map((name) => start(name, 500));
		await clock.pass(10 * SECOND);
		const late = start('late', 1);
		await clock.until(late.done);

		expect(admitted).toContainEqual({ name: 'late', at: MINUTE });
	});

	it('take no longer in all because of that', async () => {
		const timeOf = async (...counts: number[]) => {
			const { clock, start } = setUp(50);
			const runs = counts.map((count, index) => start(`${index}`, count));
			await clock.until(Promise.all(runs.map(({ done }) => done)));
			return clock.elapsed;
		};
		const alone = await timeOf(500);

		expect(await timeOf(450, 50)).toBe(alone);
		expect(await timeOf(200, 100, 199, 1)).toBe(alone);
	});

	it('let a run whose requests come one by one go as often as one whose requests all wait', async () => {
		const { clock, start, acquire, names, limiter } = setUp(2);
		const long = start('l', 12);
		const writer = limiter.startRun();
		const writes = async () => {
			for (let item = 0; item < 4; item++) (await acquire('w', undefined, writer)).succeeded();
		};
		await clock.until(Promise.all([long.done, writes()]));

		expect(names().join('').slice(2, 10)).toBe('lwlwlwlw');
	});

	it('let an urgent request go before all of them', async () => {
		const { clock, start, limiter, admitted } = setUp(1);
		const others = [start('a', 3), start('b', 3)];
		const urgent = limiter.acquire(limiter.ticket(limiter.startRun(), true)).then((permit) => {
			admitted.push({ name: 'urgent', at: clock.elapsed });
			permit.succeeded();
		});
		await clock.until(Promise.all([urgent, ...others.map(({ done }) => done)]));

		expect(admitted.map(({ name }) => name).slice(0, 4)).toEqual(['a', 'urgent', 'a', 'b']);
	});
});

describe('a request that is refused', () => {
	it('keeps its place in its run and the turn of its run', async () => {
		const { clock, start, limiter, run, admitted } = setUp(1);
		const ticket = limiter.ticket(run);
		const permit = await limiter.acquire(ticket);
		const others = [start('a', 2), start('b', 2)];
		const again = async () => {
			permit.rateLimited(SECOND);
			const next = await limiter.acquire(ticket);
			admitted.push({ name: 'again', at: clock.elapsed });
			next.succeeded();
		};
		await clock.until(Promise.all([again(), ...others.map(({ done }) => done)]));

		expect(admitted.map(({ name }) => name)).toEqual(['again', 'a', 'b', 'a', 'b']);
	});
});

describe('a run that ends', () => {
	it('rejects what it still waits for, and takes nothing of the limit', async () => {
		const { clock, start, limiter, names } = setUp(1);
		start('first', 1);
		const { run, done } = start('ended', 100);
		const next = start('next', 2);
		limiter.endRun(run);

		await expect(done).rejects.toThrow('The run has ended');
		await clock.until(next.done);
		expect(names()).toEqual(['first', 'next', 'next']);
		expect(clock.elapsed).toBe(2 * MINUTE);
	});

	it('sends nothing later on', async () => {
		const { limiter, run } = setUp(1);
		limiter.endRun(run);

		await expect(limiter.acquire(limiter.ticket(run))).rejects.toThrow('The run has ended');
	});

	it('leaves nothing behind, urgent or not', async () => {
		const { clock, start, limiter } = setUp(1);
		start('first', 1);
		const { run, done } = start('ended', 100);
		const urgent = limiter.acquire(limiter.ticket(run, true));
		limiter.endRun(run);
		await Promise.allSettled([done, urgent]);
		await clock.pass(11 * MINUTE);

		expect(limiter.idle).toBe(true);
		expect(clock.waits).toBe(0);
	});

	it('just when one of its requests is admitted, lets the next run have the permit', async () => {
		const { start, limiter, run, acquire, names, clock } = setUp(1);
		const first = await acquire('first');
		const ended = limiter.acquire(limiter.ticket(run));
		const next = start('next', 1);
		first.cancel();
		limiter.endRun(run);

		await expect(ended).rejects.toThrow('The run has ended');
		await next.done;
		expect(names()).toEqual(['first', 'next']);
		expect(clock.elapsed).toBe(0);
	});
});

describe('a reported wait', () => {
	const reportedWait = (limiter: ReturnType<typeof setUp>['limiter'], urgent = false) => {
		const waits: number[] = [];
		const onDelay = ({ waitMs }: { waitMs: number }) => waits.push(waitMs / SECOND);
		void limiter.acquire(limiter.ticket(limiter.startRun(), urgent), { onDelay });
		return waits[0];
	};

	it('counts one request of each other run before the first of a new run', () => {
		const { start, limiter } = setUp(2);
		start('a', 100);
		start('b', 100);

		// 'a' has used both places: 'a' and 'b' go next, this one in the window after that.
		expect(reportedWait(limiter)).toBe(120);
	});

	it('counts as many requests of each other run as are before it in its own', () => {
		const { start, limiter, run } = setUp(1);
		start('a', 3);
		const waits: number[] = [];
		const onDelay = ({ waitMs }: { waitMs: number }) => waits.push(waitMs / MINUTE);
		for (let index = 0; index < 4; index++) void limiter.acquire(limiter.ticket(run), { onDelay });

		// The first of 'a' is gone; then a, 1, a, 2, 3, 4.
		expect(waits).toEqual([2, 4, 5, 6]);
	});

	it('does not count other runs before an urgent request', () => {
		const { start, limiter } = setUp(2);
		start('a', 100);
		start('b', 100);

		expect(reportedWait(limiter, true)).toBe(60);
	});
});

describe('what a run has left', () => {
	it('is as long as its requests take in turn with those that wait', async () => {
		const { clock, start, acquire, limiter } = setUp(1);
		start('a', 3);
		const run = limiter.startRun();
		const estimated = limiter.estimate(run, 3);
		const done = Array.from({ length: 3 }, async () =>
			(await acquire('own', undefined, run)).succeeded(),
		);
		const afterwards = limiter.estimate(run, 0);
		await clock.until(Promise.all(done));

		// The first of 'a' is gone; then a, 1, a, 2, 3.
		expect([estimated, afterwards, clock.elapsed]).toEqual([5 * MINUTE, 5 * MINUTE, 5 * MINUTE]);
	});

	it('counts one request of each run that waits before its first', () => {
		const { start, limiter } = setUp(1);
		start('a', 3);
		start('b', 3);

		expect(limiter.estimate(limiter.startRun(), 1)).toBe(3 * MINUTE);
	});

	it('is nothing for a run without requests, and for one below the limit', () => {
		const { start, limiter } = setUp(3);
		start('a', 2);
		const run = limiter.startRun();

		expect([limiter.estimate(run, 0), limiter.estimate(run, 1)]).toEqual([0, 0]);
	});
});

import { limiterOn, MINUTE, SECOND, VirtualClock } from '../support';

function setUp(capacity: number) {
	const set = limiterOn(new VirtualClock(), capacity);
	/** A run with so many requests waiting, each of which is accepted immediately. */
	const start = (name: string, count: number, run = set.limiter.startRun()) => {
		const requests = Array.from(
			{ length: count },
			async () => await set.accepted(name, 1, { run }),
		);
		return { run, done: Promise.all(requests) };
	};
	return { ...set, start };
}

describe('runs that wait for the same key', () => {
	it('take no longer in all because of that', async () => {
		const timeOf = async (counts: Record<string, number>) => {
			const { clock, start } = setUp(50);
			const runs = Object.entries(counts).map(([name, count]) => start(name, count));
			await clock.until(Promise.all(runs.map(({ done }) => done)));
			return clock.elapsed;
		};
		const alone = await timeOf({ a: 500 });

		expect(await timeOf({ a: 450, b: 50 })).toBe(alone);
		expect(await timeOf({ a: 200, b: 100, c: 199, d: 1 })).toBe(alone);
	});

	it('let an urgent request go before all of them', async () => {
		const { clock, start, accepted, names, limiter } = setUp(1);
		const others = [start('a', 3), start('b', 3)];
		const urgent = accepted('urgent', 1, { run: limiter.startRun(), urgent: true });
		await clock.until(Promise.all([urgent, ...others.map(({ done }) => done)]));

		expect(names().slice(0, 4)).toEqual(['a', 'urgent', 'a', 'b']);
	});
});

it('a request that is refused keeps its place in its run and the turn of its run', async () => {
	const { clock, start, limiter, run, acquire, accepted, names } = setUp(1);
	const ticket = limiter.ticket(run);
	const permit = await acquire('refused', { ticket });
	const others = [start('a', 2), start('b', 2), start('late', 1, run)];
	permit.rateLimited(SECOND);
	const again = accepted('again', 1, { ticket });
	await clock.until(Promise.all([again, ...others.map(({ done }) => done)]));

	expect(names()).toEqual(['refused', 'again', 'a', 'b', 'late', 'a', 'b']);
});

it('a run that ends rejects what waits, urgent or not, and takes nothing of the limit', async () => {
	const { clock, start, limiter, acquire, names } = setUp(1);
	start('first', 1);
	const { run, done } = start('ended', 100);
	const urgent = acquire('urgent', { run, urgent: true });
	const next = start('next', 2);
	limiter.endRun(run);
	const ends = await Promise.allSettled([done, urgent, acquire('late', { run })]);
	const reason = new Error('The run has ended');
	expect(ends).toEqual(ends.map(() => ({ status: 'rejected', reason })));
	await clock.until(next.done);
	expect(clock.elapsed).toBe(2 * MINUTE);
	await clock.pass(11 * MINUTE);

	expect(names()).toEqual(['first', 'next', 'next']);
	expect(limiter.idle).toBe(true);
	expect(clock.waits).toBe(0);
});

import { setMaxListeners } from '../../../../dev/platform';
import type { Delay } from '../../../../nodes/shared/api/rateLimit/rateLimiter';
import { MINUTE, limiterOn, SECOND, VirtualClock } from '../support';

const setUp = (capacity: number) => limiterOn(new VirtualClock(), capacity);

it('one timer serves any number of waits', async () => {
	const { clock, accepted, acquire } = setUp(1);
	await accepted('first');
	Array.from({ length: 100 }, async () => await acquire('waits'));
	await clock.pass(SECOND);

	expect(clock.waits).toBe(1);
});

describe('a reported wait', () => {
	it('spans as many windows as the requests ahead fill', async () => {
		const { clock, accepted, reportedWaits } = setUp(2);
		await accepted('before', 2);
		await clock.pass(10 * SECOND);

		expect(reportedWaits(5)).toEqual([50, 50, 110, 110, 170]);
	});

	it('is short where a refusal closed an empty window', async () => {
		const { acquire, reportedWaits } = setUp(50);
		(await acquire('refused')).rateLimited(3 * SECOND);

		expect(reportedWaits(1)).toEqual([3]);
	});

	it.each(['its turn', 'a stop', 'the end of its run'] as const)('is over with %s', async (end) => {
		const { clock, limiter, run, accepted, acquire } = setUp(1);
		await accepted('first');
		const stop = new AbortController();
		let over = false;
		const onDelay = ({ ended }: Delay) => void ended.then(() => (over = true));
		const waiting = acquire('waits', { onDelay, signal: stop.signal }).catch(() => {});
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
		const { clock, limiter, accepted, acquire, admitted } = setUp(1);
		await accepted('first');
		void acquire('second');
		void acquire('third');
		await clock.pass(SECOND);
		limiter.setLimit(2);
		await clock.pass(0);

		expect(admitted.map(({ at }) => at)).toEqual([0, SECOND]);
	});

	it('that is lower holds until enough has left the window', async () => {
		const { clock, limiter, accepted, admitted } = setUp(3);
		await accepted('first');
		await clock.pass(20 * SECOND);
		await accepted('later', 2);
		limiter.setLimit(1);
		await clock.until(accepted('next'));

		expect(admitted.at(-1)?.at).toBe(20 * SECOND + MINUTE);
	});
});

describe('10,000 waits', () => {
	it('are added and removed without a search of the queue for each', async () => {
		const { clock, acquire, admitted } = setUp(10_000);
		const first = Array.from({ length: 10_000 }, async () => await acquire('first'));
		(await Promise.all(first)).forEach((permit) => permit.succeeded());
		const stop = new AbortController();
		const { signal } = stop;
		// As n8n does for the signal of an execution.
		setMaxListeners(Infinity, signal);
		const waits = Array.from({ length: 10_000 }, async () => await acquire('waits', { signal }));
		await clock.pass(SECOND);
		stop.abort();
		const ends = await Promise.allSettled(waits);

		expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
		await clock.until(acquire('afterwards'));
		expect(admitted.at(-1)).toEqual({ name: 'afterwards', at: MINUTE });
	});
});

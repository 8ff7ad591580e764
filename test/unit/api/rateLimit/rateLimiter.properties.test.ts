import fc from 'fast-check';
import { numRuns } from '../../../numRuns';
import { play, schedule } from './schedule';
import { MINUTE } from '../support';

/** The maximum number of requests in any window of a minute. */
function fullestWindow(times: number[]): number {
	const sorted = [...times].sort((one, other) => one - other);
	const sizes = sorted.map((end) => sorted.filter((at) => at > end - MINUTE && at <= end).length);
	return Math.max(0, ...sizes);
}

const options = numRuns(300);

describe('any requests, with any latency, refused, lost or stopped', () => {
	it('no window, sliding or fixed, ever has more requests than the limit', async () => {
		const property = fc.asyncProperty(schedule, async (plan) => {
			const { counted } = await play(plan);
			expect(fullestWindow(counted)).toBeLessThanOrEqual(plan.capacity);
		});
		await fc.assert(property, options);
	});

	it('every request that is not stopped is admitted', async () => {
		const property = fc.asyncProperty(schedule, async (plan) => {
			// Fails when all requests wait for something that never happens.
			expect((await play(plan)).starved).toEqual([]);
		});
		await fc.assert(property, options);
	});

	it('no request overtakes an earlier one of its run', async () => {
		const property = fc.asyncProperty(schedule, async (plan) => {
			expect((await play(plan)).overtakers).toEqual([]);
		});
		await fc.assert(property, options);
	});

	it('afterwards everything is free again: no permit has leaked', async () => {
		const property = fc.asyncProperty(schedule, async (plan) => {
			const { clock, limiter } = await play(plan);
			await clock.pass(5 * MINUTE);
			const before = clock.elapsed;
			const permits = Array.from({ length: plan.capacity }, async () => {
				(await limiter.acquire(limiter.ticket(limiter.startRun()))).succeeded();
			});
			await clock.until(Promise.all(permits));
			expect(clock.elapsed).toBe(before);
		});
		await fc.assert(property, options);
	});
});

describe('as long as the service refuses nothing', () => {
	it('no run has two turns while another one waits', async () => {
		const property = fc.asyncProperty(schedule, async ({ capacity, requests }) => {
			const taken = requests.map((request) => ({ ...request, fate: 'succeeded' as const }));
			expect((await play({ capacity, requests: taken })).outOfTurn).toEqual([]);
		});
		await fc.assert(property, options);
	});

	it('no request waits under the limit', async () => {
		const property = fc.asyncProperty(schedule, async ({ capacity, requests }) => {
			const taken = requests.map((request) => ({ ...request, fate: 'succeeded' as const }));
			expect((await play({ capacity, requests: taken })).needless).toEqual([]);
		});
		await fc.assert(property, options);
	});
});

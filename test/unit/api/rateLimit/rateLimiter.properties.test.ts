import fc from 'fast-check';
import { numRuns } from '../../../numRuns';
import { play, schedule, type Played, type Schedule } from './schedule';
import { MINUTE } from '../support';

/** The maximum number of requests in any window of a minute. */
function fullestWindow(times: number[]): number {
	const sorted = [...times].sort((one, other) => one - other);
	const sizes = sorted.map((end) => sorted.filter((at) => at > end - MINUTE && at <= end).length);
	return Math.max(0, ...sizes);
}

/** Judges the results of generated schedules. */
async function always(
	schedules: fc.Arbitrary<Schedule>,
	judge: (played: Played, plan: Schedule) => unknown,
) {
	const property = fc.asyncProperty(schedules, async (plan) => {
		await judge(await play(plan), plan);
	});
	await fc.assert(property, numRuns(300));
}

describe('any requests, with any latency, refused, lost or stopped', () => {
	it('no window, sliding or fixed, ever has more requests than the limit', async () => {
		await always(schedule, ({ counted }, { capacity }) =>
			expect(fullestWindow(counted)).toBeLessThanOrEqual(capacity),
		);
	});

	it('every request that is not stopped is admitted', async () => {
		// Fails when all requests wait for something that never happens.
		await always(schedule, ({ starved }) => expect(starved).toEqual([]));
	});

	it('no request overtakes an earlier one of its run', async () => {
		await always(schedule, ({ overtakers }) => expect(overtakers).toEqual([]));
	});

	it('afterwards everything is free again: no permit has leaked', async () => {
		await always(schedule, async ({ clock, limiter }, { capacity }) => {
			await clock.pass(5 * MINUTE);
			const before = clock.elapsed;
			const permits = Array.from({ length: capacity }, async () => {
				(await limiter.acquire(limiter.ticket(limiter.startRun()))).succeeded();
			});
			await clock.until(Promise.all(permits));
			expect(clock.elapsed).toBe(before);
		});
	});
});

describe('as long as the service refuses nothing', () => {
	const accepted = schedule.map(({ capacity, requests }) => ({
		capacity,
		requests: requests.map((request) => ({ ...request, fate: 'succeeded' as const })),
	}));

	it('no run has two turns while another one waits', async () => {
		await always(accepted, ({ outOfTurn }) => expect(outOfTurn).toEqual([]));
	});

	it('no request waits under the limit', async () => {
		await always(accepted, ({ needless }) => expect(needless).toEqual([]));
	});
});

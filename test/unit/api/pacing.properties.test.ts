import fc from 'fast-check';
import { play, schedule } from './schedule';
import { MINUTE } from './support';

/** The most requests that any window of a minute has, wherever it begins. */
function fullestWindow(times: number[]): number {
	const sorted = [...times].sort((one, other) => one - other);
	const sizes = sorted.map((end) => sorted.filter((at) => at > end - MINUTE && at <= end).length);
	return Math.max(0, ...sizes);
}

const options = { numRuns: 300 };

describe('whatever arrives, however long it travels, is refused, lost or stopped', () => {
	it('no window, sliding or fixed, ever has more requests than the limit', async () => {
		const property = fc.asyncProperty(schedule, async (plan) => {
			const { counted } = await play(plan);
			expect(fullestWindow(counted)).toBeLessThanOrEqual(plan.capacity);
		});
		await fc.assert(property, options);
	});

	it('every request that is not stopped is let in', async () => {
		const property = fc.asyncProperty(schedule, async (plan) => {
			// Ends with an error when everybody waits for something that never comes.
			expect((await play(plan)).starved).toEqual([]);
		});
		await fc.assert(property, options);
	});

	it('nobody overtakes a request that came before', async () => {
		const property = fc.asyncProperty(schedule, async (plan) => {
			expect((await play(plan)).overtakers).toEqual([]);
		});
		await fc.assert(property, options);
	});

	it('afterwards everything is free again: no place has leaked', async () => {
		const property = fc.asyncProperty(schedule, async (plan) => {
			const { clock, pacer } = await play(plan);
			await clock.pass(5 * MINUTE);
			const before = clock.elapsed;
			const passes = Array.from({ length: plan.capacity }, async () => {
				(await pacer.enter(pacer.ticket())).taken();
			});
			await clock.until(Promise.all(passes));
			expect(clock.elapsed).toBe(before);
		});
		await fc.assert(property, options);
	});
});

describe('as long as the service refuses nothing', () => {
	it('nobody waits under the limit', async () => {
		const property = fc.asyncProperty(schedule, async ({ capacity, requests }) => {
			const taken = requests.map((request) => ({ ...request, fate: 'taken' as const }));
			expect((await play({ capacity, requests: taken })).needless).toEqual([]);
		});
		await fc.assert(property, options);
	});
});

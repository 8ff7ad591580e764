import fc from 'fast-check';
import type { QueuedRun } from '../../../../nodes/shared/api/rateLimit/fairQueue';
import { RateLimiter, type Permit } from '../../../../nodes/shared/api/rateLimit/rateLimiter';
import { numRuns } from '../../../properties';
import { MINUTE, SECOND, VirtualClock } from '../support';

/** A planned request: its arrival, latencies, outcome, and when it is stopped. */
interface Planned {
	/** The index of its run. */
	run: number;
	arrivesAt: number;
	toService: number;
	fromService: number;
	fate: 'succeeded' | 'lost' | 'rateLimited';
	/** The Retry-After of a refusal. */
	waitMs: number;
	stopsAfter?: number;
}

const RUNS = 3;
const ms = (max: number) => fc.integer({ min: 0, max });

const planned: fc.Arbitrary<Planned> = fc.record(
	{
		run: ms(RUNS - 1),
		arrivesAt: ms(3 * MINUTE),
		toService: fc.oneof(ms(200), ms(90 * SECOND)),
		fromService: fc.oneof(ms(200), ms(90 * SECOND)),
		fate: fc.constantFrom('succeeded', 'succeeded', 'succeeded', 'lost', 'rateLimited'),
		waitMs: fc.integer({ min: 1, max: 30 * SECOND }),
		stopsAfter: ms(4 * MINUTE),
	},
	{ requiredKeys: ['run', 'arrivesAt', 'toService', 'fromService', 'fate', 'waitMs'] },
);

const schedule = fc.record({
	capacity: fc.integer({ min: 1, max: 5 }),
	requests: fc.array(planned, { minLength: 1, maxLength: 25 }),
});

type Schedule = typeof schedule extends fc.Arbitrary<infer S> ? S : never;

/** The results of a schedule. */
interface Played {
	clock: VirtualClock;
	limiter: RateLimiter;
	/** When the service counted a request. */
	counted: number[];
	/** Tickets that were admitted although an older one of their run, which was not refused, was waiting. */
	overtakers: number[];
	/** Tickets that were admitted although another run had been waiting since the run's previous turn. */
	outOfTurn: number[];
	/** Tickets that were neither admitted nor stopped. */
	starved: number[];
	/** Requests that waited although fewer than the capacity counted and nobody was before them. */
	needless: number[];
}

/** A run of the schedule; its last turn, and since when it waits, are counted in admitted requests. */
interface Progress {
	run: QueuedRun;
	lastTurn: number;
	/** How many of its requests wait. */
	waiting: number;
	waitsSince: number;
}

/** Runs a schedule in virtual time to its end. */
async function play({ capacity, requests }: Schedule): Promise<Played> {
	const clock = new VirtualClock();
	const limiter = new RateLimiter(capacity, MINUTE, clock);
	const runs = Array.from({ length: RUNS }, (): Progress => {
		return { run: limiter.startRun(), lastTurn: 0, waiting: 0, waitsSince: 0 };
	});
	const lists = { counted: [], overtakers: [], outOfTurn: [], starved: [], needless: [] };
	const played: Played = { clock, limiter, ...lists };
	const waiting = new Map<number, Progress>();
	const refusedOnes = new Set<number>();
	let admissions = 0;
	let accepted = 0;
	/** What counts, by the rule in words: under way, or with a response less than a window ago, or left to others. */
	const counts = new Set<symbol>();

	const travel = async (plan: Planned, permit: Permit, refusals: number): Promise<boolean> => {
		const mark = Symbol();
		counts.add(mark);
		await clock.sleep(plan.toService);
		const refused = plan.fate === 'rateLimited' && refusals < 2;
		if (!refused) played.counted.push(clock.now());
		await clock.sleep(plan.fromService);
		// One slot in eleven may be left to others for up to a tenth of a window.
		const isYielded = !refused && plan.fate !== 'lost' && ++accepted % 11 === 0;
		if (refused) counts.delete(mark);
		else clock.at(isYielded ? 1.1 * MINUTE : MINUTE, () => counts.delete(mark));
		if (refused) permit.rateLimited(plan.waitMs);
		else permit[plan.fate === 'lost' ? 'lost' : 'succeeded']();
		return refused;
	};
	const one = async (plan: Planned) => {
		await clock.sleep(plan.arrivesAt);
		const own = runs[plan.run];
		if (!own) throw new Error(`There is no run ${plan.run}`);
		const ticket = limiter.ticket(own.run);
		const { number } = ticket;
		const stop = new AbortController();
		if (plan.stopsAfter !== undefined) clock.at(plan.stopsAfter, () => stop.abort());
		for (let refusals = 0; ; refusals++) {
			const free = waiting.size === 0 && counts.size < capacity;
			waiting.set(number, own);
			if (own.waiting++ === 0) own.waitsSince = admissions;
			const onDelay = () => void (free && played.needless.push(number));
			const permit = await limiter
				.acquire(ticket, { signal: stop.signal, onDelay })
				.catch(() => undefined);
			waiting.delete(number);
			own.waiting -= 1;
			if (!permit) return;
			if (
				[...waiting].some(([other, of]) => of === own && other < number && !refusedOnes.has(other))
			) {
				played.overtakers.push(number);
			}
			const others = runs.filter((other) => other !== own && other.waiting > 0);
			if (others.some(({ waitsSince }) => waitsSince < own.lastTurn)) {
				played.outOfTurn.push(number);
			}
			own.lastTurn = own.waitsSince = ++admissions;
			if (!(await travel(plan, permit, refusals))) return;
			refusedOnes.add(number);
		}
	};
	await clock.until(Promise.all(requests.map(one)));
	played.starved = [...waiting.keys()];
	return played;
}

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

	it('every request that is not stopped is admitted, and overtakes none of its run but refused ones', async () => {
		const none = { starved: [], overtakers: [] };
		// Also fails when all requests wait for something that never happens.
		await always(schedule, (played) => expect(played).toMatchObject(none));
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

	it('no run has two turns while another waits, and no request waits under the limit', async () => {
		const none = { outOfTurn: [], needless: [] };
		await always(accepted, (played) => expect(played).toMatchObject(none));
	});
});

import fc from 'fast-check';
import type { QueuedRun } from '../../../../nodes/shared/api/rateLimit/fairQueue';
import { RateLimiter, type Permit } from '../../../../nodes/shared/api/rateLimit/rateLimiter';
import { MINUTE, SECOND, VirtualClock } from '../support';

/** A planned request: its arrival, latencies, outcome, and when it is stopped. */
export interface Planned {
	/** The index of its run. */
	run: number;
	arrivesAt: number;
	toService: number;
	fromService: number;
	fate: 'succeeded' | 'unanswered' | 'rateLimited';
	/** The Retry-After of a refusal. */
	waitMs: number;
	stopsAfter?: number;
}

const RUNS = 3;
const ms = (max: number) => fc.integer({ min: 0, max });

export const planned: fc.Arbitrary<Planned> = fc.record(
	{
		run: ms(RUNS - 1),
		arrivesAt: ms(3 * MINUTE),
		toService: fc.oneof(ms(200), ms(90 * SECOND)),
		fromService: fc.oneof(ms(200), ms(90 * SECOND)),
		fate: fc.constantFrom('succeeded', 'succeeded', 'succeeded', 'unanswered', 'rateLimited'),
		waitMs: fc.integer({ min: 1, max: 30 * SECOND }),
		stopsAfter: ms(4 * MINUTE),
	},
	{ requiredKeys: ['run', 'arrivesAt', 'toService', 'fromService', 'fate', 'waitMs'] },
);

export const schedule = fc.record({
	capacity: fc.integer({ min: 1, max: 5 }),
	requests: fc.array(planned, { minLength: 1, maxLength: 25 }),
});

export type Schedule = typeof schedule extends fc.Arbitrary<infer S> ? S : never;

/** The results of a schedule. */
export interface Played {
	clock: VirtualClock;
	limiter: RateLimiter;
	/** When the service counted a request. */
	counted: number[];
	/** Tickets that were admitted although an older one of their run was waiting. */
	overtakers: number[];
	/** Tickets that were admitted although another run had been waiting since the run's previous turn. */
	outOfTurn: number[];
	/** Tickets that were neither admitted nor stopped. */
	starved: number[];
	/** Requests that waited although fewer than the capacity counted and nobody was before them. */
	needless: number[];
}

/** A run's last turn, and since when it waits, in admitted requests. */
class RunProgress {
	lastTurn = 0;

	private waiting = 0;

	private waitsSince = 0;

	constructor(readonly run: QueuedRun) {}

	joined(admissions: number): void {
		if (this.waiting++ === 0) this.waitsSince = admissions;
	}

	left(): void {
		this.waiting -= 1;
	}

	admitted(admissions: number): void {
		this.lastTurn = this.waitsSince = admissions;
	}

	waitsSinceBefore(turn: number): boolean {
		return this.waiting > 0 && this.waitsSince < turn;
	}
}

/** Runs a schedule in virtual time to its end. */
export async function play({ capacity, requests }: Schedule): Promise<Played> {
	const clock = new VirtualClock();
	const limiter = new RateLimiter(capacity, MINUTE, clock);
	const runs = Array.from({ length: RUNS }, () => new RunProgress(limiter.startRun()));
	const played: Played = {
		clock,
		limiter,
		counted: [],
		overtakers: [],
		outOfTurn: [],
		starved: [],
		needless: [],
	};
	const waiting = new Map<number, RunProgress>();
	let admissions = 0;
	let accepted = 0;
	/** What counts, by the rule in words: under way, or answered less than a window ago, or left to others. */
	const counts = new Set<symbol>();

	const travel = async (plan: Planned, permit: Permit, refusals: number): Promise<boolean> => {
		const mark = Symbol();
		counts.add(mark);
		await clock.sleep(plan.toService);
		const refused = plan.fate === 'rateLimited' && refusals < 2;
		if (!refused) played.counted.push(clock.now());
		await clock.sleep(plan.fromService);
		// One slot in eleven may be left to others for up to a tenth of a window.
		const isYielded = !refused && plan.fate !== 'unanswered' && ++accepted % 11 === 0;
		if (refused) counts.delete(mark);
		else clock.at(isYielded ? 1.1 * MINUTE : MINUTE, () => counts.delete(mark));
		if (refused) permit.rateLimited(plan.waitMs);
		else permit[plan.fate === 'unanswered' ? 'unanswered' : 'succeeded']();
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
			own.joined(admissions);
			const onDelay = () => void (free && played.needless.push(number));
			const permit = await limiter
				.acquire(ticket, { signal: stop.signal, onDelay })
				.catch(() => undefined);
			waiting.delete(number);
			own.left();
			if (!permit) return;
			if ([...waiting].some(([other, of]) => of === own && other < number)) {
				played.overtakers.push(number);
			}
			if (runs.some((other) => other !== own && other.waitsSinceBefore(own.lastTurn))) {
				played.outOfTurn.push(number);
			}
			own.admitted(++admissions);
			if (!(await travel(plan, permit, refusals))) return;
		}
	};
	await clock.until(Promise.all(requests.map(one)));
	played.starved = [...waiting.keys()];
	return played;
}

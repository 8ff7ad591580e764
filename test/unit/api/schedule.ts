import fc from 'fast-check';
import { Pacer, type Pass } from '../../../nodes/shared/api/pacing';
import { MINUTE, SECOND, VirtualClock } from './support';

/** A request as it may come: when, how long it travels, what becomes of it, and when it is stopped. */
export interface Planned {
	arrivesAt: number;
	toService: number;
	fromService: number;
	fate: 'taken' | 'lost' | 'refused';
	/** What a refusal asks to wait. */
	waitMs: number;
	stopsAfter?: number;
}

const ms = (max: number) => fc.integer({ min: 0, max });

export const planned: fc.Arbitrary<Planned> = fc.record(
	{
		arrivesAt: ms(3 * MINUTE),
		toService: fc.oneof(ms(200), ms(90 * SECOND)),
		fromService: fc.oneof(ms(200), ms(90 * SECOND)),
		fate: fc.constantFrom('taken', 'taken', 'taken', 'lost', 'refused'),
		waitMs: fc.integer({ min: 1, max: 30 * SECOND }),
		stopsAfter: ms(4 * MINUTE),
	},
	{ requiredKeys: ['arrivesAt', 'toService', 'fromService', 'fate', 'waitMs'] },
);

export const schedule = fc.record({
	capacity: fc.integer({ min: 1, max: 5 }),
	requests: fc.array(planned, { minLength: 1, maxLength: 25 }),
});

export type Schedule = typeof schedule extends fc.Arbitrary<infer S> ? S : never;

/** What came of a schedule. */
export interface Played {
	clock: VirtualClock;
	pacer: Pacer;
	/** When the service counted a request. */
	counted: number[];
	/** Tickets that were let in although an older one was waiting. */
	overtakers: number[];
	/** Tickets that were neither let in nor stopped. */
	starved: number[];
	/** Requests that waited although fewer than the capacity counted and nobody was before them. */
	needless: number[];
}

/** Plays a schedule on virtual time to its end. */
export async function play({ capacity, requests }: Schedule): Promise<Played> {
	const clock = new VirtualClock();
	const pacer = new Pacer(capacity, MINUTE, clock);
	const played: Played = {
		clock,
		pacer,
		counted: [],
		overtakers: [],
		starved: [],
		needless: [],
	};
	const waiting = new Set<number>();
	/** What counts, by the rule in words: under way, or answered less than a window ago. */
	const counts = new Set<symbol>();

	const travel = async (plan: Planned, pass: Pass, refusals: number): Promise<boolean> => {
		const mark = Symbol();
		counts.add(mark);
		await clock.sleep(plan.toService);
		const refused = plan.fate === 'refused' && refusals < 2;
		if (!refused) played.counted.push(clock.now());
		await clock.sleep(plan.fromService);
		if (refused) counts.delete(mark);
		else clock.at(MINUTE, () => counts.delete(mark));
		if (refused) pass.refused(plan.waitMs);
		else pass[plan.fate === 'lost' ? 'lost' : 'taken']();
		return refused;
	};
	const one = async (plan: Planned) => {
		await clock.sleep(plan.arrivesAt);
		const ticket = pacer.ticket();
		const stop = new AbortController();
		if (plan.stopsAfter !== undefined) clock.at(plan.stopsAfter, () => stop.abort());
		for (let refusals = 0; ; refusals++) {
			const free = waiting.size === 0 && counts.size < capacity;
			waiting.add(ticket);
			const onDelay = () => void (free && played.needless.push(ticket));
			const pass = await pacer
				.enter(ticket, { signal: stop.signal, onDelay })
				.catch(() => undefined);
			waiting.delete(ticket);
			if (!pass) return;
			if ([...waiting].some((other) => other < ticket)) played.overtakers.push(ticket);
			if (!(await travel(plan, pass, refusals))) return;
		}
	};
	await clock.until(Promise.all(requests.map(one)));
	played.starved = [...waiting];
	return played;
}

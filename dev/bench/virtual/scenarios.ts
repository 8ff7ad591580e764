/** Situations in which processes share a key without knowing of each other: in none of them may an item be given up. */
import { request } from '../../../nodes/shared/api/http/request';
import type { VirtualClock } from './clock';
import { connectionTo, URL_ASKED, type Scenario } from './processes';
import { VirtualService } from './service';

/** The same work in all of them, divided among the processes. */
export const ITEMS = 1_000;
/** Concurrent executions of each process; the default of n8n's worker. */
const WIDTH = 10;
const LATENCY_MS = 200;

/** @param changes of what is usual: all start at once, sliding windows, no `Retry-After` */
export function dividedAmong(processes: number, changes: Partial<Scenario> = {}): Scenario {
	const itemsEach = Math.floor(ITEMS / processes);
	return { processes, itemsEach, width: WIDTH, latencyMs: LATENCY_MS, ...changes };
}

const inMinute = { startsWithinMs: 60_000 };
const apart = { staggerMs: 3_000 };
const fixed = { window: 'fixed' } as const;
const seconds = { retryAfter: 'seconds' } as const;

const SITUATIONS: Array<[how: string, changes: Partial<Scenario>, processes: number[]]> = [
	['at once', {}, [2, 10, 50, 100]],
	['fixed windows', fixed, [10, 50, 100]],
	['within a minute', inMinute, [2, 10, 50, 100]],
	['within a minute, fixed windows', { ...inMinute, ...fixed }, [50, 100]],
	['3 s apart', apart, [2, 10, 50, 100]],
	['1 s latency', { latencyMs: 1_000 }, [10, 50, 100]],
	['Retry-After', seconds, [2, 10, 50, 100]],
	['Retry-After, within a minute', { ...seconds, ...inMinute }, [50, 100]],
	['Retry-After, 3 s apart', { ...seconds, ...apart }, [50, 100]],
	['Retry-After as a date, fixed windows', { ...fixed, retryAfter: 'date' }, [10, 100]],
];

/** The scenarios by name. */
export const SCENARIOS = new Map(
	SITUATIONS.flatMap(([how, changes, counts]) =>
		counts.map((processes): [string, Scenario] => [
			`${processes} processes, ${how}`,
			dividedAmong(processes, changes),
		]),
	),
);

export const BUSY_REQUESTS = 1_500;

/**
 * A process with one request, beside another one that uses the whole limit and is never refused.
 *
 * @returns how long that request took, and how long the other process for all of its own, in milliseconds
 */
export async function joinLate(
	clock: VirtualClock,
	joinsAtMs: number,
): Promise<{ waitedMs: number; busyMs: number; failed: number }> {
	const service = new VirtualService(clock);
	const busy = connectionTo(service, clock, LATENCY_MS);
	const joiner = connectionTo(service, clock, LATENCY_MS);
	const all = Array.from(
		{ length: BUSY_REQUESTS },
		async () => await request(busy, 'GET', URL_ASKED),
	);
	await clock.pass(joinsAtMs);
	const joined = await clock.until(request(joiner, 'GET', URL_ASKED));
	const waitedMs = clock.elapsed - joinsAtMs;
	const verdicts = [joined, ...(await clock.until(Promise.all(all)))];
	return { waitedMs, busyMs: clock.elapsed, failed: verdicts.filter(({ ok }) => !ok).length };
}

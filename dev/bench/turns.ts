/** What a short run waits for beside a long one that uses the same key, simulated. */
import { request } from '../../nodes/shared/api/http/request';
import type { Figure } from './figure';
import { VirtualClock } from './virtual/clock';
import { connectionTo, URL_ASKED } from './virtual/processes';
import { VirtualService } from './virtual/service';

const ITEMS = 500;
const LATENCY_MS = 200;
const WINDOW_MS = 60_000;
/** When the short run starts: the long one has used up the window and waits for the next. */
const START_MS = 5_000;

export async function benchTurns(): Promise<Figure[]> {
	const [longMs = NaN, shortMs = NaN] = await timesOf([ITEMS, 0], [1, START_MS]);
	const [aloneMs = NaN] = await timesOf([ITEMS + 1, 0]);
	return [
		{
			name: `a run with 1 item beside a run with ${ITEMS}: time, against one window`,
			ratio: shortMs / WINDOW_MS,
			bar: 1.1,
			detail: `${seconds(shortMs)} s against ${seconds(WINDOW_MS)} s`,
		},
		{
			name: 'both runs: time, against one run with as many items',
			ratio: longMs / aloneMs,
			bar: 1.01,
			detail: `${seconds(longMs)} s against ${seconds(aloneMs)} s`,
		},
	];
}

/** The times of runs in one process, each of which has so many items waiting from `startMs` on. */
async function timesOf(...runs: Array<[items: number, startMs: number]>): Promise<number[]> {
	const clock = new VirtualClock();
	const connection = connectionTo(new VirtualService(clock), clock, LATENCY_MS);
	const timeOf = async ([items, startMs]: [number, number]) => {
		const ofRun = { ...connection, run: connection.limiter.startRun() };
		await clock.sleep(startMs);
		const all = Array.from({ length: items }, async () => await request(ofRun, 'GET', URL_ASKED));
		if ((await Promise.all(all)).some(({ ok }) => !ok)) throw new Error('A request failed');
		return clock.elapsed - startMs;
	};
	return await clock.until(Promise.all(runs.map(timeOf)));
}

function seconds(ms: number): string {
	return (ms / 1_000).toFixed(1);
}

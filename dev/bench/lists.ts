/** A list of 50,000 elements in 2,000 pages: what it asks for, and what it keeps in memory. */
import { z } from 'zod';
import { process, timers, v8, vm } from '../platform';
import { startChild } from './children';
import { builtNode, runOwn } from './engine';
import type { Figure } from './figure';
import { leadsOf, PAGES, TOTAL } from './listsData';

const SAMPLE_EVERY_MS = 500;
const MB = 1_000_000;

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

function heapUsed(): number {
	collectGarbage();
	return process.memoryUsage().heapUsed;
}

/** The memory of the list's elements alone. */
function sizeOfElements(): number {
	const before = heapUsed();
	const pages = Array.from({ length: PAGES }, (_, page): unknown =>
		JSON.parse(JSON.stringify(leadsOf(page + 1))),
	);
	const size = heapUsed() - before;
	if (pages.length !== PAGES) throw new Error('Kept until here, so that it is counted');
	return size;
}

/** @returns the peak memory use above the initial one */
async function peakDuring(work: Promise<void>, before: number): Promise<number> {
	let peak = 0;
	const sampling = timers.setInterval(() => {
		peak = Math.max(peak, heapUsed() - before);
	}, SAMPLE_EVERY_MS);
	await work.finally(() => timers.clearInterval(sampling));
	return peak;
}

export async function benchLists(): Promise<Figure[]> {
	const child = startChild('listsService.ts');
	try {
		const { url } = z.object({ url: z.string() }).parse(await child.next());
		// Loaded before the memory is looked at.
		await builtNode();
		const size = sizeOfElements();
		const before = heapUsed();
		let ms = 0;
		const reading = runOwn({
			parameters: { resource: 'leadList', operation: 'getLeads', leadListId: '1', returnAll: true },
			credentials: { baseUrl: url, apiKey: 'bench.key', requestsPerMinute: 10_000_000 },
			count: 1,
		}).then((timing) => {
			ms = timing.ms;
			if (timing.succeeded !== TOTAL) throw new Error(`${timing.succeeded} leads of ${TOTAL}`);
		});
		const peak = await peakDuring(reading, before);
		const asked = child.next();
		child.say('done');
		const { requests } = z.object({ requests: z.number() }).parse(await asked);
		return [
			{
				name: `requests for ${TOTAL} leads in ${PAGES} pages, against the number of pages`,
				ratio: requests / PAGES,
				bar: 1,
				detail: `${requests} requests in ${(ms / 1_000).toFixed(1)} s`,
			},
			{
				name: 'memory while they are read, against the leads alone',
				ratio: peak / size,
				bar: 1.5,
				detail: `at most ${(peak / MB).toFixed(0)} MB against ${(size / MB).toFixed(0)} MB, after garbage collection`,
			},
		];
	} finally {
		child.end();
	}
}

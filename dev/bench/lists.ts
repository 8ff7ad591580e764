/** A long list: what it keeps in memory. */
import { z } from 'zod';
import { process, timers, v8, vm } from '../platform';
import { messageOf, startChild } from './children';
import { builtNode, runOwn } from './engine';
import type { Figure } from './page';
import { LEADS, leadsOf, PAGES } from './service';

const SAMPLE_EVERY_MS = 500;

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

export async function benchLists(): Promise<Figure[]> {
	const child = startChild('service.ts');
	const baseUrl = z.string().parse(await messageOf(child));
	// Loaded before the memory is looked at.
	await builtNode();
	const size = sizeOfElements();
	const before = heapUsed();
	let peak = 0;
	const sampling = timers.setInterval(() => {
		peak = Math.max(peak, heapUsed() - before);
	}, SAMPLE_EVERY_MS);
	const { succeeded } = await runOwn({
		parameters: { resource: 'leadList', operation: 'getLeads', leadListId: '1', returnAll: true },
		credentials: { baseUrl, apiKey: 'bench.key', requestsPerMinute: 10_000_000 },
		count: 1,
	});
	timers.clearInterval(sampling);
	if (succeeded !== LEADS) throw new Error(`${succeeded} leads of ${LEADS}`);
	child.kill();
	const inMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`;
	return [
		{
			name: 'memory while they are read, against the leads alone',
			ratio: peak / size,
			bar: 1.5,
			detail: `at most ${inMegabytes(peak)} against ${inMegabytes(size)}, after garbage collection`,
		},
	];
}

/** Current and peak memory use of the process. */
import { process, timers, v8, vm } from '../../dev/platform';

const SAMPLE_EVERY_MS = 5;

/**
 * By how many bytes the process grew, at the most, while `work` ran.
 *
 * Samples miss what comes and goes within one turn of the event loop, as the parsing of a text
 * does: by 100 MB here. The system's record misses nothing, but tells of the run only if it was
 * broken in it.
 */
export async function growthDuring(work: () => Promise<void>): Promise<number> {
	const before = process.memoryUsage().rss;
	const recordBefore = process.resourceUsage().maxRSS;
	let sampled = before;
	const sample = () => {
		sampled = Math.max(sampled, process.memoryUsage().rss);
	};
	const sampling = timers.setInterval(sample, SAMPLE_EVERY_MS);
	await work().finally(() => timers.clearInterval(sampling));
	sample();
	const record = process.resourceUsage().maxRSS;
	return (record > recordBefore ? record * 1_024 : sampled) - before;
}

function runGarbageCollector(): void {
	v8.setFlagsFromString('--expose-gc');
	vm.runInNewContext('gc()');
}

/** Runs the garbage collector; an object dereferenced by a `WeakRef` in this turn of the event loop is kept. */
export async function collectGarbage(): Promise<void> {
	await new Promise((resolve) => timers.setImmediate(resolve));
	runGarbageCollector();
}

/** Memory use in bytes after garbage collection. */
export function held(): number {
	runGarbageCollector();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/**
 * Counts those of the objects that a method is called on which nothing holds any more: n8n's context of each
 * delivery holds a whole workflow.
 *
 * @returns the method to be called instead, and how many of the objects are alive
 */
export function watchLife<This extends object, Result>(method: (this: This) => Promise<Result>) {
	const seen: Array<WeakRef<This>> = [];
	async function watched(this: This): Promise<Result> {
		seen.push(new WeakRef(this));
		return await method.call(this);
	}
	async function alive(): Promise<number> {
		await collectGarbage();
		return seen.filter((one) => one.deref() !== undefined).length;
	}
	return { watched, alive };
}

/**
 * `npm run soak`: half an hour of mixed load on one n8n, outside of the tests. Puts what it measured into
 * docs/benchmarks.md; `-- 5` makes it five minutes, and leaves that page alone.
 */
import { collectMeasurements, tell, writeMeasurements } from '../bench/measurements';
import { build, succeedQuietly } from '../commands';
import { process } from '../platform';
import { withProgress } from '../progress';
import { shutDown } from '../shutdown';
import type { Sample } from './samples';
import { soak, type SoakResult } from './soak';

const MINUTE = 60_000;
const STANDARD_MINUTES = 30;
const PACE = { messagesPerSecond: 4, newKeyEveryMs: 15_000, sampleEveryMs: 10_000 };
const SECTION = {
	name: 'soak',
	title: 'Half an hour of mixed load',
	about:
		'One n8n that takes deliveries, each of them twice, and reads and writes for each message, with ' +
		'keys that change (`npm run soak`). The heap is measured after a collection; slopes are those of ' +
		'the last two thirds.',
};

async function main(): Promise<void> {
	const minutes = Number(process.argv[2] ?? STANDARD_MINUTES);
	if (!(minutes > 0)) throw new Error(`"${process.argv[2]}" is no number of minutes`);
	await withProgress('Building the package', async () => await succeedQuietly(build));
	const result = await withProgress(
		`Loading n8n for ${minutes} minutes`,
		async () => await soak({ ...PACE, ms: minutes * MINUTE }),
		5 * MINUTE,
	);
	const collected = collectMeasurements();
	report(result);
	if (minutes === STANDARD_MINUTES) writeMeasurements(SECTION, collected());
	await shutDown(0);
}

function report({ samples, ...result }: SoakResult): void {
	const megabytes = (bytes: number | undefined) => `${((bytes ?? 0) / 1_000_000).toFixed(1)} MB`;
	const growth = (slope: number, value: (sample: Sample) => number) => {
		const ends = samples.flatMap((sample, place) =>
			place === 0 || place === samples.length - 1 ? [megabytes(value(sample))] : [],
		);
		return `${slope < 0 ? '' : '+'}${slope.toFixed(1)} MB an hour; ${ends.join(' at first, ')} at last`;
	};
	const most = (value: (sample: Sample) => number) => Math.max(...samples.map(value));
	const { delivered, refused, keys, storedEntries, window } = result;
	tell('deliveries', `${delivered}, of which ${refused} not answered with 200`, 'all answered');
	tell(
		'heap in use',
		growth(result.heapSlope, ({ heapUsed }) => heapUsed),
		'flat',
	);
	tell(
		'resident memory',
		growth(result.rssSlope, ({ rss }) => rss),
		'flat',
	);
	tell('pacers alive', `at most ${result.pacers}; ${keys} keys were used`, 'ten minutes of keys');
	tell('memories of the trigger alive', `at most ${most(({ memories }) => memories)}`, 'one');
	tell("identifiers in n8n's store", storedEntries.join(', '), `at most ${window}`);
}

main().catch(async (error: unknown) => {
	await shutDown(1, error instanceof Error ? error.message : String(error));
});

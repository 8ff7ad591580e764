/**
 * `npm run soak`: half an hour of mixed load on one n8n, outside of the tests; fails when something grows
 * out of its bounds. Puts what it measured into docs/benchmarks.md; `-- 5` makes it five minutes, and
 * leaves that page alone.
 */
import { writeMeasurements } from '../bench/measurements';
import { build, runQuietly } from '../commands';
import { process } from '../platform';
import { say, withProgress } from '../progress';
import { runTask, shutDown } from '../shutdown';
import { findingsOf } from './bounds';
import { soak } from './soak';

const MINUTE = 60_000;
const STANDARD_MINUTES = 30;
const PACE = { messagesPerSecond: 3, newKeyEveryMs: 15_000 };
/** A kilobyte kept for each delivery would be more. */
const HEAP_MEGABYTES_AN_HOUR = 20;
const SECTION = {
	name: 'soak',
	title: 'Half an hour of mixed load',
	about:
		'One n8n, which acquires its expression engine lazily, takes deliveries, each of them twice, and reads ' +
		'and writes for each message, with keys that change (`npm run soak`). Slopes are those of the last two ' +
		'thirds.',
};

async function main(): Promise<void> {
	const minutes = Number(process.argv[2] ?? STANDARD_MINUTES);
	if (!(minutes > 0)) throw new Error(`"${process.argv[2]}" is no number of minutes`);
	await withProgress('Building the package', async () => await runQuietly(build));
	const result = await withProgress(
		`Loading n8n for ${minutes} minutes`,
		async () => await soak({ ...PACE, ms: minutes * MINUTE, sampleEveryMs: 10_000 }),
		5 * MINUTE,
	);
	const findings = findingsOf(result, PACE, HEAP_MEGABYTES_AN_HOUR);
	for (const { name, measured, bound } of findings) say(`${name}: ${measured} (${bound})`);
	if (minutes === STANDARD_MINUTES) writeMeasurements(SECTION, findings);
	const exceeded = findings.filter(({ kept }) => !kept).map(({ name }) => name);
	if (exceeded.length > 0) say(`Out of bounds: ${exceeded.join(', ')}`);
	await shutDown(exceeded.length === 0 ? 0 : 1);
}

runTask(main);

/** `npm run soak`: half an hour of mixed load on one n8n, outside of the tests. `-- 5` makes it five minutes. */
import { build, succeedQuietly } from '../commands';
import { process } from '../platform';
import { say, withProgress } from '../progress';
import { shutDown } from '../shutdown';
import { soak, type SoakResult } from './soak';

const MINUTE = 60_000;
const STANDARD_MINUTES = 30;
const PACE = { messagesPerSecond: 4, newKeyEveryMs: 15_000, sampleEveryMs: 10_000 };

async function main(): Promise<void> {
	const minutes = Number(process.argv[2] ?? STANDARD_MINUTES);
	if (!(minutes > 0)) throw new Error(`"${process.argv[2]}" is no number of minutes`);
	await withProgress('Building the package', async () => await succeedQuietly(build));
	const result = await withProgress(
		`Loading n8n for ${minutes} minutes`,
		async () => await soak({ ...PACE, ms: minutes * MINUTE }),
		5 * MINUTE,
	);
	report(result);
	await shutDown(0);
}

function report(result: SoakResult): void {
	const { samples, storedEntries, window } = result;
	const megabytes = (bytes: number | undefined) => `${((bytes ?? 0) / 1_000_000).toFixed(1)} MB`;
	const [first] = samples;
	const last = samples.at(-1);
	say(`
deliveries            ${result.delivered}, of which ${result.refused} not answered 200
heap in use           ${megabytes(first?.heapUsed)} at first, ${megabytes(last?.heapUsed)} at last
  slope               ${result.heapSlope.toFixed(2)} MB an hour
resident memory       ${megabytes(first?.rss)} at first, ${megabytes(last?.rss)} at last
  slope               ${result.rssSlope.toFixed(2)} MB an hour
keys used             ${result.keys}
pacers alive, at most ${result.pacers}
stored identifiers    ${storedEntries.join(', ')} of at most ${window}`);
}

main().catch(async (error: unknown) => {
	await shutDown(1, error instanceof Error ? error.message : String(error));
});

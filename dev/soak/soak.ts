/** Runs one n8n under mixed load, with a probe inside. */
import { remove, temporaryFolder } from '../folders';
import { installPackage } from '../n8n/installPackage';
import { startN8n } from '../n8n/server';
import { path, repositoryRoot } from '../platform';
import { storedEntries } from './entries';
import { prepareLoad, type Counts, type Pace } from './load';
import { readSamples, settled, slope, type Sample } from './samples';

const PROBE = path.join(repositoryRoot, 'dev', 'soak', 'probe.cjs');

interface SoakOptions extends Pace {
	ms: number;
	/** The interval of the memory samples; each takes a full garbage collection. */
	sampleEveryMs: number;
}

export interface SoakResult extends Counts {
	samples: Sample[];
	/** Growth of the heap after garbage collection in megabytes an hour, after the warm-up. */
	heapSlope: number;
	/** Growth of the resident set in megabytes an hour. */
	rssSlope: number;
	/** Entries of n8n's store for the trigger. */
	storedEntries: number[];
}

/** `npm run build` must have been run. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
	const userFolder = temporaryFolder('n8n-soak');
	const file = path.join(userFolder, 'samples.jsonl');
	await installPackage(userFolder);
	const n8n = await startN8n({
		userFolder,
		env: {
			NODE_OPTIONS: `--expose-gc --require ${PROBE}`,
			SOAK_FILE: file,
			SOAK_EVERY_MS: String(options.sampleEveryMs),
			// Past executions are n8n's own data, and would fill the disk.
			EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
		},
	});
	try {
		const load = await prepareLoad(n8n.url, options);
		await load.runFor(options.ms);
		const samples = readSamples(file);
		const late = settled(samples);
		const result = {
			samples,
			heapSlope: slope(late, ({ heapUsed }) => heapUsed),
			rssSlope: slope(late, ({ rss }) => rss),
			...load.counts,
			storedEntries: await storedEntries(userFolder),
		};
		await load.close();
		return result;
	} finally {
		await n8n.stop();
		await remove(userFolder);
	}
}

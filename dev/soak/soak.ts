/** Runs one n8n under mixed load, with a probe inside. */
import { z } from 'zod';
import { remove } from '../folders';
import { HEADLESS, LAZILY } from '../n8n/environment';
import { copyOfPrepared, prepareFolder } from '../n8n/preparedFolder';
import { startN8n } from '../n8n/server';
import { sqliteOf } from '../n8n/sqlite';
import { path } from '../platform';
import { onShutdown } from '../shutdown';
import { applyLoad, type Counts, type Load } from './load';
import { readSamples, sampling, type Sample } from './samples';

interface SoakOptions extends Load {
	/** The interval of the memory samples; each takes a full garbage collection. */
	sampleEveryMs: number;
	/** Further settings for n8n. */
	env?: NodeJS.ProcessEnv;
}

export interface SoakResult extends Counts {
	samples: Sample[];
	/** The entries of each node in n8n's deduplication store: at most the window (bounds.ts). */
	storedEntries: number[];
}

/** `npm run build` must have been run. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
	await prepareFolder();
	const userFolder = await copyOfPrepared();
	onShutdown(async () => await remove(userFolder));
	const file = path.join(userFolder, 'samples.jsonl');
	const n8n = await startN8n({
		userFolder,
		env: {
			...HEADLESS,
			...LAZILY,
			...options.env,
			...sampling(file, options.sampleEveryMs),
			// Past executions are n8n's own data, and would fill the disk.
			EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
		},
	});
	try {
		const counts = await applyLoad(n8n.url, options);
		const samples = readSamples(file);
		return { ...counts, samples, storedEntries: await storedEntries(userFolder) };
	} finally {
		await n8n.stop();
		await remove(userFolder);
	}
}

const storeSchema = z.object({ data: z.array(z.unknown()) });
const rowSchema = z.object({
	value: z.string().transform((text) => storeSchema.parse(JSON.parse(text)).data.length),
});

async function storedEntries(userFolder: string): Promise<number[]> {
	const rows = await sqliteOf(userFolder).rows(rowSchema, 'SELECT value FROM processed_data');
	return rows.map(({ value }) => value);
}

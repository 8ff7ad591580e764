/** The samples that the probe inside n8n has written, and the growth that they show. */
import { z } from 'zod';
import { fs, path, repositoryRoot } from '../platform';

/** Objects of one kind: how many there ever were, how many are alive, and how much the largest of these holds. */
const countSchema = z.object({ total: z.number(), alive: z.number(), largest: z.number() });

const sampleSchema = z.object({
	/** Milliseconds since the epoch. */
	at: z.number(),
	rss: z.number(),
	/** After a full garbage collection. */
	heapUsed: z.number(),
	/** Rate limiters; they hold pending requests. */
	pacers: countSchema,
	/** The trigger's delivery memories; they hold identities of messages. */
	memories: countSchema,
	/** n8n's contexts of deliveries; each holds a whole workflow. */
	contexts: countSchema,
});
export type Sample = z.infer<typeof sampleSchema>;

const PROBE = path.join(repositoryRoot, 'dev', 'soak', 'probe.cjs');

/** Settings for an n8n that writes samples into a file; each takes a full garbage collection. */
export const sampling = (file: string, everyMs: number): NodeJS.ProcessEnv => ({
	NODE_OPTIONS: `--expose-gc --require ${PROBE}`,
	SOAK_FILE: file,
	SOAK_EVERY_MS: String(everyMs),
});

/** n8n fills caches and compiles code at first. */
const WARM_UP = 1 / 3;

export function readSamples(file: string): Sample[] {
	const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
	return lines.map((line) => sampleSchema.parse(JSON.parse(line)));
}

/** Growth after the warm-up in megabytes an hour, by linear regression (least squares). */
export function slopeOf(samples: Sample[], size: 'heapUsed' | 'rss'): number {
	const settled = samples.slice(Math.ceil(samples.length * WARM_UP));
	const middle = sum(settled.map(({ at }) => at)) / settled.length;
	const moments = settled.map((sample) => ({
		hours: (sample.at - middle) / 3_600_000,
		megabytes: sample[size] / 1_000_000,
	}));
	const spread = sum(moments.map(({ hours }) => hours ** 2));
	const rise = sum(moments.map(({ hours, megabytes }) => hours * megabytes));
	return spread === 0 ? 0 : rise / spread;
}

function sum(values: number[]): number {
	return values.reduce((total, value) => total + value, 0);
}

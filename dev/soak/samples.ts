/** The samples that the probe inside n8n has written, and the growth that they show. */
import { z } from 'zod';
import { fs } from '../platform';

/** Objects of one kind that are alive, and how much the largest of them holds. */
const countSchema = z.object({ alive: z.number(), largest: z.number() });

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
	/** The trigger's store queues; they hold messages that wait for n8n's store. */
	storeQueues: countSchema,
});
export type Sample = z.infer<typeof sampleSchema>;

/** n8n fills caches and compiles code at first. */
const WARM_UP = 1 / 3;

export function readSamples(file: string): Sample[] {
	const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
	return lines.map((line) => sampleSchema.parse(JSON.parse(line)));
}

/** The samples after the warm-up. */
export function settled(samples: Sample[]): Sample[] {
	return samples.slice(Math.ceil(samples.length * WARM_UP));
}

/** Growth in megabytes an hour, by linear regression (least squares). */
export function slope(samples: Sample[], value: (sample: Sample) => number): number {
	const hours = samples.map(({ at }) => at / 3_600_000);
	const sizes = samples.map((sample) => value(sample) / 1_000_000);
	const meanHour = mean(hours);
	const meanSize = mean(sizes);
	const moments = hours.map((hour, place) => ({
		x: hour - meanHour,
		y: (sizes[place] ?? 0) - meanSize,
	}));
	const spread = moments.reduce((sum, { x }) => sum + x * x, 0);
	return spread === 0 ? 0 : moments.reduce((sum, { x, y }) => sum + x * y, 0) / spread;
}

function mean(values: number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

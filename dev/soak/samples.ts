/** What the probe inside n8n has written, and what it says about growth. */
import { z } from 'zod';
import { fs } from '../platform';

/** Objects of one kind that are alive, and how much the largest of them holds. */
const countSchema = z.object({ alive: z.number(), largest: z.number() });

const sampleSchema = z.object({
	/** Milliseconds since the epoch. */
	at: z.number(),
	rss: z.number(),
	/** After a full collection: nothing in it is garbage. */
	heapUsed: z.number(),
	/** They hold requests that wait. */
	pacers: countSchema,
	/** Of the trigger: they hold identities of messages. */
	memories: countSchema,
	/** They hold messages that wait for n8n's store. */
	storeQueues: countSchema,
});
export type Sample = z.infer<typeof sampleSchema>;

/** n8n fills caches and compiles code in the beginning. */
const WARM_UP = 1 / 3;

export function readSamples(file: string): Sample[] {
	const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
	return lines.map((line) => sampleSchema.parse(JSON.parse(line)));
}

/** The samples that show what goes on, and not what begins. */
export function settled(samples: Sample[]): Sample[] {
	return samples.slice(Math.ceil(samples.length * WARM_UP));
}

/** Growth in megabytes an hour: the slope that fits the samples best (least squares). */
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

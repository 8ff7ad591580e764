import { tell } from '../../dev/bench/measurements';
import { soak } from '../../dev/soak/soak';

const SECOND = 1_000;

/** Short: whether memory stays flat shows in the half hour of `npm run soak`; here it must not run away. */
const RUNNING_AWAY_MB = 40;

describe('n8n under mixed load', () => {
	it('keeps its tables within their bounds', async () => {
		const result = await soak({
			ms: 60 * SECOND,
			messagesPerSecond: 5,
			newKeyEveryMs: 10 * SECOND,
			sampleEveryMs: 5 * SECOND,
		});
		const [first] = result.samples.slice(result.samples.length / 3);
		const grown = ((result.samples.at(-1)?.heapUsed ?? 0) - (first?.heapUsed ?? 0)) / 1_000_000;
		tell(
			'a minute of mixed load on one process',
			`${result.delivered} deliveries, heap ${grown.toFixed(1)} MB larger after its last 40 s`,
			`less than ${RUNNING_AWAY_MB} MB`,
		);

		expect(result.refused).toBe(0);
		expect(result.delivered).toBeGreaterThan(2 * result.window);
		expect(result.storedEntries).toEqual([result.window]);
		expect(result.pacers).toBeLessThanOrEqual(result.keys);
		expect(grown).toBeLessThan(RUNNING_AWAY_MB);
	});
});

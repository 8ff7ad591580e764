import { WITHOUT_ISOLATES } from '../../dev/n8n/environment';
import { findingsOf } from '../../dev/soak/bounds';
import { WINDOW } from '../../dev/soak/load';
import { soak } from '../../dev/soak/soak';

const SECONDS = 60;
const PACE = { messagesPerSecond: 4, newKeyEveryMs: 10_000, insists: true };
/** A minute tells little of an hour; what runs away shows all the same. */
const HEAP_MEGABYTES_AN_HOUR = 3_000;

describe('n8n under a minute of mixed load', () => {
	it('keeps its tables within their bounds', async () => {
		const duration = { ms: SECONDS * 1_000, sampleEveryMs: 5_000 };
		const result = await soak({ ...PACE, ...duration, env: WITHOUT_ISOLATES });

		const findings = findingsOf(result, PACE, HEAP_MEGABYTES_AN_HOUR);
		expect(findings.filter(({ kept }) => !kept)).toEqual([]);
		// More messages than a table holds: it is full, and no larger.
		expect(result.delivered).toBe(2 * SECONDS * PACE.messagesPerSecond);
		expect(result.storedEntries).toEqual([WINDOW]);
		expect(Math.max(...result.samples.map(({ memories }) => memories.largest))).toBe(WINDOW);
		expect(Math.max(...result.samples.map(({ pacers }) => pacers.alive))).toBeGreaterThan(1);
	});
});

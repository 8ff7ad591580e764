import { until } from '../../../dev/until';
import { service } from '../api/support';
import { read, taken, write } from './hostile';
import { growthDuring, held } from '../../support/memory';

const MEGABYTE = 1_000_000;
const LARGE = 50 * MEGABYTE;
/**
 * Its bytes, the text that they make, and what is read from it may all be there at once, in the
 * service as well, which is this process too, and some of it twice until it is collected: 5 to 8
 * times were measured.
 */
const MEMORY_BOUND = 12 * LARGE;
/** The permitted leak of several runs: less than one such response. */
const LEFT_BOUND = LARGE / 2;

const large = () => service.current.plan({ kind: 'large', bytes: LARGE });

describe('a response of 50 MB', () => {
	it('that is what was asked for becomes an item, and does not take memory without bounds', async () => {
		const campaign = { id: 103, name: 'x'.repeat(LARGE) };
		service.current.plan({ status: 200, body: { success: true, campaign } });
		const growth = await growthDuring(async () => {
			const { error, json } = await read();
			expect(error).toBeUndefined();
			expect(json.map(({ id, name }) => [id, String(name).length])).toEqual([[103, LARGE]]);
		});
		expect(growth).toBeLessThan(MEMORY_BOUND);
	});

	it('that is something else ends a read in an error that says what is missing, and no more memory', async () => {
		large();
		const growth = await growthDuring(async () => {
			const { error, json } = await read();
			expect(json).toEqual([]);
			expect(error?.message).toMatch(
				/^The service's response has an unexpected format: id is missing or invalid$/,
			);
			expect(error?.description).toMatch(/^The service may have changed\. Compare with/);
		});

		expect(taken()).toBe(1);
		expect(growth).toBeLessThan(MEMORY_BOUND);
	});

	it('to a write sends it once, and is passed on, for it was carried out', async () => {
		large();
		const { error, json } = await write();

		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		expect(taken()).toBe(1);
	});

	it('leaks no memory, however often it comes', async () => {
		large();
		await read();
		const after = held();
		for (let time = 0; time < 4; time++) {
			large();
			await read();
		}

		// The last response's buffers are freed with its connection, shortly afterwards.
		const isGivenBack = () => held() - after < LEFT_BOUND || undefined;
		await until('the memory to be given back', isGivenBack, { timeoutMs: 20_000, everyMs: 250 });
	});
});

import { service } from '../api/support';
import { elapsed, runAt } from './acceleratedClock';
import { leadListsNamed, read, taken, write } from './hostile';

jest.mock('../../../nodes/shared/api/clock', () => jest.requireActual('./acceleratedClock'));

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** Three real seconds, for a busy machine; less than what tells the cases apart. */
const MARGIN = 300 * SECOND;

jest.setTimeout(60_000);
let keys = 0;
beforeEach(() => {
	runAt(100);
	// A key for each test, since refusals of a key are remembered.
	service.current.configure({ apiKeys: [`prefix.refused-${++keys}`] });
});

function refuse(times: number, headers: Record<string, string> = {}): void {
	service.current.plan({ status: 429, body: { error: 'Rate limit exceeded' }, headers, times });
}
const httpDate = (at: number) => new Date(at).toUTCString();

describe('a burst of refusals', () => {
	it('is waited out by a write, which is then carried out once', async () => {
		refuse(25);
		const { error } = await write();

		expect(error).toBeUndefined();
		expect(service.current.requests).toHaveLength(26);
		expect(leadListsNamed('Trade fair')).toBe(1);
	});

	it('with Retry-After 0 does not cause a retry storm', async () => {
		refuse(10, { 'retry-after': '0' });
		const took = await elapsed(async () => expect((await write()).error).toBeUndefined());

		// Waits of 1, 3, 8 and 16 seconds, each at most a quarter shorter, then the turn one window later.
		expect(took).toBeGreaterThan(60 * SECOND);
	});

	it("that does not end is given up after ten minutes, with the service's words", async () => {
		refuse(1_000);
		const took = await elapsed(async () => {
			const { error } = await write();
			expect(error).toMatchObject({ message: 'Rate limit exceeded', httpCode: '429' });
		});

		expect(taken()).toBe(0);
		expect(took).toBeLessThan(600 * SECOND + MARGIN);
	});
});

describe("a Retry-After by a clock that is not n8n's", () => {
	it.each([
		['a day behind', -24 * HOUR],
		['a day ahead', 24 * HOUR],
	])("%s: is measured on the service's own", async (_what, skew) => {
		const served = Date.now() + skew;
		refuse(1, { date: httpDate(served), 'retry-after': httpDate(served + 10 * SECOND) });
		const took = await elapsed(async () => expect((await read()).error).toBeUndefined());

		expect(took).toBeGreaterThan(9 * SECOND);
		expect(took).toBeLessThan(10 * SECOND + MARGIN);
	});

	it.each(['-1', 'soon', '', '1e9', 'Thu, 99 Foo 2026 25:61:00 GMT'])(
		'%j: is waited out as if it were not there',
		async (value) => {
			refuse(1, { 'retry-after': value });
			const took = await elapsed(async () => expect((await read()).error).toBeUndefined());

			expect(took).toBeLessThan(MARGIN);
		},
	);

	it.each([
		['7200', '2 h'],
		['9'.repeat(400), 'more than a year'],
	])('%s: fails at once and states the time', async (value, words) => {
		refuse(1, { 'retry-after': value });
		const took = await elapsed(async () => {
			const { error } = await write();
			expect(error?.message).toBe('Rate limit exceeded');
			expect(error?.description).toContain(`asks to wait ${words}; the node waits 10 min`);
		});

		expect(took).toBeLessThan(MARGIN);
		expect(service.current.requests).toHaveLength(1);
	});
});

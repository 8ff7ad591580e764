import { elapsed, runAt } from './fastTime';
import { leadListsNamed, read, service, taken, write } from './hostile';

jest.mock('../../../nodes/shared/api/clock', () =>
	jest.requireActual<typeof import('./fastTime')>('./fastTime').fastClockModule(),
);

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** No single wait is longer, whatever the service asks for. */
const LONGEST_WAIT = 120 * SECOND;
const MARGIN = 40 * SECOND;

jest.setTimeout(60_000);
beforeEach(() => runAt(100));

function refuse(times: number, headers: Record<string, string> = {}): void {
	service.current.plan({ status: 429, body: { error: 'Rate limit exceeded' }, headers, times });
}
const httpDate = (at: number) => new Date(at).toUTCString();

describe('a storm of refusals', () => {
	it('is waited out by a write, which then happens once', async () => {
		refuse(25);
		const { error } = await write();

		expect(error).toBeUndefined();
		expect(service.current.requests).toHaveLength(26);
		expect(leadListsNamed('Trade fair')).toBe(1);
	});

	it('that asks to come again at once is not answered with a storm of requests', async () => {
		refuse(10, { 'retry-after': '0' });
		const took = await elapsed(async () => expect((await write()).error).toBeUndefined());

		// Waits of 1, 2, 4 and then 8 seconds, each at most a quarter shorter.
		expect(took).toBeGreaterThan(0.75 * 63 * SECOND);
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

	it.each(['-1', 'soon', '', '1e9', 'Thu, 99 Foo 2026 25:61:00 GMT', '9'.repeat(400)])(
		'%j: no wait is longer than two minutes',
		async (value) => {
			refuse(1, { 'retry-after': value });
			const took = await elapsed(async () => expect((await read()).error).toBeUndefined());

			expect(took).toBeLessThan(LONGEST_WAIT + MARGIN);
		},
	);
});

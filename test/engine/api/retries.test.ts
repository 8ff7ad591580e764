/** How long a service is waited for that asks for it: test/unit/api/request.test.ts and retry.test.ts. */
import type { Fault } from '../../../dev/simulator';
import { useForeignHost } from './foreignHost';
import { forgetWaits, responseTimeout, waits } from './instantClock';
import { READ, run, service, wordsOf, WRITE } from './support';

jest.mock('../../../nodes/shared/clock', () => jest.requireActual('./instantClock'));

const LOST: Array<[string, Fault]> = [
	['408', { status: 408 }],
	['500', { status: 500 }],
	['503', { status: 503 }],
	['a reset', { kind: 'reset' }],
	['a reset after it was done', { kind: 'resetAfter' }],
	['half a response', { kind: 'halfClosed' }],
	['no response in time', { kind: 'hang' }],
];
const sent = () => service.current.requests.length;

/** Plans a fault; the timeout is short only where there will be no response. */
function plan(fault: Fault): void {
	if ('kind' in fault && fault.kind === 'hang') responseTimeout.ms = 1_000;
	service.current.plan(fault);
}

it.each(LOST)('a read is sent again after %s, four times at most', async (_what, fault) => {
	plan(fault);
	expect((await run(READ)).json).toMatchObject([{ id: 103 }]);
	expect(sent()).toBe(2);
	forgetWaits();
	plan({ ...fault, times: 100 });

	expect((await run(READ)).error).toBeDefined();
	expect(sent()).toBe(2 + 4);
	expect(waits).toHaveLength(3);
});

describe('a write', () => {
	it.each(LOST)('is never sent twice, and may have happened: %s', async (_what, fault) => {
		plan({ ...fault, times: 100 });
		const result = await run(WRITE);

		expect(wordsOf(result)).toMatch(/The service may have carried this out/);
		expect(sent()).toBe(1);
	});
});

const stranger = useForeignHost();
const CAMPAIGN = '/api/v1/public/campaigns/104/';

/** Responds to every request with a redirect. */
const redirect = (status: number, location: string) =>
	service.current.plan({ status, headers: { location }, times: 9 });

it.each([301, 302, 303, 307, 308])('a redirected read stays at the origin: %d', async (status) => {
	service.current.plan({ status, headers: { location: CAMPAIGN } });
	expect((await run(READ)).json).toMatchObject([{ id: 104 }]);
	service.current.plan({ status, headers: { location: CAMPAIGN } });
	redirect(status, `${stranger.url}/api/`);
	const result = await run(READ);

	expect(result.error?.httpCode).toBe(String(status));
	expect(wordsOf(result)).toContain(`redirects this request to ${stranger.url}/api/`);
	expect(sent()).toBe(4);
	expect(stranger.keys).toEqual([]);
});

it.each([301, 302, 307, 308])('a redirect of a write is never followed: %d', async (status) => {
	redirect(status, CAMPAIGN);

	expect((await run(WRITE)).error?.httpCode).toBe(String(status));
	expect(sent()).toBe(1);
});

it('a redirect in a loop ends', async () => {
	redirect(302, CAMPAIGN);

	expect(wordsOf(await run(READ))).toMatch(/redirects this .* Check the path, .* and the base URL/);
	expect(sent()).toBe(4);
});

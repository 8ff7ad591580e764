/** How long a service is waited for that asks for it: test/unit/api/request.test.ts and retry.test.ts. */
import type { Fault } from '../../../dev/simulator';
import { forgetWaits, responseTimeout, waits } from './instantClock';
import { READ, run, service, wordsOf, WRITE } from './support';

jest.mock('../../../nodes/shared/api/clock', () => jest.requireActual('./instantClock'));

const LOST: Array<[string, Fault]> = [
	['408', { status: 408 }],
	['500', { status: 500 }],
	['503', { status: 503 }],
	['a reset', { kind: 'reset' }],
	['a reset after it was done', { kind: 'resetAfter' }],
	['half an answer', { kind: 'halfClosed' }],
	['no answer in time', { kind: 'hang' }],
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

		expect(wordsOf(result)).toMatch(/unknown whether the service carried this out/);
		expect(sent()).toBe(1);
	});

	it('that was refused for the limit is sent again, and happens once', async () => {
		service.current.plan({ status: 429, times: 3 });

		expect((await run(WRITE)).json).toMatchObject([{ deleted: true }]);
		expect(sent()).toBe(4);
	});
});

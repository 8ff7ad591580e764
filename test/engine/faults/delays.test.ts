import { until } from '../../../dev/until';
import type { Fault } from '../../../dev/simulator';
import { run, service } from '../api/support';
import { byId } from '../operations/wire';
import { elapsed, runAt, toReal } from './acceleratedClock';
import { allResponsesEnded, read, SECOND, taken, TIME_OUT, write } from './hostile';

jest.mock('../../../nodes/shared/clock', () => jest.requireActual('./acceleratedClock'));

/** Tolerance for the round trip and a busy machine. */
const MARGIN = 20 * SECOND;

jest.setTimeout(60_000);
const SPEED = 20;
beforeEach(() => runAt(SPEED));

it.each([
	['read', read, { id: 103 }],
	['write', write, { name: 'Trade fair' }],
])('a response that comes after 30 seconds is waited for by a %s', async (_what, send, output) => {
	service.current.plan({ kind: 'delay', ms: toReal(30 * SECOND) });
	const { error, json } = await send();

	expect(error).toBeUndefined();
	expect(json).toMatchObject([output]);
	expect(taken()).toBe(1);
});

it('a synchronous enrichment is waited for while the service processes it, since it is paid for', async () => {
	runAt(200);
	service.current.plan({ kind: 'delay', ms: toReal(5 * 60 * SECOND) });
	const { error, json } = await run({
		resource: 'leadList',
		operation: 'enrich',
		leadListId: byId(301),
		enrichmentType: 'FIND_EMAIL',
		prospectLimit: 2,
		mode: 'sync',
	});

	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ success: true, mode: 'sync' }]);
	expect(taken()).toBe(1);
});

const ENDLESS: Array<[string, Fault]> = [
	['never comes', { kind: 'hang' }],
	['drips for ten minutes', { kind: 'drip', ms: (600 * SECOND) / SPEED }],
];

describe.each(ENDLESS)('a response that %s', (_what, fault) => {
	beforeEach(() => service.current.plan({ ...fault, times: 10 }));

	it('ends a write after one, which says that it may have happened', async () => {
		const took = await elapsed(async () => {
			const { error } = await write();
			expect(error?.message).toBe('The service did not respond in time');
			expect(error?.description).toMatch(/The service may have carried this out/);
		});

		expect(taken()).toBe(1);
		await allResponsesEnded();
		expect(took).toBeLessThan(TIME_OUT + MARGIN);
	});

	it('ends with its connection immediately when the execution is stopped', async () => {
		const underWay = () => service.current.openResponses === 1 || undefined;
		const took = await elapsed(async () => {
			const onStart = (stop: () => void) => void until('the request', underWay).then(stop);
			expect((await write({ onStart })).error?.message).toBe('The execution was canceled');
		});

		expect(taken()).toBe(1);
		await allResponsesEnded();
		expect(took).toBeLessThan(TIME_OUT);
	});
});

it('a slow response that is complete in time is taken', async () => {
	service.current.plan({ kind: 'drip', ms: toReal(20 * SECOND), times: 10 });

	expect((await read()).json).toMatchObject([{ id: 103 }]);
	expect(taken()).toBe(1);
});

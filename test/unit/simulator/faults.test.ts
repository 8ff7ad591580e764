import type { SimulatorOptions } from '../../../dev/simulator';
import type { PagingForm } from '../../../dev/simulator/paging';
import { call, campaigns, part, useSimulator } from './helpers';

const simulator = useSimulator();
const step = `${campaigns}103/steps/10301/`;
const get = async (path = campaigns) => await call(simulator.current, 'GET', path);
const stepIds = () => simulator.current.state.campaigns[2]?.steps.map(({ id }) => id);

it.each([
	[step, true],
	['/steps/', false],
	['/steps/\\d+/$', true],
	[/steps/, true],
])('the path %s strikes a step: %s', async (path, isStruck) => {
	simulator.current.plan({ status: 503, path, method: 'delete', times: 9 });
	const remove = async (path: string, key = simulator.current.apiKey) =>
		(await call(simulator.current, 'DELETE', path, undefined, { 'x-api-key': key })).json;

	expect((await get(step)).status).toBe(200);
	expect(await remove(step, 'a.wrong')).toEqual({ error: 'Invalid API key' });
	expect(await remove(`${campaigns}9/`)).not.toHaveProperty('error');
	expect(await remove(step)).toMatchObject(
		isStruck ? { error: 'Service Unavailable' } : { success: true },
	);
});

it('a request with another key than that of the fault passes', async () => {
	const keys = ['5f3a9c1e.limited', 'b81d07f2.free'];
	simulator.current.configure({ apiKeys: keys });
	simulator.current.plan({ status: 429, key: '5f3a9c1e', times: 9 });
	const read = async (key: string) =>
		(await call(simulator.current, 'GET', campaigns, undefined, { 'x-api-key': key })).status;

	expect(await Promise.all(keys.map(read))).toEqual([429, 200]);
});

describe('the request that is struck', () => {
	it.each([
		['html', 200, true, /^<!doctype html>/],
		['notJson', 200, true, /^OK$/],
		['reset', 0, true, /^$/],
		['resetAfter', 0, false, /^$/],
		['truncated', 200, false, /^{"success":true,.*[^}]$/],
		['empty', 200, false, /^$/],
		['halfClosed', 0, false, /^$/],
	] as const)('by %s is logged with %i; its step stays: %s', async (kind, status, stays, text) => {
		simulator.current.plan({ kind });
		const reply = await call(simulator.current, 'DELETE', step).catch(() => undefined);

		expect(reply?.text ?? '').toMatch(text);
		expect(stepIds()?.includes(10301)).toBe(stays);
		expect(simulator.current.requests).toMatchObject([{ method: 'DELETE', status }]);
	});

	it.each(['delay', 'drip'] as const)('by %s is answered whole, late', async (kind) => {
		simulator.current.plan({ kind, ms: 100 });
		const started = Date.now();

		expect(part((await get()).json).campaigns).toHaveLength(4);
		expect(Date.now() - started).toBeGreaterThanOrEqual(80);
	});

	it('by halfClosed gets the beginning of the body that was announced', async () => {
		simulator.current.plan({ kind: 'halfClosed' });
		const { url, apiKey } = simulator.current;
		const response = await fetch(`${url}${campaigns}`, { headers: { 'x-api-key': apiKey } });

		expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
		await expect(response.text()).rejects.toThrow('terminated');
	});
});

const configure = (options: SimulatorOptions) => simulator.current.configure(options);

const nextPage = expect.stringMatching(/^http.*\/campaigns\/\?workspace=1&page=2$/);

it.each<[PagingForm, object]>([
	['next', { count: 4, next: nextPage, previous: null }],
	['total', { total: 4, page: 1, page_size: 3 }],
	['silent', {}],
])('a page in the form %s says %j', async (paging, fields) => {
	configure({ pageSize: 3, paging });
	const { json } = await get(`${campaigns}?workspace=1`);
	const second = (await get(`${campaigns}?page=2`)).json;

	expect(json).toEqual({ ...fields, campaigns: Array(3).fill(expect.any(Object)) });
	expect(second).toMatchObject({ campaigns: [{ id: 104 }] });
	expect((await get(`${campaigns}?page=3`)).status).toBe(404);
});

describe('a response', () => {
	it.each([
		['bare', { id: 103 }],
		['data', { data: { id: 103 } }],
		['list', [{ id: 103 }]],
		['emptyList', []],
		['null', null],
		['empty', undefined],
	] as const)('to a change may come in the form %s', async (responseForm, expected) => {
		configure({ responseForm });
		const { status, json } = await call(simulator.current, 'PATCH', `${campaigns}103/`, {});

		expect({ status, json: [json] }).toMatchObject({ status: 200, json: [expected] });
	});

	it('that is a list or a refusal stays as it is', async () => {
		configure({ responseForm: 'bare' });

		expect(part((await get(campaigns)).json).campaigns).toHaveLength(4);
		expect((await get(`${campaigns}9/`)).json).toMatchObject({ success: false });
	});
});

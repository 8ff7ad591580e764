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

import { call, campaigns, useSimulator } from './helpers';

const simulator = useSimulator();
const send = async (method: string, path: string, key = simulator.current.apiKey) =>
	await call(simulator.current, method, path, undefined, { 'x-api-key': key });

it.each([
	['GET', campaigns],
	['GET', '/api/v1/public/chats'],
	['PUT', '/api/v1/user/webhook/'],
	['GET', '/api/v1/api-keys/'],
	['GET', '/api/v1/public/no-such-path/'],
])('%s %s: a missing or invalid key is answered 401', async (method, path) => {
	const missing = { error: 'Missing API key', message: 'Provide X-API-Key header' };
	const [prefix = ''] = simulator.current.apiKey.split('.');

	for (const key of ['', `${prefix}.wrong`, prefix]) {
		const { status, json } = await send(method, path, key);
		expect([status, json]).toEqual([401, key === '' ? missing : { error: 'Invalid API key' }]);
	}
});

const html = 'text/html; charset=utf-8';
it.each([
	['GET', campaigns.slice(0, -1), 301, 'location', campaigns],
	['GET', '/api/v1/public/chats/?a=b', 301, 'location', '/api/v1/public/chats?a=b'],
	['GET', `${campaigns}101/steps/1`, 301, 'location', `${campaigns}101/steps/1/`],
	['PATCH', `${campaigns}101`, 404, 'content-type', html],
	['GET', `${campaigns}abc/`, 404, 'content-type', html],
	['GET', `${campaigns}1%2F2/`, 404, 'content-type', html],
	['GET', '/api/v1/api/v1/public/campaigns/', 404, 'content-type', html],
	['GET', '/somewhere/else', 404, 'content-type', html],
	['PUT', campaigns, 405, 'allow', 'GET, POST'],
])('%s %s leads nowhere: %i, %s', async (method, path, expected, name, value) => {
	const { status, headers } = await send(method, path);

	expect([status, headers.get(name)]).toEqual([expected, value]);
});

it('bodies are refused when they are not said to be JSON', async () => {
	const headers = { 'content-type': 'text/plain' };

	expect((await call(simulator.current, 'POST', campaigns, '{}', headers)).status).toBe(415);
});

it('the log has each request as it came, oldest first, but no whole key, valid or not', async () => {
	await send('GET', `${campaigns}?page=1&x=a%20b`, 'no-dot-all-secret');
	await call(simulator.current, 'POST', campaigns, '{"name":"Ä"}');

	const { requests, apiKey } = simulator.current;
	const headers = { 'x-api-key': '5f3a9c1e.***' };
	expect(requests).toMatchObject([
		{ method: 'GET', path: campaigns, query: 'page=1&x=a%20b', body: '', status: 401, key: '' },
		{
			method: 'POST',
			path: campaigns,
			body: '{"name":"Ä"}',
			status: 201,
			key: '5f3a9c1e',
			headers,
		},
	]);
	expect(Math.abs(Date.now() - Number(requests[0]?.at))).toBeLessThan(60_000);
	expect(JSON.stringify(requests)).not.toMatch(RegExp(`all-secret|${apiKey}`));
});

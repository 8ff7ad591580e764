import { call, part, useSimulator } from './helpers';

const simulator = useSimulator();
const campaigns = '/api/v1/public/campaigns/';

describe('authentication', () => {
	const guarded = [
		['GET', campaigns],
		['GET', '/api/v1/public/chats'],
		['PUT', '/api/v1/user/webhook/'],
		['GET', '/api/v1/api-keys/'],
		['GET', '/api/v1/public/no-such-path/'],
	];

	const missing = { error: 'Missing API key', message: 'Provide X-API-Key header' };
	const invalid = { error: 'Invalid API key' };

	it.each(guarded)('of %s %s: a missing or invalid key is answered 401', async (method, path) => {
		const [prefix = ''] = simulator.current.apiKey.split('.');
		for (const key of ['', `${prefix}.wrong`, prefix, 'x']) {
			const headers = { 'x-api-key': key };
			const { status, json } = await call(simulator.current, method, path, undefined, headers);
			expect({ status, json }).toEqual({ status: 401, json: key === '' ? missing : invalid });
		}
	});

	it('lists keys by their prefix', async () => {
		simulator.current.configure({ apiKeys: [simulator.current.apiKey, 'bbbb.second'] });
		const { json, text } = await call(simulator.current, 'GET', '/api/v1/api-keys/');

		expect(json).toMatchObject({ api_keys: [{ prefix: '5f3a9c1e' }, { prefix: 'bbbb' }] });
		expect(text).not.toContain('second');
		simulator.current.configure({ apiKeys: [simulator.current.apiKey] });
	});
});

describe('paths', () => {
	it.each([
		[campaigns.slice(0, -1), campaigns],
		['/api/v1/public/chats/?a=b', '/api/v1/public/chats?a=b'],
		['/api/v1/public/campaigns/101/steps/10101', '/api/v1/public/campaigns/101/steps/10101/'],
	])('GET %s is redirected to %s', async (path, location) => {
		const { status, headers } = await call(simulator.current, 'GET', path);

		expect(status).toBe(301);
		expect(headers.get('location')).toBe(location);
	});

	it.each([
		['PATCH', '/api/v1/public/campaigns/101'],
		['GET', '/api/v1/public/campaigns/abc/'],
		['GET', '/api/v1/public/campaigns/1%2F2/'],
		['GET', '/api/v1/public/nothing/'],
		['GET', '/api/v1/api/v1/public/campaigns/'],
		['GET', '/somewhere/else'],
	])('%s %s is unroutable and gets an HTML page', async (method, path) => {
		const body = method === 'PATCH' ? {} : undefined;
		const { status, headers, text } = await call(simulator.current, method, path, body);

		expect(status).toBe(404);
		expect(headers.get('content-type')).toContain('text/html');
		expect(text).toContain('<h1>Not Found</h1>');
	});

	it('answers 405 to a method that the path does not have', async () => {
		const { status, headers, json } = await call(simulator.current, 'PUT', campaigns, {});

		expect(status).toBe(405);
		expect(headers.get('allow')).toBe('GET, POST');
		expect(json).toEqual({ detail: 'Method "PUT" not allowed.' });
	});
});

describe('bodies', () => {
	it('are refused when they are not said to be JSON', async () => {
		const headers = { 'content-type': 'text/plain' };
		const { status } = await call(simulator.current, 'POST', campaigns, '{"name":"x"}', headers);

		expect(status).toBe(415);
	});
});

describe('the log of requests', () => {
	it('has method, path, query, body, status and masked headers, oldest first', async () => {
		await call(simulator.current, 'GET', `${campaigns}?page=1&x=a%20b`);
		await call(simulator.current, 'POST', campaigns, '{"name":"Ä"}');

		expect(simulator.current.requests).toMatchObject([
			{ method: 'GET', path: campaigns, query: 'page=1&x=a%20b', body: '', status: 200 },
			{ method: 'POST', path: campaigns, query: '', body: '{"name":"Ä"}', status: 201 },
		]);
		const [first, second] = simulator.current.requests;
		expect(first?.key).toBe('5f3a9c1e');
		expect(first?.headers['x-api-key']).toBe('5f3a9c1e.***');
		expect(Number(second?.id)).toBeGreaterThan(Number(first?.id));
		expect(Math.abs(Date.now() - Number(first?.at))).toBeLessThan(5000);
	});

	it('contains no whole key, be it valid or not', async () => {
		await call(simulator.current, 'GET', campaigns, undefined, {
			'x-api-key': 'no-dot-all-secret',
		});
		await call(simulator.current, 'GET', campaigns);

		const text = JSON.stringify(simulator.current.requests);
		expect(text).not.toContain('no-dot-all-secret');
		expect(text).not.toContain(simulator.current.apiKey);
	});

	it('counts API calls only', async () => {
		await call(simulator.current, 'GET', '/_simulator/state');
		await call(simulator.current, 'GET', '/favicon.ico');

		expect(simulator.current.requests).toEqual([]);
	});
});

describe('lists', () => {
	it('come in pages with a link to the next, when so configured', async () => {
		simulator.current.configure({ pageSize: 3 });
		const first = await call(simulator.current, 'GET', campaigns);
		const next = String(part(first.json).next);
		const second = await call(simulator.current, 'GET', next.replace(simulator.current.url, ''));

		expect(first.json).toMatchObject({ count: 4, previous: null, campaigns: { length: 3 } });
		expect(next).toBe(`${simulator.current.url}${campaigns}?page=2`);
		expect(second.json).toMatchObject({ next: null, campaigns: [{ id: 104 }] });
		expect((await call(simulator.current, 'GET', `${campaigns}?page=3`)).status).toBe(404);
	});

	it('come as bare arrays, when so configured, with the link in a header', async () => {
		simulator.current.configure({ listShape: 'array' });
		const whole = await call(simulator.current, 'GET', campaigns);
		simulator.current.configure({ pageSize: 3 });
		const paged = await call(simulator.current, 'GET', campaigns);

		expect(whole.json).toHaveLength(4);
		expect(paged.json).toHaveLength(3);
		expect(paged.headers.get('link')).toContain('?page=2>; rel="next"');
	});
});

it('waits before each answer when a latency is set', async () => {
	simulator.current.configure({ latencyMs: 60 });
	const started = Date.now();
	await call(simulator.current, 'GET', campaigns);

	expect(Date.now() - started).toBeGreaterThanOrEqual(55);
});

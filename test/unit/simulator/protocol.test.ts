import { defaultSettings, type SimulatorOptions } from '../../../dev/simulator/options';
import { RateLimiter } from '../../../dev/simulator/rateLimit';
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
])('%s %s: a missing or invalid key gets a 401', async (method, path) => {
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

const HOUR = 3_600_000;
const get = async (path = campaigns, headers = {}) =>
	await call(simulator.current, 'GET', path, undefined, headers);

/** How many of the requests at these times, in milliseconds, are refused, and which. */
function refusedAt(times: number[], limit: SimulatorOptions = {}) {
	const limiter = new RateLimiter();
	const settings = { ...defaultSettings, ...limit };
	return times.flatMap((now, index) => (limiter.waitFor('key', now, settings) > 0 ? index : []));
}

describe('the rate limit', () => {
	it('slides, is 50 a minute by default, and does not count refused requests', () => {
		const limit = { requestsPerMinute: 2, windowMs: 800 };

		expect(refusedAt([...Array(52).fill(0), 59_999, 60_000])).toEqual([50, 51, 52]);
		expect(refusedAt([0, 0, 0, 799, 800, 800, 800], limit)).toEqual([2, 3, 6]);
		// At 900 the first has left the window, the second has not.
		expect(refusedAt([0, 600, 600, 900, 900], limit)).toEqual([2, 4]);
	});

	it('counts every path below /api/v1/public/, no other, and each key by itself', async () => {
		const { apiKey } = simulator.current;
		simulator.current.configure({ requestsPerMinute: 2, apiKeys: [apiKey, 'bbbb.second'] });
		const other = { 'x-api-key': 'bbbb.second' };
		const paths = ['/api/v1/api-keys/', `${campaigns}9/`, '/api/v1/public/nothing/', campaigns];
		const seen = [];
		for (const path of [...paths, '/api/v1/api-keys/']) seen.push((await get(path)).status);

		expect(seen).toEqual([200, 404, 404, 429, 200]);
		expect((await get(campaigns, other)).status).toBe(200);
	});

	const FORMS = ['none', 'seconds', 'date'] as const;

	it.each(FORMS)('responds with 429, and may say when to come back: %s', async (retryAfter) => {
		simulator.current.configure({ requestsPerMinute: 1, windowMs: HOUR, retryAfter });
		const started = Date.now();
		await get();
		const { status, json, headers } = await get();
		const value = headers.get('retry-after');

		expect({ status, json }).toEqual({ status: 429, json: { error: 'Rate limit exceeded' } });
		if (retryAfter === 'none') return expect(value).toBeNull();
		if (retryAfter === 'seconds') return expect(value).toMatch(/^3[56]\d\d$/);
		expect(Date.parse(value ?? '')).toBeGreaterThanOrEqual(started + HOUR);
		expect(Date.parse(value ?? '')).toBeLessThan(Date.now() + HOUR + 1001);
	});
});

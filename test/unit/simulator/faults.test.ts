import { http } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { call, part, useSimulator } from './helpers';

const simulator = useSimulator();
const campaigns = '/api/v1/public/campaigns/';
const step = `${campaigns}103/steps/10301/`;
const get = async () => await call(simulator.current, 'GET', campaigns);
const isStepThere = () =>
	simulator.current.state.campaigns[2]?.steps.some(({ id }) => id === 10301) ?? false;

describe('the plan', () => {
	it('strikes one request unless told otherwise, in the order of the plan', async () => {
		simulator.current.plan({ status: 503 }, { status: 502, times: 2 });
		const seen = [await get(), await get(), await get(), await get()];

		expect(seen.map(({ status }) => status)).toEqual([503, 502, 502, 200]);
	});

	it('lets the first ones pass', async () => {
		simulator.current.plan({ status: 503, after: 2 });
		const seen = [await get(), await get(), await get(), await get()];

		expect(seen.map(({ status }) => status)).toEqual([200, 200, 503, 200]);
	});

	it('strikes only its method and path', async () => {
		const others = { status: 500, path: `${campaigns}101/` };
		simulator.current.plan(
			others,
			{ status: 501, method: 'delete' },
			{ status: 504, path: '/steps/' },
		);

		expect((await get()).status).toBe(200);
		expect((await call(simulator.current, 'GET', step)).status).toBe(200);
		expect((await call(simulator.current, 'DELETE', step)).status).toBe(501);
		expect((await call(simulator.current, 'GET', `${campaigns}101/`)).status).toBe(500);
	});

	it.each(['/steps/\\d+/$', /steps/])('takes the expression %s for a path', async (path) => {
		simulator.current.plan({ status: 500, path });

		expect((await get()).status).toBe(200);
		expect((await call(simulator.current, 'GET', step)).status).toBe(500);
	});

	it('comes after authentication and the limit', async () => {
		simulator.current.plan({ status: 500 });
		const headers = { 'x-api-key': 'a.wrong' };

		expect((await call(simulator.current, 'GET', campaigns, undefined, headers)).status).toBe(401);
		expect((await get()).status).toBe(500);
	});
});

describe('a request that is not executed', () => {
	it('gets the status, body and headers of the fault', async () => {
		const headers = { 'retry-after': '7' };
		simulator.current.plan(
			{ status: 429, body: { error: 'Busy' }, headers },
			{ status: 500, body: '<p>Oops</p>', contentType: 'text/html' },
			{ status: 503 },
		);
		const [json, html, plain] = [await get(), await get(), await get()];

		expect(json).toMatchObject({ status: 429, json: { error: 'Busy' } });
		expect(json.headers.get('retry-after')).toBe('7');
		expect(html.headers.get('content-type')).toContain('text/html');
		expect(html.text).toBe('<p>Oops</p>');
		expect(plain.json).toEqual({ error: 'Service Unavailable' });
	});

	it('gets a gateway page, text that is no JSON, a redirect or a large body', async () => {
		simulator.current.plan(
			{ kind: 'html' },
			{ kind: 'notJson' },
			{ kind: 'redirect', to: 'http://elsewhere.example/' },
			{ kind: 'large', bytes: 300_000 },
		);
		const [html, text, redirect, large] = [await get(), await get(), await get(), await get()];

		expect(html.headers.get('content-type')).toContain('text/html');
		expect(text).toMatchObject({ status: 200, text: 'OK', json: undefined });
		expect(redirect.status).toBe(302);
		expect(redirect.headers.get('location')).toBe('http://elsewhere.example/');
		expect(large.text.length).toBeGreaterThan(300_000);
		expect(part(large.json).success).toBe(true);
	});

	it('loses its connection, and nothing has changed', async () => {
		simulator.current.plan({ kind: 'reset' });

		await expect(call(simulator.current, 'DELETE', step)).rejects.toThrow('fetch failed');
		expect(isStepThere()).toBe(true);
		expect(simulator.current.requests).toMatchObject([{ method: 'DELETE', status: 0 }]);
	});

	it('is never answered', async () => {
		const isOpen = () => simulator.current.openAnswers > 0;
		await until('the end of earlier answers', () => !isOpen() || undefined);
		simulator.current.plan({ kind: 'hang' });
		const patience = new AbortController();
		const request = fetch(`${simulator.current.url}${campaigns}`, {
			headers: { 'x-api-key': simulator.current.apiKey },
			signal: patience.signal,
		});
		const isRefused = expect(request).rejects.toThrow('aborted');
		await until('the request', () => isOpen() || undefined);
		patience.abort();

		await isRefused;
		const row = await until('its row in the log', () => simulator.current.requests[0]);
		expect(row.status).toBe(0);
	});
});

describe('a request that is executed', () => {
	it('loses its answer', async () => {
		simulator.current.plan({ kind: 'resetAfter' });

		await expect(call(simulator.current, 'DELETE', step)).rejects.toThrow('fetch failed');
		expect(isStepThere()).toBe(false);
		expect(simulator.current.requests).toMatchObject([{ method: 'DELETE', status: 0 }]);
	});

	it('is answered late', async () => {
		simulator.current.plan({ kind: 'delay', ms: 80 });
		const started = Date.now();

		expect((await get()).status).toBe(200);
		expect(Date.now() - started).toBeGreaterThanOrEqual(75);
	});

	it('gets its JSON cut in the middle, or nothing but the status', async () => {
		const { text } = await get();
		simulator.current.plan({ kind: 'truncated' }, { kind: 'empty' });
		const [cut, empty] = [await get(), await get()];

		expect(cut.status).toBe(200);
		expect(cut.json).toBeUndefined();
		expect(text.startsWith(cut.text)).toBe(true);
		expect(cut.text.length).toBeGreaterThan(100);
		expect(empty).toMatchObject({ status: 200, text: '' });
	});

	it('gets its body bit by bit', async () => {
		simulator.current.plan({ kind: 'drip', ms: 150 });
		const started = Date.now();
		const { json } = await get();

		expect(part(json).campaigns).toHaveLength(4);
		expect(Date.now() - started).toBeGreaterThanOrEqual(120);
	});

	it('gets half of the body that was announced', async () => {
		simulator.current.plan({ kind: 'halfClosed' });
		const { announced, received, isComplete } = await rawGet();

		expect(isComplete).toBe(false);
		expect(received).toBeGreaterThan(0);
		expect(received).toBeLessThan(announced);
	});
});

/** By the plain client, which shows what arrived of a response that was broken off. */
async function rawGet() {
	const { url, apiKey } = simulator.current;
	return await new Promise<{ announced: number; received: number; isComplete: boolean }>(
		(resolve, reject) => {
			const request = http.get(`${url}${campaigns}`, { headers: { 'x-api-key': apiKey } });
			request.on('error', reject);
			request.on('response', (response) => {
				const announced = Number(response.headers['content-length']);
				let received = 0;
				response.on('data', (chunk: Buffer) => (received += chunk.length));
				response.on('error', () => undefined);
				response.on('close', () => resolve({ announced, received, isComplete: response.complete }));
			});
		},
	);
}

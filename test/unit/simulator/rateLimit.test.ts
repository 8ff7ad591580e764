import { defaultSettings, type Settings } from '../../../dev/simulator/options';
import { RateLimiter } from '../../../dev/simulator/rateLimit';
import { call, useSimulator } from './helpers';

const simulator = useSimulator();
const campaigns = '/api/v1/public/campaigns/';
const statuses = async (times: number, path = campaigns, headers = {}) => {
	const seen: number[] = [];
	for (let time = 0; time < times; time += 1) {
		seen.push((await call(simulator.current, 'GET', path, undefined, headers)).status);
	}
	return seen;
};

/** The answers to requests of one key at these times, in milliseconds. */
function answersAt(times: number[], limit: Pick<Settings, 'requestsPerMinute' | 'windowMs'>) {
	const limiter = new RateLimiter();
	const settings = { ...defaultSettings, ...limit };
	return times.map((now) => (limiter.waitFor('key', now, settings) === 0 ? 200 : 429));
}

describe('the rate limit', () => {
	it('is 50 requests when nothing else is asked for', async () => {
		simulator.current.configure({ requestsPerMinute: 50 });
		const seen = await statuses(52);

		expect(seen.filter((status) => status === 200)).toHaveLength(50);
		expect(seen.slice(50)).toEqual([429, 429]);
	});

	it("answers 429 with the reference's body and no header", async () => {
		simulator.current.configure({ requestsPerMinute: 0 });
		const { status, json, headers } = await call(simulator.current, 'GET', campaigns);

		expect({ status, json }).toEqual({ status: 429, json: { error: 'Rate limit exceeded' } });
		expect(headers.has('retry-after')).toBe(false);
	});

	it('lets a place free when the window has moved past it, not counting refused requests', () => {
		const seen = answersAt([0, 0, 0, 599, 600, 600, 600], { requestsPerMinute: 2, windowMs: 600 });

		expect(seen).toEqual([200, 200, 429, 429, 200, 200, 429]);
	});

	it('slides: the middle of one window and of the next share a limit', () => {
		const seen = answersAt([0, 600, 600, 900, 900], { requestsPerMinute: 2, windowMs: 800 });

		// At 900 the first has left the window, the second has not.
		expect(seen).toEqual([200, 200, 429, 200, 429]);
	});

	it('counts each key by itself', async () => {
		const { apiKey } = simulator.current;
		simulator.current.configure({ requestsPerMinute: 1, apiKeys: [apiKey, 'bbbb.second'] });

		expect(await statuses(2)).toEqual([200, 429]);
		expect(await statuses(2, campaigns, { 'x-api-key': 'bbbb.second' })).toEqual([200, 429]);
		simulator.current.configure({ apiKeys: [apiKey] });
	});

	it('counts failures and unroutable paths below /api/v1/public/ too', async () => {
		simulator.current.configure({ requestsPerMinute: 2 });

		expect(await statuses(1, `${campaigns}9/`)).toEqual([404]);
		expect(await statuses(1, '/api/v1/public/nothing/')).toEqual([404]);
		expect(await statuses(1)).toEqual([429]);
	});

	it('does not hold for the webhook slot and the list of keys', async () => {
		simulator.current.configure({ requestsPerMinute: 0 });
		const body = { webhook_url: null };
		const { status } = await call(simulator.current, 'PUT', '/api/v1/user/webhook/', body);

		expect(status).toBe(200);
		expect(await statuses(1, '/api/v1/api-keys/')).toEqual([200]);
	});

	it('says in seconds when to come back, when so configured', async () => {
		simulator.current.configure({ requestsPerMinute: 1, windowMs: 5000, retryAfter: 'seconds' });
		await statuses(1);
		const { headers } = await call(simulator.current, 'GET', campaigns);

		expect(headers.get('retry-after')).toBe('5');
	});

	it('says by date when to come back, when so configured, and never too early', async () => {
		simulator.current.configure({ requestsPerMinute: 1, windowMs: 5000, retryAfter: 'date' });
		const started = Date.now();
		await statuses(1);
		const { headers } = await call(simulator.current, 'GET', campaigns);

		const date = Date.parse(headers.get('retry-after') ?? '');
		expect(date).toBeGreaterThanOrEqual(started + 5000);
		expect(date).toBeLessThan(Date.now() + 6001);
	});
});

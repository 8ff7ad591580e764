import { defaultSettings, type SimulatorOptions } from '../../../dev/simulator/options';
import { RateLimiter } from '../../../dev/simulator/rateLimit';
import { call, campaigns, useSimulator } from './helpers';

const HOUR = 3_600_000;
const simulator = useSimulator();
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

	it.each(FORMS)('answers 429, and may say when to come back: %s', async (retryAfter) => {
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

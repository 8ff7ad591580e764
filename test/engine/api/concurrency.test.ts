import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { listen } from '../../../dev/n8n/ports';
import { http, wait } from '../../../dev/platform';
import { byId } from '../operations/wire';
import { items, READ, run, WRITE } from './support';

/** A service that counts concurrent requests, and responds to later ones sooner. */
let seen = { key: '', now: 0, most: 0, order: [] as string[] };

/** The campaigns that the service does not have; it says so of the second sooner. */
const [MISSING, MISSING_SOONER] = [990, 999];

/** Holds requests until this many have arrived. */
const door = { opensAt: 0, waiting: [] as Array<() => void> };

async function untilOpen(): Promise<void> {
	const open = new Promise<void>((resolve) => void door.waiting.push(resolve));
	if (seen.order.length >= door.opensAt) door.waiting.splice(0).forEach((go) => go());
	await open;
}
const server = http.createServer((request, response) => {
	const { url = '', method = '' } = request;
	// A test that ends early leaves requests in flight, which must not count for the next one.
	if (request.headers['x-api-key'] !== seen.key) {
		response.end();
		return;
	}
	const mine = seen;
	seen.now += 1;
	seen.most = Math.max(seen.most, seen.now);
	seen.order.push(url);
	const id = Number(/campaigns\/(\d+)\//.exec(url)?.[1]);
	const responding = door.opensAt > 0 ? untilOpen() : wait(30 - (id % 10) * 3);
	void responding.then(() => {
		mine.now -= 1;
		response.statusCode = id === MISSING || id === MISSING_SOONER ? 404 : 200;
		response.setHeader('content-type', 'application/json');
		const body = method === 'GET' ? { campaign: { id } } : { success: true };
		response.end(JSON.stringify(body));
	});
});
let baseUrl = '';

beforeAll(async () => void (baseUrl = await listen(server)));
let tests = 0;
beforeEach(() => {
	door.opensAt = 0;
	seen = { key: ['5f3a9c1e', `test-${++tests}`].join('.'), now: 0, most: 0, order: [] };
});
afterAll(() => void server.close());

/** Runs an operation for every item, whose campaign the item's index gives. */
async function runEach(parameters: INodeParameters, input: INodeExecutionData[], limit = 10_000) {
	const credentials = { baseUrl, apiKey: seen.key, requestsPerMinute: limit };
	const campaignId = byId('={{ $json.index + 1 }}');
	return await run({ ...parameters, campaignId }, { items: input, credentials });
}

/** Items of which one has a campaign that the service lacks. */
const failing = (count: number, broken: number) =>
	items(count).map((item, index) => (index === broken ? { json: { index: MISSING - 1 } } : item));

describe('reads of independent items', () => {
	it('run concurrently, within bounds', async () => {
		door.opensAt = 500;
		await runEach(READ, items(700));

		expect(seen.order).toHaveLength(700);
		expect(seen.most).toBe(500);
	});

	it('are output in the order of the input, whichever response comes first', async () => {
		const { json, outputs } = await runEach(READ, items(80));

		expect(json.map(({ id }) => id)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: 80 }, (_, item) => ({ item })),
		);
	});
});

it.each([
	['GET', 20, 20],
	['POST', 1, 0],
])('calls of any path run with %s at most %d at a time', async (method, most, opensAt) => {
	door.opensAt = opensAt;
	const path = '=/api/v1/public/campaigns/{{ $json.index + 1 }}/';
	await runEach({ resource: 'apiEndpoint', operation: 'call', method, path }, items(20));

	expect(seen.order).toHaveLength(20);
	expect(seen.most).toBe(most);
});

describe('a run that fails', () => {
	it('fails immediately, and drops its pending requests', async () => {
		const { error } = await runEach(READ, failing(30, 2), 4);

		expect(error?.context).toMatchObject({ itemIndex: 2 });
		expect(seen.order.length).toBeLessThanOrEqual(4);
	});

	it('fails with the first failure in time, not that of the first item', async () => {
		const missing = [MISSING, MISSING_SOONER].map((id) => ({ json: { index: id - 1 } }));
		const { error } = await runEach(READ, missing);

		expect(error?.context).toMatchObject({ itemIndex: 1 });
	});
});

describe('writes', () => {
	it('run sequentially, in the order of the items', async () => {
		await runEach(WRITE, items(20));

		expect(seen.most).toBe(1);
		expect(seen.order.map((url) => Number(/\d+(?=\/steps)/.exec(url)?.[0]))).toEqual(
			Array.from({ length: 20 }, (_, index) => index + 1),
		);
	});

	it('stop at the first that fails', async () => {
		const { error } = await runEach(WRITE, failing(20, 3));

		expect(error?.context).toMatchObject({ itemIndex: 3 });
		expect(error?.description).toMatch(/3 of 20 campaign steps were deleted before this one/);
		expect(seen.order).toHaveLength(4);
	});
});

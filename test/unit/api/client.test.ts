import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { ApiClient } from '../../../nodes/shared/api/client';
import { apiPath } from '../../../nodes/shared/api/path';
import { scripted, type Reply } from './support';

const path = apiPath`/api/v1/public/campaigns/`;
const withId = z.object({ id: z.number() });
let keys = 0;

/** A client whose requests are answered from a script. */
async function client(...replies: Reply[]) {
	const run = scripted(replies);
	const onHint = jest.fn();
	const getCredentials = async () => ({
		baseUrl: 'https://service.invalid',
		apiKey: `prefix.client-${++keys}`,
		requestsPerMinute: 10_000,
	});
	const caller = Object.assign(run.connection.caller, { getCredentials }) as IExecuteFunctions;
	const api = await ApiClient.connect(caller, { onHint }, run.clock);
	const sent = async <Result>(work: Promise<Result>) => await run.clock.until(work);
	return { ...run, api, onHint, sent };
}

describe('a list', () => {
	it('that goes on and on is given up after a thousand pages', async () => {
		let page = 0;
		const replies = Array.from({ length: 1_100 }, () => ({
			body: { campaigns: [{ id: page }], next: `?page=${++page}` },
		}));
		const { api, sent, tries } = await client(...replies);

		await expect(sent(api.list(path))).rejects.toMatchObject({
			message: 'The list did not end after 1000 pages',
			description: expect.stringContaining('set a limit'),
		});
		expect(tries).toHaveLength(1_000);
	});

	it('whose page differs from what was promised says how', async () => {
		const { api, sent } = await client({ body: [{ id: 1 }, { id: 'two' }] });

		await expect(sent(api.list(path, { schema: withId }))).rejects.toMatchObject({
			message: expect.stringMatching(/unexpected form: id: /),
			httpCode: '200',
		});
	});

	it('that is none is not held to the form of its elements', async () => {
		const { api, sent, onHint } = await client({ body: { name: 'one thing' } });

		expect(await sent(api.list(path, { schema: withId }))).toEqual([{ name: 'one thing' }]);
		expect(onHint).toHaveBeenCalledTimes(1);
	});
});

describe('an object', () => {
	const object = async (body: unknown, options = {}): Promise<IDataObject> => {
		const { api, sent } = await client({ body });
		return await sent(api.object('GET', path, options));
	};

	it('is unwrapped from its envelope, and whole where there is none', async () => {
		expect(await object({ success: true, step: { id: 7 } }, { unwrap: 'step' })).toEqual({ id: 7 });
		expect(await object({ id: 7 }, { unwrap: 'step' })).toEqual({ id: 7 });
	});

	it('keeps fields that nobody knows', async () => {
		const body = { id: 7, brand_new: { deep: [1] } };

		expect(await object(body, { schema: withId })).toEqual(body);
	});
});

describe('what is sent', () => {
	it('has its query appended, however it is written', async () => {
		const { api, sent, tries } = await client({ body: {} });
		await sent(api.raw('GET', path, { query: { q: 'a&b=c d', page: '2' } }));

		expect(tries[0]?.url).toBe(
			'https://service.invalid/api/v1/public/campaigns/?q=a%26b%3Dc+d&page=2',
		);
	});
});

describe('advice of the caller', () => {
	it('stands after that of the client', async () => {
		const { api, sent } = await client({ status: 403, body: { error: 'No' } });
		const told = api.withAdvice('List all seven days').forItem(3);

		await expect(sent(told.get(path))).rejects.toMatchObject({
			description: expect.stringMatching(/^The API key is valid.*List all seven days$/),
			context: { itemIndex: 3 },
		});
	});
});

import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { ApiClient } from '../../../nodes/shared/api/client';
import { apiPath } from '../../../nodes/shared/api/path';
import { scripted, type Reply } from './support';

const path = apiPath`/api/v1/public/campaigns/`;
const withId = z.object({ id: z.number() });
let keys = 0;

/** A client with scripted responses. */
async function client(...replies: Reply[]) {
	const run = scripted(replies);
	const onHint = jest.fn();
	const getCredentials = async () => ({
		baseUrl: 'https://service.invalid',
		apiKey: `prefix.client-${++keys}`,
		requestsPerMinute: 10_000,
	});
	const warn = jest.fn();
	const { context: bare } = run.connection;
	const context = Object.assign(bare as IExecuteFunctions, { getCredentials, logger: { warn } });
	const api = await ApiClient.connect(context, { onHint }, run.clock);
	const sent = async <Result>(work: Promise<Result>) => await run.clock.until(work);
	return { ...run, api, onHint, sent, warn };
}

/** What else it reads and says: test/engine/operations. */
it('a list of which the service has more than it gives leaves a hint, and a warning in the log', async () => {
	const { api, sent, onHint, warn } = await client({ body: { total: 9, results: [{ id: 1 }] } });
	const text = 'The service reports 9 elements, but only 1 could be read';

	expect(await sent(api.list(path))).toEqual([{ id: 1 }]);
	expect(onHint).toHaveBeenCalledWith(text);
	expect(warn).toHaveBeenCalledWith(`${text} (GET ${path.toString()})`, expect.anything());
});

it('a list with an element that differs from what was promised has it all the same, with a hint', async () => {
	const body = [{ id: 1 }, { id: 'two' }];
	const { api, sent, onHint } = await client({ body });

	expect(await sent(api.list(path, { schema: withId }))).toEqual(body);
	expect(onHint).toHaveBeenCalledWith(
		expect.stringMatching(/^1 element of the list differs from what was expected \(id: /),
	);
});

it('a list that is none is not held to the form of its elements', async () => {
	const { api, sent, onHint } = await client({ body: { name: 'one thing' } });

	expect(await sent(api.list(path, { schema: withId }))).toEqual([{ name: 'one thing' }]);
	expect(onHint.mock.calls).toEqual([[expect.stringContaining('no list was found')]]);
});

import type { Fault } from '../../../dev/simulator';
import { credentialsFor, items, LIST, READ, run, service, wordsOf, WRITE, byId } from './support';

jest.mock('../../../nodes/shared/api/clock', () =>
	jest.requireActual<typeof import('./instantClock')>('./instantClock').instantClockModule(),
);

const HTML = '<!doctype html>\n<title>Bad Gateway</title>\n<h1>nginx</h1>';

describe("what the user sees: the service's error message and what to do", () => {
	const refusals: Array<[string, Fault, string, RegExp]> = [
		[
			'401 without a key',
			{ status: 401, body: { error: 'Missing API key', message: 'Provide X-API-Key header' } },
			'Missing API key',
			/Provide X-API-Key header. The service found no valid API key. Open the credential/,
		],
		['401 without a body', { status: 401, body: '' }, 'gave no reason', /Check the credential/],
		['403', { status: 403, body: { error: 'Not yours' } }, 'Not yours', /a user who has access/],
		['404', { status: 404, body: { detail: 'Gone' } }, 'Gone', /Campaign 103 was not found/],
		[
			'400 with fields',
			{ status: 400, body: { name: ['Too long.'], language: ['Unknown.'] } },
			'name: Too long.',
			/language: Unknown. The service refused a value. Change the field that it names/,
		],
		['success false with 200', { status: 200, body: { success: false, error: 'No' } }, 'No', /^$/],
		['success false with 409', { status: 409, body: { success: false, error: 'No' } }, 'No', /^$/],
		['plain text', { status: 409, body: 'Conflict here' }, 'Conflict here', /^$/],
		[
			'HTML from a proxy',
			{ status: 502, body: HTML, contentType: 'text/html', times: 9 },
			'an HTML page instead of JSON (status 502, "Bad Gateway")',
			/A proxy, a firewall or a log-in page/,
		],
		['an empty body', { kind: 'empty' }, 'an empty answer (status 200)', /the base URL/],
		['no JSON', { kind: 'notJson' }, 'not valid JSON (status 200)', /begins with: OK/],
		['truncated JSON', { kind: 'truncated' }, 'not valid JSON (status 200)', /begins with: {/],
	];

	it.each(refusals)('%s', async (_what, fault, message, description) => {
		service.current.plan(fault);
		const { error } = await run(READ);

		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toContain(message);
		expect(error?.description ?? '').toMatch(description);
		expect(error?.httpCode).toBe(String('status' in fault ? fault.status : 200));
		expect(error?.context).toMatchObject({ itemIndex: 0 });
	});

	it('an invalid key', async () => {
		const credentials = { ...credentialsFor(service.current), apiKey: 'revoked.revoked-key' };
		const result = await run(READ, { credentials });

		expect(result.error).toMatchObject({ message: 'Invalid API key', httpCode: '401' });
		expect(wordsOf(result)).toMatch(/Check the credential: the API key must be the whole/);
	});

	it.each([
		[401, 'credential-invalid'],
		[404, 'configuration-invalid'],
	])('%d: n8n can read why it failed', async (status, cause) => {
		service.current.plan({ status, body: { error: 'No' } });

		expect((await run(READ)).error).toMatchObject({ failure: { cause } });
	});

	it('429 after the last try', async () => {
		service.current.plan({ status: 429, body: { error: 'Rate limit exceeded' }, times: 10_000 });
		const result = await run(WRITE);

		expect(result.error).toMatchObject({ message: 'Rate limit exceeded', httpCode: '429' });
		expect(wordsOf(result)).toMatch(/Other programs use the same API key/);
	});

	it('a deletion from an ACTIVE campaign: pause it first', async () => {
		const result = await run({ ...WRITE, campaignId: byId(101), stepId: byId(10101) });

		expect(wordsOf(result)).toMatch(/from an active campaign \| Pause the campaign first/);
	});

	it('a campaign that is not found: which ID', async () => {
		const result = await run({ ...WRITE, campaignId: byId(4711) });

		expect(wordsOf(result)).toMatch(/^Campaign not found \| Campaign ID 4711 is not among/);
	});
});

describe('an object that is not what was promised', () => {
	it.each([[[1, 2]], ['"text"'], [7], ['null']])('%j: that it is of another form', async (body) => {
		service.current.plan({ status: 200, body });
		const result = await run(READ);

		expect(wordsOf(result)).toMatch(/unexpected form: expected an object/);
		expect(result.error?.httpCode).toBe('200');
	});

	it('of a write: what there is, for it was carried out', async () => {
		service.current.plan({ status: 201, body: { success: true, lead_list: { name: 'no ID' } } });
		const result = await run({ resource: 'leadList', operation: 'create', name: 'Fair' });

		expect(result.error).toBeUndefined();
		expect(result.json).toEqual([{ name: 'no ID' }]);
	});
});

describe('an error names the item that it belongs to', () => {
	const stepOf = '={{ $json.step }}';
	const parameters = { ...WRITE, operation: 'get', stepId: byId(stepOf) };
	const steps = [10301, 999, 10302].map((step) => ({ json: { step } }));

	it('that ends the run', async () => {
		const { error, outputs } = await run(parameters, { items: steps });

		expect(error?.context).toMatchObject({ itemIndex: 1 });
		expect(outputs).toEqual([]);
	});

	it('that becomes an item, when the node continues', async () => {
		const { json, outputs, error } = await run(parameters, {
			items: steps,
			onError: 'continueRegularOutput',
		});

		expect(error).toBeUndefined();
		expect(json.map((item) => item.error ?? item.id)).toEqual([
			10301,
			'Campaign step not found',
			10302,
		]);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
	});
});

describe('a credential that cannot be used', () => {
	it.each([
		[{ apiKey: 'half' }, /API Key is 4 characters without a dot/],
		[
			{ baseUrl: 'http://api.example.com' },
			/Base URL is "http:\/\/api.example.com": expected https/,
		],
		[{ requestsPerMinute: 0 }, /Requests per Minute is 0/],
	])('%j: which field, before anything is sent', async (changes, words) => {
		const credentials = { ...credentialsFor(service.current), ...changes };
		const result = await run(LIST, { credentials, items: items(3) });

		expect(wordsOf(result)).toMatch(words);
		expect(wordsOf(result)).toMatch(/Open the credential/);
		expect(result.error).toMatchObject({ failure: { cause: 'credential-invalid' } });
		expect(service.current.requests).toEqual([]);
	});
});

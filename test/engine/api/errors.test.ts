import type { Fault } from '../../../dev/simulator';
import { byId } from '../operations/wire';
import { credentials, items, LIST, READ, run, service, wordsOf, WRITE } from './support';

jest.mock('../../../nodes/shared/api/clock', () => jest.requireActual('./instantClock'));

const HTML = '<!doctype html>\n<title>Bad Gateway</title>\n<h1>nginx</h1>';

describe("what the user sees: the service's error message and what to do", () => {
	const refusals: Array<[string, Fault, string, RegExp]> = [
		['401 without a body', { status: 401, body: '' }, 'gave no reason', /Check the credential/],
		['403', { status: 403, body: { error: 'Not yours' } }, 'Not yours', /a user who has access/],
		['404', { status: 404, body: { detail: 'Gone' } }, 'Gone', /Campaign 103 was not found/],
		['success false with 409', { status: 409, body: { success: false, error: 'No' } }, 'No', /^$/],
		['plain text', { status: 409, body: 'Conflict here' }, 'Conflict here', /^$/],
		[
			'HTML from a proxy',
			{ status: 502, body: HTML, contentType: 'text/html', times: 9 },
			'an HTML page instead of JSON (status 502, "Bad Gateway")',
			/A proxy, a firewall or a log-in page/,
		],
		['304', { status: 304, body: '' }, 'status 304 and gave no reason', /A cache in between/],
		['a redirect to nowhere', { status: 302, body: '' }, 'without saying where', /base URL/],
		['402', { status: 402, body: { error: 'No credits' } }, 'No credits', /plan or the credits/],
		[
			'520 of Cloudflare',
			{ status: 520, body: HTML, contentType: 'text/html', times: 9 },
			'an HTML page instead of JSON (status 520, "Bad Gateway")',
			/The proxy before the service.*Try again later/,
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

	it.each([
		[401, 'credential-invalid'],
		[404, 'configuration-invalid'],
	])('%d: n8n can read why it failed', async (status, cause) => {
		service.current.plan({ status, body: { error: 'No' } });

		expect((await run(READ)).error).toMatchObject({ failure: { cause } });
	});
});

describe('an object that is not what was promised', () => {
	it.each([[[1, 2]], ['"text"'], [7], ['null']])('%j: that it is of another form', async (body) => {
		service.current.plan({ status: 200, body });
		const result = await run(READ);

		expect(wordsOf(result)).toMatch(/unexpected form: expected an object/);
		expect(result.error?.httpCode).toBe('200');
	});
});

it('an error that ends the run names the item that it belongs to', async () => {
	const parameters = { ...WRITE, operation: 'get', stepId: byId('={{ $json.step }}') };
	const steps = [10301, 999, 10302].map((step) => ({ json: { step } }));
	const { error, outputs } = await run(parameters, { items: steps });

	expect(error?.context).toMatchObject({ itemIndex: 1 });
	expect(outputs).toEqual([]);
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
		const result = await run(LIST, { credentials: credentials(changes), items: items(3) });

		expect(wordsOf(result)).toMatch(words);
		expect(wordsOf(result)).toMatch(/Open the credential/);
		expect(result.error).toMatchObject({ failure: { cause: 'credential-invalid' } });
		expect(service.current.requests).toEqual([]);
	});
});

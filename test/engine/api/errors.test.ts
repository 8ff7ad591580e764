import type { Fault } from '../../../dev/simulator';
import { byId } from '../operations/wire';
import { credentials, items, LIST, READ, run, service, wordsOf, WRITE } from './support';

jest.mock('../../../nodes/shared/api/clock', () => jest.requireActual('./instantClock'));

const HTML = '<!doctype html>\n<title>Bad Gateway</title>\n<h1>nginx</h1>';

describe("what the user sees: the service's error message and what to do", () => {
	it.each<[string, Fault, RegExp, string | undefined]>([
		[
			'404',
			{ status: 404, body: { detail: 'Gone' } },
			/^Gone \| Campaign 103 was not found/,
			'configuration-invalid',
		],
		['plain text', { status: 409, body: 'Conflict here' }, /^Conflict here \| /, undefined],
		[
			'HTML from a proxy',
			{ status: 502, body: HTML, contentType: 'text/html', times: 9 },
			/an HTML page instead of JSON \(status 502, "Bad Gateway"\) \| .*A proxy, a firewall/,
			'temporarily-unavailable',
		],
		[
			'truncated JSON',
			{ kind: 'truncated' },
			/not valid JSON \(status 200\) \| .*begins with: {/,
			undefined,
		],
	])('%s', async (_what, fault, words, cause) => {
		service.current.plan(fault);
		const result = await run(READ);

		expect(wordsOf(result)).toMatch(words);
		expect(result.error).toMatchObject({
			name: 'NodeApiError',
			httpCode: String('status' in fault ? fault.status : 200),
			context: { itemIndex: 0 },
			...(cause && { failure: { cause } }),
		});
	});
});

it.each([[[1, 2]], ['"text"'], [7], ['null']])(
	'an object that is not what was promised is of another form: %j',
	async (body) => {
		service.current.plan({ status: 200, body });
		const result = await run(READ);

		expect(wordsOf(result)).toMatch(/unexpected form: expected an object/);
		expect(result.error?.httpCode).toBe('200');
	},
);

it.each(['text/html', 'text/csv; charset=latin1', 'application/octet-stream', 'image/png', 'x'])(
	'JSON is JSON, whatever its content type: %s',
	async (contentType) => {
		const campaign = { id: 103, name: 'Summer' };
		service.current.plan({ status: 200, body: { success: true, campaign }, contentType });

		expect((await run(READ)).json).toEqual([campaign]);
	},
);

it('an error that ends the run names the item that it belongs to', async () => {
	const parameters = { ...WRITE, operation: 'get', stepId: byId('={{ $json.step }}') };
	const steps = [10301, 999, 10302].map((step) => ({ json: { step } }));
	const { error, outputs } = await run(parameters, { items: steps });

	expect(error?.context).toMatchObject({ itemIndex: 1 });
	expect(outputs).toEqual([]);
});

it('a credential that cannot be used: which field, before anything is sent', async () => {
	const unusable = credentials({ apiKey: 'half' });
	const result = await run(LIST, { credentials: unusable, items: items(3) });

	expect(wordsOf(result)).toMatch(/API Key is 4 characters without a dot.*Open the credential/);
	expect(result.error).toMatchObject({ failure: { cause: 'credential-invalid' } });
	expect(service.current.requests).toEqual([]);
});

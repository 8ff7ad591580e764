import type { INodeParameters } from 'n8n-workflow';
import { listen } from '../../../dev/n8n/ports';
import { http, zlib } from '../../../dev/platform';
import { credentials, run, wordsOf } from './support';

jest.mock('../../../nodes/shared/clock', () => jest.requireActual('./instantClock'));

/** Reads from a service that responds to everything with these bytes. */
async function read(body: Buffer, headers: http.OutgoingHttpHeaders, parameters: INodeParameters) {
	const asked: http.IncomingHttpHeaders[] = [];
	const server = http.createServer((request, response) => {
		asked.push(request.headers);
		const isZipped = /gzip/.test(String(request.headers['accept-encoding']));
		const zipped = { ...headers, 'content-encoding': 'gzip' };
		response.writeHead(200, isZipped ? zipped : headers);
		// The end of a long body is lost, as by a proxy that compresses it.
		const end = body.length > 1_000 ? -20 : undefined;
		response.end(isZipped ? zlib.gzipSync(body).subarray(0, end) : body);
	});
	const baseUrl = await listen(server);
	const result = await run(parameters, { credentials: credentials({ baseUrl }) });
	server.close();
	return { ...result, asked };
}

const call = (responseFormat: string): INodeParameters => ({
	resource: 'apiEndpoint',
	operation: 'call',
	method: 'GET',
	path: '/api/v1/exports/7/',
	options: { responseFormat },
});

it.each([
	[Buffer.from('Zo\u00eb', 'latin1'), 'text/csv; charset=iso-8859-1'],
	[Buffer.from('Zo\u00eb', 'latin1'), 'text/plain; charset=windows-1252'],
	[Buffer.from('Zoë'), 'text/plain'],
])('text is read in its charset: %j as %s', async (body, contentType) => {
	const { json } = await read(body, { 'content-type': contentType }, call('text'));

	expect(json).toEqual([{ data: 'Zoë' }]);
});

it('JSON is read in its charset, and an error as well', async () => {
	const body = Buffer.from('{"success": false, "error": "Zo\u00eb is away"}', 'latin1');
	const type = { 'content-type': 'application/json; charset=iso-8859-1' };

	expect(wordsOf(await read(body, type, call('json')))).toMatch(/^Zoë is away/);
});

it('the name of a file may be sent in raw UTF-8', async () => {
	const name = Buffer.from('attachment; filename="Zoë.csv"', 'utf8').toString('latin1');
	const headers = { 'content-type': 'text/csv', 'content-disposition': name };
	const { json } = await read(Buffer.from('a;b'), headers, call('file'));

	expect(json).toMatchObject([{ fileName: 'Zoë.csv', bytes: 3 }]);
});

it.each(['file', 'text'])(
	'a %s is not compressed on its way, since nothing would show that its end is missing',
	async (format) => {
		const body = Buffer.from('name;mail\n'.repeat(1_000));
		const { json, asked } = await read(body, { 'content-type': 'text/csv' }, call(format));

		expect(asked[0]?.['accept-encoding']).toBe('identity');
		expect(json).toMatchObject([format === 'file' ? { bytes: body.length } : { data: `${body}` }]);
	},
);

it('one number that is none does not lose the numbers of all campaigns', async () => {
	const body = Buffer.from('{"campaigns": [{"id": 1, "rate": NaN}, {"id": 2, "rate": 0.5}]}');
	const parameters = { resource: 'campaign', operation: 'getManyAnalytics', returnAll: true };
	const { json, hints } = await read(body, { 'content-type': 'application/json' }, parameters);

	expect(json).toEqual([
		{ id: 1, rate: null },
		{ id: 2, rate: 0.5 },
	]);
	expect(hints).toEqual([expect.stringMatching(/NaN or Infinity/)]);
});

it.each([
	[
		'campaign',
		'create',
		{ name: 'Fair' },
		'{"campaign": {"id": 7, "rate": NaN}}',
		{ id: 7, rate: null },
	],
	[
		'apiEndpoint',
		'call',
		{ method: 'GET', path: '/api/v1/x/' },
		'{"rate": -Infinity}',
		{ rate: null },
	],
])('nor the response to %s.%s', async (resource, operation, fields, body, output) => {
	const parameters = { resource, operation, ...fields };
	const { json, hints } = await read(Buffer.from(body), {}, parameters);

	expect(json).toEqual([output]);
	expect(hints).toEqual([expect.stringMatching(/NaN or Infinity/)]);
});

it('a CSV file that a list comes as is no reason to check the base URL', async () => {
	const parameters = { resource: 'campaign', operation: 'getAll' };
	const result = await read(Buffer.from('id;name'), { 'content-type': 'text/csv' }, parameters);

	expect(wordsOf(result)).toMatch(/^The service sent text\/csv instead of JSON/);
	expect(wordsOf(result)).not.toMatch(/base URL/);
});

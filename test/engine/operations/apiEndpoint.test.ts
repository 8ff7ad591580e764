import type { INodeParameters } from 'n8n-workflow';
import { respondWith, items, run, simulator, succeed, wire } from './support';

const PATH = '/api/v1/public/lead-lists/';

describe('a request of apiEndpoint.call', () => {
	const POST = { method: 'POST' };
	const query =
		'{"status": null, "tags": ["a b", null, "c&d"], "none": [], "zero": 0, "text": "", "x": {"y":1}}';
	const FORM = 'application/x-www-form-urlencoded; charset=utf-8';
	const FORM_ENCODED = { contentType: 'form-urlencoded' };
	const raw = (options: INodeParameters) => ({
		...POST,
		body: 'id,name\n1,Zoë',
		options: { contentType: 'raw', ...options },
	});

	it.each<[INodeParameters, string, string?]>([
		[{ query }, 'GET /api/v1/x/?tags=a+b&tags=c%26d&zero=0&text=&x=%7B%22y%22%3A1%7D'],
		...['DELETE', 'PATCH', 'POST', 'PUT'].map((method): [INodeParameters, string] => [
			{ method },
			`${method} /api/v1/x/`,
		]),
		[
			{ ...POST, query: '{"dry": true, "page": 2}', body: '{"name": "By hand"}' },
			'POST /api/v1/x/?dry=true&page=2 {"name":"By hand"}',
			'application/json',
		],
		...['[1,"two",{"id":3}]', '[]', '[{"id":1}]'].map((body): [INodeParameters, string, string] => [
			{ ...POST, body },
			`POST /api/v1/x/ ${body}`,
			'application/json',
		]),
		[{ ...POST, options: { sendEmptyBody: true } }, 'POST /api/v1/x/ {}', 'application/json'],
		[
			{ ...POST, body: '{"a":"b c","n":[1],"x":null}', options: FORM_ENCODED },
			'POST /api/v1/x/ a=b+c&n=%5B1%5D',
			FORM,
		],
		[raw({}), 'POST /api/v1/x/ id,name\n1,Zoë', 'text/plain'],
		[raw({ rawContentType: 'text/csv' }), 'POST /api/v1/x/ id,name\n1,Zoë', 'text/csv'],
	])('of %j is %j', async (...[fields, line, type]) => {
		respondWith({ a: 1 });
		const output = await succeed('apiEndpoint.call', { path: '/api/v1/x/', ...fields });

		expect(output).toEqual([{ a: 1 }]);
		expect(wire()).toEqual([line]);
		if (type) expect(simulator.current.requests[0]?.headers['content-type']).toBe(type);
	});
});

describe('the path of apiEndpoint.call', () => {
	it.each([
		['public/campaigns/', '/api/v1/public/campaigns/'],
		['v1/public/campaigns/', '/api/v1/public/campaigns/'],
		['v2/public/campaigns/', '/api/v2/public/campaigns/'],
		['api/v1/public/campaigns/', '/api/v1/public/campaigns/'],
		['/api/v1/public/campaigns/', '/api/v1/public/campaigns/'],
		['user/webhook/', '/api/v1/user/webhook/'],
	])('%s is %s', async (path, completed) => {
		respondWith({ a: 1 });
		await succeed('apiEndpoint.call', { path });

		expect(wire()).toEqual([`GET ${completed}`]);
	});
});

it('apiEndpoint.call ignores the body of a GET, for which the form has no field', async () => {
	await succeed('apiEndpoint.call', { path: PATH, body: '{"a":1}' });

	expect(wire()).toEqual([`GET ${PATH}`]);
});

it.each(['{}', ''])(
	'apiEndpoint.call takes the body %j of a model that chooses GET for none',
	async (body) => {
		await succeed('apiEndpoint.call', { path: PATH, method: '={{ "GET" }}', body });

		expect(wire()).toEqual([`GET ${PATH}`]);
	},
);

it('apiEndpoint.call gives an object whole, and a list as one item for each element', async () => {
	respondWith({ a: [1, 2], b: 3 });
	expect(await succeed('apiEndpoint.call', { path: PATH })).toEqual([{ a: [1, 2], b: 3 }]);

	respondWith([{ id: 1 }, 2]);
	expect(await succeed('apiEndpoint.call', { path: PATH })).toEqual([{ id: 1 }, { value: 2 }]);
});

it('apiEndpoint.call says that a write with an empty response succeeded', async () => {
	for (const body of [{}, []]) {
		respondWith(body);
		const fields = { method: 'POST', path: PATH };
		expect(await succeed('apiEndpoint.call', fields)).toEqual([{ success: true }]);
	}
	respondWith([]);
	expect(await succeed('apiEndpoint.call', { path: PATH })).toEqual([]);
});

it('apiEndpoint.call misses nothing where it begins with a later page', async () => {
	respondWith({ results: [{ id: 3 }], count: 3 });
	respondWith({ results: [] });
	const fields = { path: PATH, query: '{"page": 2}', options: { returnAll: true } };
	expect((await run('apiEndpoint.call', fields)).hints).toEqual([]);
});

const BYTES = Buffer.from([0, 255, 137, 80, 78, 71, 13, 10, 26, 10, 200]);

describe('a form of apiEndpoint.call', () => {
	const post = { method: 'POST', path: '/api/v1/x/' };

	it('may have a file, for an import', async () => {
		respondWith({ success: true });
		const content = 'email,name\na@b.example,Zoë\n';
		const file = {
			data: Buffer.from(content).toString('base64'),
			mimeType: 'text/csv',
			fileName: 'leads "new".csv',
		};
		const fields = {
			...post,
			body: '{"list":301,"tags":"a"}',
			options: { inputBinaryField: 'csv' },
		};
		await succeed('apiEndpoint.call', fields, { items: [{ json: {}, binary: { csv: file } }] });

		const [request] = simulator.current.requests;
		const contentType = String(request?.headers['content-type']);
		const boundary = /boundary=(\S+)/.exec(contentType)?.[1];
		expect(contentType).toMatch(/^multipart\/form-data; /);
		expect(request?.body.split(`--${boundary}`)).toEqual([
			'',
			'\r\nContent-Disposition: form-data; name="list"\r\n\r\n301\r\n',
			'\r\nContent-Disposition: form-data; name="tags"\r\n\r\na\r\n',
			`\r\nContent-Disposition: form-data; name="file"; filename="leads %22new%22.csv"\r\nContent-Type: text/csv\r\n\r\n${content}\r\n`,
			'--\r\n',
		]);
	});

	it('may have names and values with quotes, line breaks and other characters', async () => {
		respondWith({});
		const file = { data: 'AA==', mimeType: 'a/b\r\nx: y', fileName: 'a\r\n"b" ü.csv' };
		const options = { inputBinaryField: 'f', formFieldName: 'up"load' };
		const fields = { ...post, body: '{"no\\nte": "one\\ntwo ü"}', options };
		await succeed('apiEndpoint.call', fields, { items: [{ json: {}, binary: { f: file } }] });

		const { body = '' } = simulator.current.requests[0] ?? {};
		expect(body).toContain('name="no%0D%0Ate"\r\n\r\none\r\ntwo ü\r\n');
		expect(body).toContain('name="up%22load"; filename="a%0D%0A%22b%22 ü.csv"\r\n');
		expect(body).not.toMatch(/^x: y/m);
	});
});

describe('a response to apiEndpoint.call', () => {
	const get = (options: INodeParameters) => ({ path: '/api/v1/export/', options });

	it.each([
		['text', 'id,name\n1,Zoë\n'],
		['an empty text', ''],
		['JSON as text', '{"a": 1}'],
		['HTML', '<!doctype html><title>Report</title>', 'text/html'],
		['a part of a page', '<p>Sent</p>', 'text/html'],
	])('is given as text: %s', async (_what, body, contentType = 'text/csv') => {
		simulator.current.plan({ status: 200, body, contentType });

		expect(await succeed('apiEndpoint.call', get({ responseFormat: 'text' }))).toEqual([
			{ data: body },
		]);
	});

	it.each([
		['attachment; filename="leads.png"', 'leads.png'],
		["attachment; filename*=UTF-8''Zo%C3%AB.png", 'Zoë.png'],
		['attachment; filename="../../etc/leads.png"', 'leads.png'],
		['attachment; filename="a;b.png"', 'a;b.png'],
		['attachment; filename="a \\"b\\".png"; size=9', 'a "b".png'],
		["attachment; filename*=UTF-8''a%; filename=a.png; size=9", 'a.png'],
		['attachment; filename="plain.png"; filename*=UTF-8\'\'Zo%C3%AB.png', 'Zoë.png'],
		['inline', 'export'],
	])('is given as a file, byte for byte, named by %s', async (disposition, name) => {
		simulator.current.plan({
			status: 200,
			body: BYTES,
			contentType: 'image/png',
			headers: { 'content-disposition': disposition },
		});
		const input = { items: items({}, {}) };
		const file = get({ responseFormat: 'file' });
		const { outputs, error } = await run('apiEndpoint.call', file, input);

		expect(error?.message).toBeUndefined();
		const [item, same] = outputs[0] ?? [];
		expect(same).toEqual({ ...item, pairedItem: { item: 1 } });
		expect(item?.json).toEqual({ fileName: name, mimeType: 'image/png', bytes: BYTES.length });
		expect(item?.binary?.data).toMatchObject({ fileName: name, mimeType: 'image/png' });
		expect(Buffer.from(item?.binary?.data?.data ?? '', 'base64')).toEqual(BYTES);
		expect(item?.pairedItem).toEqual({ item: 0 });
	});

	it.each(['text', 'file'])("fails with the service's words as %s, too", async (responseFormat) => {
		respondWith({ success: false, error: 'Export not ready' });
		const early = await run('apiEndpoint.call', get({ responseFormat }));
		respondWith({ error: 'No access' }, 403);
		const refusal = await run('apiEndpoint.call', get({ responseFormat }));

		expect([early, refusal].map(({ error }) => error?.message)).toEqual([
			'Export not ready',
			'No access',
		]);
	});

	it('is no page of a proxy in the place of a file', async () => {
		simulator.current.plan({ kind: 'html' });
		const { error } = await run('apiEndpoint.call', get({ responseFormat: 'file' }));

		expect(error?.message).toMatch(/HTML page/);
	});

	it('may be a page that comes as a file', async () => {
		const body = '<!doctype html><title>Report</title>';
		const headers = { 'content-disposition': 'attachment; filename="report.html"' };
		simulator.current.plan({ status: 200, body, contentType: 'text/html', headers });
		const [file] = await succeed('apiEndpoint.call', get({ responseFormat: 'file' }));

		expect(file).toEqual({ fileName: 'report.html', mimeType: 'text/html', bytes: body.length });
	});

	it('as text that is a whole page comes with a hint', async () => {
		simulator.current.plan({ kind: 'html' });
		const { hints } = await run('apiEndpoint.call', get({ responseFormat: 'text' }));

		expect(hints).toEqual([expect.stringMatching(/is an HTML page \("Sign in"\)/)]);
	});

	it('may speak of a failure of its own, with a hint', async () => {
		const entry = { id: 55, method: 'POST', status_code: 400, error: 'Bad name' };
		respondWith(entry);
		const { json, hints } = await run('apiEndpoint.call', { path: '/api/v1/api-logs/55/' });

		expect(json).toEqual([entry]);
		expect(hints).toEqual([expect.stringMatching(/Bad name$/)]);
	});

	it('of nothing is an empty object', async () => {
		simulator.current.plan({ status: 204, body: '' });

		expect(await succeed('apiEndpoint.call', { path: PATH })).toEqual([{}]);
	});

	it('of JSON that is cut is an error of a read', async () => {
		simulator.current.plan({ status: 200, body: '{"a":', contentType: 'application/json' });

		expect((await run('apiEndpoint.call', { path: PATH })).error?.message).toMatch(
			/not valid JSON/,
		);
	});

	it('gives an item for each element up to a limit, over as many pages as it takes', async () => {
		simulator.current.configure({ pageSize: 1 });
		const json = await succeed('apiEndpoint.call', { path: PATH, options: { limit: 2 } });

		expect(json.map(({ id }) => id)).toEqual([301, 302]);
		expect(wire()).toHaveLength(2);
	});

	it('gives an item for each element of all pages with Return All', async () => {
		simulator.current.configure({ pageSize: 3 });
		const fields = { path: PATH, query: '{"order":"id"}', options: { returnAll: true } };
		const json = await succeed('apiEndpoint.call', fields);

		expect(json.map(({ id }) => id)).toEqual([301, 302, 303, 304]);
		expect(wire()).toEqual([`GET ${PATH}?order=id`, `GET ${PATH}?order=id&page=2`]);
	});
});

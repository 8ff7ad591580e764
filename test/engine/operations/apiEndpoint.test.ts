import type { INodeParameters } from 'n8n-workflow';
import { answerWith, refused, run, simulator, succeed, wire } from './support';

const PATH = '/api/v1/public/lead-lists/';

describe('apiEndpoint.call', () => {
	it('leaves out query parameters without a value', async () => {
		const query = '{"status": null, "tags": ["a", null], "none": [], "zero": 0, "text": ""}';
		answerWith({ ok: true });
		await succeed('apiEndpoint.call', { path: '/api/v1/x/', query });

		expect(wire()).toEqual(['GET /api/v1/x/?tags=a&zero=0&text=']);
	});

	it('sends method, path, query and body as they were given', async () => {
		await succeed('apiEndpoint.call', {
			method: 'POST',
			path: PATH,
			query: '{"dry": true, "tags": ["a", "b"], "page": 2}',
			body: '{"name": "By hand"}',
		});

		expect(wire()).toEqual([`POST ${PATH}?dry=true&tags=a&tags=b&page=2 {"name":"By hand"}`]);
	});

	it.each(['DELETE', 'PATCH', 'POST', 'PUT'])(
		'sends no body with %s unless given',
		async (method) => {
			answerWith({});
			await succeed('apiEndpoint.call', { method, path: '/api/v1/x/' });

			expect(wire()).toEqual([`${method} /api/v1/x/`]);
		},
	);

	it('gives an object whole, and a list as one item for each element', async () => {
		answerWith({ a: [1, 2], b: 3 });
		expect(await succeed('apiEndpoint.call', { path: PATH })).toEqual([{ a: [1, 2], b: 3 }]);

		answerWith([{ id: 1 }, 2]);
		expect(await succeed('apiEndpoint.call', { path: PATH })).toEqual([{ id: 1 }, { value: 2 }]);
	});

	it("gives the service's words and status when it refuses", async () => {
		const { error } = await run('apiEndpoint.call', { method: 'DELETE', path: PATH });

		expect(error?.message).toBe('Method "DELETE" not allowed.');
		expect(error?.httpCode).toBe('405');
	});

	it.each([
		'/admin/',
		'api/v1/x/',
		'/api',
		'/api/../admin/',
		'/api/v1/%2e%2e/x/',
		'/api/v1/..%2fx',
		'/api//x',
		'/api/v1/x/?page=2',
		'/api/v1/x#y',
		'//evil.example/api/',
		'https://evil.example/api/',
		'/api\\..\\x',
	])('refuses the path %s before anything is sent', async (path) => {
		expect(await refused('apiEndpoint.call', { path })).toMatch(/^Path: expected a path/);
	});

	it('refuses a body in which an object became text', async () => {
		const fields = { method: 'POST', path: PATH, body: '={"name": "{{ ({ a: 1 }) }}"}' };

		expect(await refused('apiEndpoint.call', fields)).toMatch(/^Body \(JSON\): an object in it/);
	});

	it('refuses a body with GET before anything is sent', async () => {
		expect(await refused('apiEndpoint.call', { path: PATH, body: '{"a":1}' })).toMatch(
			/^Body \(JSON\): expected no body with GET/,
		);
	});
});

const BYTES = Buffer.from([0, 255, 137, 80, 78, 71, 13, 10, 26, 10, 200]);

describe('a body of apiEndpoint.call', () => {
	const post = { method: 'POST', path: '/api/v1/x/' };

	it.each(['[1,"two",{"id":3}]', '[]', '[{"id":1}]'])('may be the array %s', async (body) => {
		answerWith({});
		await succeed('apiEndpoint.call', { ...post, body });

		expect(wire()).toEqual([`POST /api/v1/x/ ${body}`]);
		expect(simulator.current.requests[0]?.headers['content-type']).toBe('application/json');
	});

	it('may be a form with a file, for an import', async () => {
		answerWith({ success: true });
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

	it('may be a form whose names and values have quotes, line breaks and other characters', async () => {
		answerWith({});
		const file = { data: 'AA==', mimeType: 'a/b\r\nx: y', fileName: 'a\r\n"b" ü.csv' };
		const options = { inputBinaryField: 'f', formFieldName: 'up"load' };
		const fields = { ...post, body: '{"no\\nte": "one\\ntwo ü"}', options };
		await succeed('apiEndpoint.call', fields, { items: [{ json: {}, binary: { f: file } }] });

		const { body = '' } = simulator.current.requests[0] ?? {};
		expect(body).toContain('name="no%0D%0Ate"\r\n\r\none\r\ntwo ü\r\n');
		expect(body).toContain('name="up%22load"; filename="a%0D%0A%22b%22 ü.csv"\r\n');
		expect(body).not.toMatch(/^x: y/m);
	});

	it('may be a form of its fields', async () => {
		answerWith({});
		const options = { contentType: 'form-urlencoded' };
		await succeed('apiEndpoint.call', { ...post, body: '{"a":"b c","n":[1]}', options });

		expect(wire()).toEqual(['POST /api/v1/x/ a=b+c&n=%5B1%5D']);
		expect(simulator.current.requests[0]?.headers['content-type']).toBe(
			'application/x-www-form-urlencoded; charset=utf-8',
		);
	});

	it.each([
		[{}, 'text/plain'],
		[{ rawContentType: 'text/csv' }, 'text/csv'],
	])('may be text: %j', async (more, type) => {
		answerWith({});
		const options = { contentType: 'raw', ...more };
		await succeed('apiEndpoint.call', { ...post, body: 'id,name\n1,Zoë', options });

		expect(wire()).toEqual(['POST /api/v1/x/ id,name\n1,Zoë']);
		expect(simulator.current.requests[0]?.headers['content-type']).toBe(type);
	});

	it('may be an empty object, where that is asked for', async () => {
		answerWith({});
		await succeed('apiEndpoint.call', { ...post, options: { sendEmptyBody: true } });

		expect(wire()).toEqual(['POST /api/v1/x/ {}']);
	});

	it.each([
		[{ contentType: 'raw' }, '', /^Body \(JSON\) is empty/],
		[{ contentType: 'form-urlencoded' }, '[1]', /an object of form fields/],
		[{ contentType: 'raw', inputBinaryField: 'csv' }, 'x', /either a raw body or/],
	])('is refused before anything is sent: %j with %j', async (options, body, words) => {
		expect(await refused('apiEndpoint.call', { ...post, body, options })).toMatch(words);
	});

	it('is refused when the item has no such file', async () => {
		const fields = { ...post, options: { inputBinaryField: 'csv' } };

		expect(await refused('apiEndpoint.call', fields)).toMatch(/csv|binary/);
	});
});

describe('an answer to apiEndpoint.call', () => {
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
		['attachment; filename=a.png; size=9', 'a.png'],
		['attachment; filename="plain.png"; filename*=UTF-8\'\'Zo%C3%AB.png', 'Zoë.png'],
		['inline', 'export'],
	])('is given as a file, byte for byte, named by %s', async (disposition, name) => {
		simulator.current.plan({
			status: 200,
			body: BYTES,
			contentType: 'image/png',
			headers: { 'content-disposition': disposition },
		});
		const { outputs, error } = await run('apiEndpoint.call', get({ responseFormat: 'file' }));

		expect(error?.message).toBeUndefined();
		const [item] = outputs[0] ?? [];
		expect(item?.json).toEqual({ fileName: name, mimeType: 'image/png', bytes: BYTES.length });
		expect(item?.binary?.data).toMatchObject({ fileName: name, mimeType: 'image/png' });
		expect(Buffer.from(item?.binary?.data?.data ?? '', 'base64')).toEqual(BYTES);
		expect(item?.pairedItem).toEqual({ item: 0 });
	});

	it.each(['text', 'file'])("fails with the service's words as %s, too", async (responseFormat) => {
		answerWith({ success: false, error: 'Export not ready' });
		const early = await run('apiEndpoint.call', get({ responseFormat }));
		answerWith({ error: 'No access' }, 403);
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

	it.each([
		[{ limit: 2, returnAll: true }, {}, /either Limit or Return All/],
		[{ limit: 2 }, { method: 'POST' }, /^Limit: expected only GET/],
	])('refuses a limit that cannot be: %j', async (options, more, words) => {
		expect(await refused('apiEndpoint.call', { path: PATH, ...more, options })).toMatch(words);
	});

	it('gives an item for each element of all pages with Return All', async () => {
		simulator.current.configure({ pageSize: 3 });
		const fields = { path: PATH, query: '{"order":"id"}', options: { returnAll: true } };
		const json = await succeed('apiEndpoint.call', fields);

		expect(json.map(({ id }) => id)).toEqual([301, 302, 303, 304]);
		expect(wire()).toEqual([`GET ${PATH}?order=id`, `GET ${PATH}?order=id&page=2`]);
	});

	it.each([
		['another method', { method: 'POST', options: { returnAll: true } }],
		['text', { options: { returnAll: true, responseFormat: 'text' } }],
	])('is not read in pages with %s', async (_what, fields) => {
		expect(await refused('apiEndpoint.call', { path: PATH, ...fields })).toMatch(/^Return All: /);
	});
});

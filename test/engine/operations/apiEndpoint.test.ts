import { answerWith, refused, run, succeed, wire } from './support';

const PATH = '/api/v1/public/lead-lists/';

describe('apiEndpoint.call', () => {
	it('sends method, path, query and body as they were given', async () => {
		await succeed('apiEndpoint.call', {
			method: 'POST',
			path: PATH,
			query: '{"dry": true, "tags": ["a", "b"], "page": 2}',
			body: '{"name": "By hand"}',
		});

		expect(wire()).toEqual([
			`POST ${PATH}?dry=true&tags=%5B%22a%22%2C%22b%22%5D&page=2 {"name":"By hand"}`,
		]);
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
		expect(await refused('apiEndpoint.call', { path })).toMatch(/^Path: expected a plain path/);
	});

	it.each([
		['broken JSON as body', { method: 'POST', body: '{"name"' }, /^Body \(JSON\): expected a JSON/],
		['broken JSON as query', { query: '{' }, /^Query \(JSON\): expected a JSON object/],
		['a body with GET', { body: '{"a":1}' }, /^Body \(JSON\): expected no body with GET/],
		['an unknown method', { method: '=TRACE' }, /^Method: expected one of DELETE, GET/],
	])('refuses %s before anything is sent', async (_what, fields, words) => {
		expect(await refused('apiEndpoint.call', { path: PATH, ...fields })).toMatch(words);
	});
});

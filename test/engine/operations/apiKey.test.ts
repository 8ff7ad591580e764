import {
	respondWith,
	byId,
	editor,
	fromList,
	node,
	run,
	simulator,
	succeed,
	wire,
} from './support';

const OWN = 90_001;
const OTHER = 90_002;
const UUID = '0b4e7a34-6f0c-4c1e-9d2a-7f5a1f3c9b10';

const keys = () => simulator.current.state.apiKeys;

it.each([
	[UUID, UUID],
	['b81d07f2', 'b81d07f2'],
	[UUID.replaceAll('-', ''), UUID.replaceAll('-', '')],
	['key_12/ü', 'key_12%2F%C3%BC'],
	['12/../13', '12%2F..%2F13'],
])('apiKey.rotate takes the ID %s too, for its form is not documented', async (id, sent) => {
	respondWith([{ id, prefix: 'b81d07f2' }]);
	const { error } = await run('apiKey.rotate', { apiKeyId: byId(id) });

	expect(wire().at(-1)).toBe(`POST /api/v1/api-keys/${sent}/rotate/`);
	expect(error?.httpCode).toBe('404');
});

describe.each(['apiKey.rotate', 'apiKey.revoke'])("%s and the credential's own key", (name) => {
	const UNKNOWN = `It is unknown whether API key ${OTHER} is the one in this node's credential`;
	const nameless = { status: 200, body: { api_keys: [{ id: OTHER, name: 'x' }] } };
	const denied = { status: 200, body: { error: 'Access denied' } };
	it.each([
		[
			'is refused, and told what would fail and how to go on',
			OWN,
			undefined,
			`API key ${OWN} is the one in this node's credential`,
			/All workflows.* fail.*Allow Own Key/,
		],
		[
			'is looked for in the list, which tells an ID that is wrong',
			99_999,
			undefined,
			'API key 99999 is not among the keys that the service lists',
			/Check the ID, or choose the key from the list$/,
		],
		['is not risked without access', OTHER, { status: 403, body: {} }, UNKNOWN, /Allow Own Key/],
		['is not risked without a list', OTHER, { status: 404, body: {} }, UNKNOWN, /Allow Own Key/],
		['is not risked without prefixes', OTHER, nameless, UNKNOWN, /Allow Own Key/],
		['is not risked where it is refused', OTHER, denied, UNKNOWN, /Allow Own Key/],
	])('%s', async (_what, id, fault, message, description) => {
		if (fault) simulator.current.plan({ ...fault, times: 1 });
		const { error } = await run(name, { apiKeyId: byId(id) });

		expect(error?.message).toBe(message);
		expect(error?.description).toMatch(description);
		expect(wire()).toEqual(['GET /api/v1/api-keys/']);
		expect(keys().map(({ revoked }) => revoked)).toEqual([false, false]);
	});

	it("is not risked where the list cannot be read, with the service's words", async () => {
		respondWith({ error: 'Invalid API key' }, 401);
		expect((await run(name, { apiKeyId: byId(OTHER) })).error?.message).toBe('Invalid API key');
	});

	it('is done when it is allowed, with one request', async () => {
		await succeed(name, { apiKeyId: byId(OWN), allowOwnKey: true });

		expect(wire()).toHaveLength(1);
		expect(keys()[0]?.revoked === false && keys()[0]?.key === simulator.current.apiKey).toBe(
			name === 'apiKey.rotate',
		);
	});

	const OWN_PREFIX = 'OWN';
	it.each([
		[(prefix: string) => `${prefix}.`, OWN_PREFIX],
		[(prefix: string) => prefix.toUpperCase(), OWN_PREFIX],
		[(prefix: string) => ` ${prefix} `, OWN_PREFIX],
		[(prefix: string) => `${prefix}.****`, OWN_PREFIX],
		[(prefix: string) => `${prefix.slice(0, 4)}****`, 'UNKNOWN'],
		[(prefix: string) => `${prefix.slice(0, 4)}\u2026`, 'UNKNOWN'],
		[(prefix: string) => prefix.slice(0, 4), 'UNKNOWN'],
		[(prefix: string) => `****${prefix.slice(4)}`, 'UNKNOWN'],
	])('is known however its prefix is listed: %s', async (listedAs, kind) => {
		const [prefix = ''] = simulator.current.apiKey.split('.');
		respondWith({ api_keys: [{ id: OTHER, prefix: listedAs(prefix) }] });
		const { error } = await run(name, { apiKeyId: byId(OTHER) });

		const own = `API key ${OTHER} is the one in this node's credential`;
		expect(error?.message).toBe(kind === OWN_PREFIX ? own : UNKNOWN);
		expect(wire()).toEqual(['GET /api/v1/api-keys/']);
	});

	it('is not that of another, cut or masked', async () => {
		simulator.current.plan({ status: 200, body: [{ id: OTHER, prefix: '0000****' }], times: 1 });
		await succeed(name, { apiKeyId: byId(OTHER) });
	});

	it('is looked for on every page of the list', async () => {
		simulator.current.configure({ pageSize: 1 });
		await succeed(name, { apiKeyId: byId(OTHER) });

		const read = 'GET /api/v1/api-keys/';
		const write = expect.stringContaining(`POST /api/v1/api-keys/${OTHER}/`);
		expect(wire()).toEqual([read, `${read}?page=2`, write]);
	});
});

describe('the list of API keys', () => {
	const search = async (filter?: string) =>
		await node.methods.listSearch.searchApiKeys.call(editor(), filter);

	it('gives IDs that the operations take, whatever their form', async () => {
		const listed = { id: 'k_7f5a/1', prefix: 'b81d07f2' };
		simulator.current.plan({ status: 200, body: [listed], times: 2 });
		const { results } = await search();
		respondWith({ key: 'b81d07f2.new', api_key: { key: 'b81d' } });
		const apiKeyId = fromList(String(results[0]?.value));
		const rotated = await succeed('apiKey.rotate', { apiKeyId });

		expect(rotated).toMatchObject([{ key: 'b81d07f2.new', api_key_id: listed.id }]);
		expect(wire().at(-1)).toBe('POST /api/v1/api-keys/k_7f5a%2F1/rotate/');
	});

	it('shows their names and prefixes', async () => {
		const { results } = await search('b81d');

		expect(results).toEqual([{ name: 'Key 2 (b81d07f2, ID 90002)', value: String(OTHER) }]);
	});
});

it.each([
	['apiKey.create', { body: '{}' }],
	['apiKey.rotate', { apiKeyId: byId(OTHER), allowOwnKey: true }],
])('%s outputs a new key although an error stands beside it', async (name, fields) => {
	respondWith({ key: 'abcd.newsecret', prefix: 'abcd', errors: ['Could not notify by mail'] });
	const { json, hints } = await run(name, fields);

	expect(json).toMatchObject([{ key: 'abcd.newsecret' }]);
	expect(hints).toEqual([expect.stringMatching(/^The service sent an error .* notify by mail$/)]);
});

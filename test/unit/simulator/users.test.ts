import { call, part, useReceivers, useSimulator } from './helpers';

const FIRST = 'aaaa1111.first-secret';
const SECOND = 'aaaa2222.second-secret';
const THEIRS = 'bbbb1111.their-secret';

const simulator = useSimulator({ apiKeys: [FIRST, SECOND], users: { colleague: [THEIRS] } });
const path = '/api/v1/api-keys/';
const as = async (key: string, method: string, path: string, body?: unknown) =>
	await call(simulator.current, method, path, body, { 'x-api-key': key });
const register = async (key: string, webhook_url: string) =>
	await as(key, 'PUT', '/api/v1/user/webhook/', { webhook_url });
const prefixes = async (key: string) => {
	const { json } = await as(key, 'GET', path);
	return Object.values(part(json, 'api_keys')).map((row) => part(row).prefix);
};

describe('several keys of one user', () => {
	it('share the one webhook', async () => {
		await register(FIRST, 'https://first.example/hook');
		await register(SECOND, 'https://second.example/hook');

		expect(simulator.current.webhookUrl).toBe('https://second.example/hook');
		expect(simulator.current.webhookUrlOf('colleague')).toBeNull();
	});

	it('list each other by prefix, without a secret', async () => {
		const { text } = await as(SECOND, 'GET', path);

		expect(await prefixes(SECOND)).toEqual(['aaaa1111', 'aaaa2222']);
		expect(text).not.toContain('secret');
	});
});

describe('several users', () => {
	const newReceiver = useReceivers();

	it('have a webhook of their own, and each gets every message', async () => {
		const [mine, theirs] = [await newReceiver(), await newReceiver()];
		await register(FIRST, mine.url);
		await register(THEIRS, theirs.url);
		const delivery = await simulator.current.sendMessage({ message_id: 'msg_1' });

		expect(simulator.current.webhookUrlOf('colleague')).toBe(theirs.url);
		expect(delivery).toMatchObject({ user: 'default', url: mine.url });
		expect(mine.received[0]?.body).toContain('"msg_1"');
		expect(theirs.received.map(({ body }) => body)).toEqual(mine.received.map(({ body }) => body));
	});

	it('see and change only their own keys', async () => {
		const { json } = await as(FIRST, 'GET', path);
		const { id } = part(json, 'api_keys', 0);

		expect(await prefixes(THEIRS)).toEqual(['bbbb1111']);
		expect((await as(THEIRS, 'POST', `${path}${String(id)}/revoke/`)).status).toBe(404);
		expect((await as(FIRST, 'GET', path)).status).toBe(200);
	});
});

describe('a key', () => {
	it('is shown whole when it is created, and works', async () => {
		const { status, json } = await as(FIRST, 'POST', path, { name: 'Second workflow' });
		const { key, prefix } = part(json);

		expect(status).toBe(201);
		expect(await prefixes(String(key))).toEqual(['aaaa1111', 'aaaa2222', prefix]);
		expect((await as(FIRST, 'GET', path)).text).not.toContain(String(key));
	});

	it('that is rotated keeps its id, and the old one is invalid at once', async () => {
		const { id } = part((await as(FIRST, 'GET', path)).json, 'api_keys', 0);
		const rotated = part((await as(SECOND, 'POST', `${path}${String(id)}/rotate/`)).json);

		expect(rotated).toMatchObject({ id });
		expect((await as(FIRST, 'GET', path)).status).toBe(401);
		expect((await as(String(rotated.key), 'GET', path)).status).toBe(200);
		expect(simulator.current.apiKey).toBe(rotated.key);
	});

	it('that is revoked is refused, and listed as revoked', async () => {
		const { id } = part((await as(FIRST, 'GET', path)).json, 'api_keys', 0);
		const { text } = await as(FIRST, 'POST', `${path}${String(id)}/revoke/`);

		expect(text).not.toContain('secret');
		expect((await as(FIRST, 'GET', path)).status).toBe(401);
		const { json } = await as(SECOND, 'GET', path);
		expect(part(json, 'api_keys', 0)).toMatchObject({ id, prefix: 'aaaa1111', revoked: true });
	});

	it('is as configured after a reset', async () => {
		await as(FIRST, 'POST', path);
		simulator.current.reset();

		expect(await prefixes(FIRST)).toEqual(['aaaa1111', 'aaaa2222']);
	});
});

describe('a service that does not tell', () => {
	it.each([
		['forbidden', 403],
		['missing', 404],
	] as const)('%s: answers %i', async (apiKeyList, status) => {
		simulator.current.configure({ apiKeyList });
		expect((await as(FIRST, 'GET', path)).status).toBe(status);
		simulator.current.configure({ apiKeyList: 'own' });
	});
});

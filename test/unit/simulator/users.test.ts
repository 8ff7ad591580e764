import { call, part, useReceivers, useSimulator } from './helpers';

const FIRST = 'aaaa1111.first-secret';
const SECOND = 'aaaa2222.second-secret';
const THEIRS = 'bbbb1111.their-secret';

const simulator = useSimulator({ apiKeys: [FIRST, SECOND], users: { colleague: [THEIRS] } });
const newReceiver = useReceivers();
const LIST = '/api/v1/api-keys/';
const as = async (key: string, method: string, path: string, body?: unknown) =>
	await call(simulator.current, method, path, body, { 'x-api-key': key });
const register = async (key: string, webhook_url: string) =>
	await as(key, 'PUT', '/api/v1/user/webhook/', { webhook_url });
const prefixes = async (key: string) => {
	const { json } = await as(key, 'GET', LIST);
	return Object.values(part(json, 'api_keys')).map((row) => part(row).prefix);
};

it('the keys of a user share a webhook, others have their own, and each gets every message', async () => {
	const [mine, theirs] = [await newReceiver(), await newReceiver()];
	await register(FIRST, 'https://first.example/hook');
	await register(SECOND, mine.url);
	await register(THEIRS, theirs.url);
	const delivery = await simulator.current.sendMessage({ message_id: 'msg_1' });

	expect(delivery).toMatchObject({ user: 'default', url: mine.url });
	expect(mine.received[0]?.body).toContain('"msg_1"');
	expect(theirs.received.map(({ body }) => body)).toEqual(mine.received.map(({ body }) => body));
});

it('a user sees and changes only the own keys', async () => {
	const { id } = part((await as(FIRST, 'GET', LIST)).json, 'api_keys', 0);

	expect(await prefixes(SECOND)).toEqual(['aaaa1111', 'aaaa2222']);
	expect(await prefixes(THEIRS)).toEqual(['bbbb1111']);
	expect((await as(THEIRS, 'POST', `${LIST}${String(id)}/revoke/`)).status).toBe(404);
});

it('a key works once it is created, and is refused once it is rotated or revoked', async () => {
	const { key, id } = part((await as(FIRST, 'POST', LIST, { name: 'Third' })).json);
	expect(await prefixes(String(key))).toHaveLength(3);

	const { text, json } = await as(FIRST, 'POST', `${LIST}${String(id)}/rotate/`);
	expect(text).not.toContain(String(key));
	expect((await as(String(key), 'GET', LIST)).status).toBe(401);

	const rotated = String(part(json).key);
	expect(await prefixes(rotated)).toHaveLength(3);
	expect((await as(FIRST, 'POST', `${LIST}${String(id)}/revoke/`)).text).not.toContain(rotated);
	expect((await as(rotated, 'GET', LIST)).status).toBe(401);
	expect(part((await as(FIRST, 'GET', LIST)).json, 'api_keys', 2)).toMatchObject({ revoked: true });
});

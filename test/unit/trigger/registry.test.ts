import type { LocalListener, Webhook } from '../../../nodes/PublicOutreachTrigger/plan';
import {
	addListener,
	identify,
	keyOf,
	normalized,
	state,
	timestamp,
	webhookOf,
	withLock,
} from '../../../nodes/PublicOutreachTrigger/registry';

const keyWith = (prefix: string, origin = 'https://api.example.com') =>
	keyOf({ origin, apiKey: `${prefix}.secret`, requestsPerMinute: 50 });
const [one, other, third] = [keyWith('one'), keyWith('other'), keyWith('third')];

const listenerOf = (id: string, key = one): LocalListener => {
	return { id, kind: 'published', url: `https://n8n/${id}`, key };
};
const listenWith = (key: typeof one): Webhook => {
	const webhook = webhookOf(key);
	addListener(webhook, listenerOf(key.prefix, key));
	return webhook;
};
const ignore = () => {};
const never = async () => await Promise.reject(new Error('asked'));

beforeEach(() => void (state.webhooks = []));

describe('the webhook that a key leads to', () => {
	it('is one of its own where no other key is in use, without a request', async () => {
		webhookOf(other).observed = { kind: 'disabled', at: 1 };
		expect(await identify(one, never, ignore)).toBe(webhookOf(one));
	});

	it('is the one that listens with it already, without a request', async () => {
		const [webhook] = [listenWith(one), listenWith(other)];
		expect(await identify(one, never, ignore)).toBe(webhook);
	});

	it('is that of another key in use which the service lists for the same user', async () => {
		const webhook = listenWith(one);
		webhookOf(other).observed = { kind: 'disabled', at: 1 };

		expect(await identify(other, async () => ['one', 'other'], ignore)).toBe(webhook);
		expect(webhookOf(other)).toBe(webhook);
		expect(state.webhooks).toEqual([webhook]);
	});

	it.each([
		['lists other keys', ['third']],
		['lists none', undefined],
	])('is one of its own where the service %s', async (_what, prefixes) => {
		listenWith(one);
		expect((await identify(third, async () => prefixes, ignore)).id).toBe(third.id);
	});

	it('is the same one for a key under two base URLs of the service', async () => {
		const webhook = listenWith(one);
		const alias = keyWith('one', 'https://app.example.com');

		expect(await identify(alias, never, ignore)).toBe(webhook);
		expect(webhook.keys.map(({ origin }) => origin)).toHaveLength(2);
	});

	it('is never that of another service', async () => {
		listenWith(one);
		const elsewhere = keyWith('other', 'https://elsewhere.example.com');
		expect((await identify(elsewhere, never, ignore)).id).toBe(elsewhere.id);
	});

	it('is the same for two new keys of a user that are asked about at the same time', async () => {
		listenWith(third);
		const list = async () => ['one', 'other'];
		const join = async (key: typeof one) =>
			await identify(key, list, (webhook) => addListener(webhook, listenerOf(key.prefix, key)));
		const [a, b] = await Promise.all([join(one), join(other)]);

		expect(a).toBe(b);
	});
});

it('a change of one webhook waits for the earlier one, and not for those of others', async () => {
	const done: string[] = [];
	let end = () => {};
	const long = withLock(webhookOf(one), async () => {
		await new Promise<void>((resolve) => (end = resolve));
		done.push('long');
	});
	const next = withLock(webhookOf(one), async () => done.push('next'));
	await withLock(webhookOf(other), async () => done.push('other'));
	end();
	await Promise.all([long, next]);

	expect([done, state.queues.size]).toEqual([['other', 'long', 'next'], 0]);
});

it('a timestamp is later than any before, whatever the clock says', () => {
	const later = Date.now() + 1e9;

	expect(timestamp(later)).toBe(later);
	expect(timestamp()).toBe(later + 1);
});

it.each([
	['https://N8N.Example.com:443/webhook/1', 'https://n8n.example.com/webhook/1'],
	['https://n8n.bücher.example/webhook/1', 'https://n8n.xn--bcher-kva.example/webhook/1'],
	['n8n.example.com/webhook/1', 'n8n.example.com/webhook/1'],
])('a URL is compared in one form: %s', (url, form) => {
	expect(normalized(url)).toBe(form);
});

it('all code of a process has one state, of plain data, which a later version completes', () => {
	const load = () => {
		let loaded: typeof state | undefined;
		jest.isolateModules(() => {
			const path = '../../../nodes/PublicOutreachTrigger/registry';
			loaded = jest.requireActual<{ state: typeof state }>(path).state;
		});
		return loaded;
	};
	state.webhooks = [];
	const { latest, ...older } = state;
	Reflect.set(performance, Symbol.for('n8n-nodes-public-outreach trigger 1'), older);
	const loaded = load();

	expect(loaded).toBe(older);
	expect(loaded?.webhooks).toBe(state.webhooks);
	expect([latest > 0, loaded?.latest]).toEqual([true, 0]);
	expect(structuredClone(loaded)).toEqual(loaded);
});

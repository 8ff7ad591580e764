import { ELSEWHERE, member } from './webhookArbitraries';
import type { Webhook } from '../../../nodes/shared/webhook/plan';
import { Webhooks } from '../../../nodes/shared/webhook/webhooks';

const MINUTE = 60_000;
const origin = 'https://api.example.com';
const [one, other, third] = ['one', 'other', 'third'].map((prefix) => {
	return { id: `id of ${prefix}`, origin, prefix };
}) as [Webhook['keys'][0], Webhook['keys'][0], Webhook['keys'][0]];

const a = { ...member('a'), context: undefined };
const b = { ...member('b'), context: undefined };

let now: number;
let webhooks: Webhooks;

beforeEach(() => {
	now = MINUTE;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	webhooks = new Webhooks();
});
afterEach(() => void jest.restoreAllMocks());

describe('a delivery of the service to a listener', () => {
	let webhook: Webhook;
	beforeEach(() => {
		webhook = webhooks.ofKey(one);
		webhooks.add(webhook, a);
		webhooks.add(webhook, b);
	});

	it('shows that the service has its URL, where that was not known', () => {
		webhooks.noteDelivery('a');

		expect(webhook.registered).toEqual({ url: a.url, at: MINUTE });
	});

	it.each([
		['another listener was registered', b.url, 'leaves open which of them it has', undefined],
		['the webhook was disabled', null, 'shows that it is set again', a.url],
	])('after %s, when it cannot have been under way, %4$s', (_what, url, _shows, then) => {
		webhook.registered = { url, at: now };
		now += MINUTE - 2;
		webhooks.noteDelivery('a');
		expect(webhook.registered).toMatchObject({ url });
		now += 2;
		webhooks.noteDelivery('a');

		expect(webhook.registered).toEqual({ url: then, at: now });
	});

	it('after a workflow has disabled the webhook shows, once late enough, that it is set again', () => {
		webhooks.noteOperation(one, null);
		now += 2 * MINUTE;
		webhooks.noteDelivery('a');

		expect(webhook).toMatchObject({ registered: { url: a.url }, operation: undefined });
	});

	it('after a workflow has set another URL may come from there, however late it is', () => {
		webhooks.noteOperation(one, ELSEWHERE);
		now += 10 * MINUTE;
		webhooks.noteDelivery('a');

		expect(webhook).toMatchObject({ registered: { url: ELSEWHERE } });
	});

	it('of which nothing is known changes nothing', () => {
		webhooks.noteDelivery('nobody');

		expect(webhook.registered).toBeUndefined();
	});
});

it('a workflow that sets the URL of a listener itself leaves the listeners as they are', () => {
	const webhook = webhooks.ofKey(one);
	webhooks.add(webhook, a);
	webhooks.noteOperation(one, a.url);

	expect(webhook).toMatchObject({ registered: { url: a.url }, operation: undefined });
});

describe('keys that turn out to be of one user', () => {
	it('have the listeners of both, and the later change', async () => {
		for (const later of [one, other]) {
			webhooks = new Webhooks();
			webhooks.add(webhooks.ofKey(one), a);
			webhooks.add(webhooks.ofKey(other), b);
			webhooks.ofKey(one).registered = { url: a.url, at: later === one ? 2 : 1 };
			webhooks.ofKey(other).registered = { url: b.url, at: later === one ? 1 : 2 };
			const webhook = await webhooks.identify(third, async () => ['one', 'other', 'third']);

			expect(webhook.listeners.map(({ id }) => id).sort()).toEqual(['a', 'b']);
			expect(webhook.registered?.url).toBe(later === one ? a.url : b.url);
			for (const key of [one, other, third]) expect(webhooks.ofKey(key)).toBe(webhook);
		}
	});

	it.each([
		['the service says that they are not', ['third']],
		['the service does not say so', undefined],
	])('keep to themselves where %s', async (_what, prefixes) => {
		webhooks.add(webhooks.ofKey(one), a);
		const webhook = await webhooks.identify(third, async () => prefixes);

		expect(webhook.listeners).toEqual([]);
		expect(webhooks.withListener('a')?.id).toBe(one.id);
	});

	it('are not asked for where no other key is in use', async () => {
		const never = async () => await Promise.reject(new Error('asked'));
		webhooks.ofKey(other).registered = { url: null, at: 1 };

		await expect(webhooks.identify(one, never)).resolves.toBe(webhooks.ofKey(one));
	});
});

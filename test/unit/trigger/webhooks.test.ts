import { ELSEWHERE, member } from './webhookArbitraries';
import type * as ProcessSingleton from '../../../nodes/shared/webhook/processSingleton';
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

	const registered = (url: string | null) => () => (webhook.registered = { url, at: now });
	const operation = (url: string | null) => () => webhooks.noteOperation(one, url);

	it.each([
		['shows that the service has its URL, where that was not known', () => {}, 0, a.url],
		['may have been under way', registered(b.url), MINUTE - 1, b.url],
		[
			'leaves open which of two has it, once too late for that',
			registered(b.url),
			MINUTE,
			undefined,
		],
		['may have been under way when the webhook was disabled', registered(null), MINUTE - 1, null],
		['shows that it is set again, once too late for that', registered(null), MINUTE, a.url],
		['shows that, too, where an operation had disabled it', operation(null), 2 * MINUTE, a.url],
		['may come from what an operation has set', operation(ELSEWHERE), 10 * MINUTE, ELSEWHERE],
	])('%s', (_, before, later, url) => {
		before();
		const at = now;
		now += later;
		webhooks.noteDelivery('a');

		const isNews = url === undefined || url === a.url;
		expect(webhook.registered).toEqual({ url, at: isNews ? now : at });
		if (isNews) expect(webhook.operation).toBeUndefined();
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

it('is one for all code of a process, with what that has known, and the methods of the code loaded last', () => {
	const file = '../../../nodes/shared/webhook/processSingleton';
	const { processSingleton } = jest.requireActual<typeof ProcessSingleton>(file);
	const load = (version: number) => {
		class Known {
			first = version;

			latest() {
				return version;
			}
		}
		return processSingleton('a test', new Known());
	};
	const states = [1, 2, 3].map(load);

	expect([new Set(states).size, states[0]?.first, states[0]?.latest()]).toEqual([1, 1, 3]);
	expect(Object.values(new Webhooks())).not.toContainEqual(expect.any(Function));
});

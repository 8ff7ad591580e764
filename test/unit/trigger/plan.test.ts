import fc from 'fast-check';
import { receiverOf, type Member, type Webhook } from '../../../nodes/shared/webhook/plan';
import {
	anyWebhook,
	ELSEWHERE,
	former,
	isOwn,
	member,
	next,
	settle,
	test,
	webhookOf,
	type World,
} from './webhookArbitraries';

const nobodyMissing: World = { gone: [], unreachable: [] };
const anyWorld = fc.record({
	gone: fc.subarray(['a', 'b', 'c']),
	unreachable: fc.subarray(['a', 'b', 'c']),
});

/** What the service has in the end. */
function settled(webhook: Webhook, world = nobodyMissing): string | null | undefined {
	settle(webhook, world);
	return webhook.registered?.url;
}

const puts = (webhook: Webhook) =>
	settle(webhook, nobodyMissing).flatMap((step) => (step.type === 'put' ? [step.url] : []));

const [a, b] = [member('a'), member('b')];
const registered = (url: string | null | undefined, at = 10) => ({ registered: { url, at } });

describe('a plan', () => {
	it('changes nothing itself', () => {
		fc.assert(
			fc.property(anyWebhook, (webhook) => {
				const before = structuredClone(webhook);
				next(webhook);
				expect(webhook).toEqual(before);
			}),
		);
	});

	it('comes to an end, whoever is gone or cannot be reached, with three messages to a receiver at most', () => {
		fc.assert(
			fc.property(anyWebhook, anyWorld, (webhook, world) => {
				const steps = settle(webhook, world);
				expect(steps.filter(({ type }) => type === 'put').length).toBeLessThanOrEqual(
					1 + world.gone.length,
				);
				for (const { id } of webhook.listeners) {
					const sent = steps.filter((step) => step.type === 'send' && step.to.id === id);
					expect(sent.length).toBeLessThanOrEqual(3);
				}
			}),
			{ numRuns: 1_000 },
		);
	});

	it('leaves the service with the URL of a listener of this n8n wherever one may receive', () => {
		fc.assert(
			fc.property(anyWebhook, anyWorld, (webhook, world) => {
				const url = settled(webhook, world);
				const receiver = receiverOf(webhook, isOwn);
				if (receiver) expect(url).toBe(receiver.url);
				if (receiver) expect(isOwn(receiver.url)).toBe(true);
				if (receiver?.kind === 'published' && !world.unreachable.includes(receiver.id)) {
					const ids = webhook.listeners.filter((other) => isOwn(other.url)).map(({ id }) => id);
					const { listeners, registeredAt } = JSON.parse(receiver.knows ?? '{}');
					expect(listeners.map(({ id }: { id: string }) => id)).toEqual(ids);
					expect(registeredAt).toBe(webhook.registered?.at);
				}
			}),
			{ numRuns: 1_000 },
		);
	});

	it('sends no listener under another address anything, and never has the service deliver to it', () => {
		fc.assert(
			fc.property(anyWebhook, anyWorld, (webhook, world) => {
				for (const step of settle(webhook, world)) {
					if (step.type === 'send') expect(isOwn(step.to.url)).toBe(true);
					else if (step.url !== null && step.url !== ELSEWHERE) {
						expect(isOwn(step.url)).toBe(true);
					}
				}
			}),
		);
	});

	it('tells the receiver before the service, so that no message arrives before it can pass it on', () => {
		fc.assert(
			fc.property(anyWebhook, (webhook) => {
				const told = new Set<string>();
				for (const step of settle(webhook, nobodyMissing)) {
					if (step.type === 'send') told.add(step.to.id);
					else if (step.of?.kind === 'published') expect(told).toContain(step.of.id);
				}
			}),
		);
	});
});

describe('the receiver', () => {
	it('is the registered listener, else one that n8n has started here, else the first', () => {
		const expected = member('c', { context: undefined });

		expect(receiverOf(webhookOf([expected, a, b], registered(b.url)), isOwn)).toBe(b);
		expect(receiverOf(webhookOf([expected, a, b]), isOwn)).toBe(a);
		expect(receiverOf(webhookOf([expected]), isOwn)).toBe(expected);
	});

	it('is a test only where nothing is published, be it under another address', () => {
		const listening = test('a');

		expect(receiverOf(webhookOf([listening, b], registered(listening.url)), isOwn)).toBe(b);
		expect(receiverOf(webhookOf([listening]), isOwn)).toBe(listening);
		expect(receiverOf(webhookOf([listening, former('b')]), isOwn)).toBeUndefined();
	});
});

describe('the last listener that leaves', () => {
	it('leaves null, also where the outcome of a registration is not known', () => {
		expect(puts(webhookOf([], registered(a.url)))).toEqual([null]);
		expect(puts(webhookOf([], registered(undefined)))).toEqual([null]);
	});

	it('leaves alone what is not of this n8n: nothing registered, null, or a URL of the n8n it is a copy of', () => {
		expect(next(webhookOf([]))).toBeUndefined();
		expect(next(webhookOf([], registered(null)))).toBeUndefined();
		expect(next(webhookOf([], registered(former('a').url)))).toBeUndefined();
		expect(next(webhookOf([former('b')], registered(undefined)))).toBeUndefined();
	});

	it('leaves null to those under another address, where it had taken the webhook from them', () => {
		expect(puts(webhookOf([former('b')], registered(a.url)))).toEqual([null]);
	});
});

describe.each([ELSEWHERE, null])('what a workflow has set with an operation: %s', (url) => {
	const [early, later, latest] = [test('b', 10), test('b', 30), test('c', 31)];
	const restarted = member('b', { joinedAt: 0 });
	const published = member('b', { joinedAt: 30 });

	it.each([
		['stays', [[a, early], []], [url, url]],
		[
			'is replaced by a test that begins later, and comes back',
			[[a, later], [a]],
			[later.url, url],
		],
		[
			'stays replaced while another later test listens',
			[[a, later, latest], [a, latest], [a]],
			[later.url, latest.url, url],
		],
		['is not replaced by what n8n starts later', [[a, restarted]], [url]],
		['is replaced for good by what is published later', [[a, published], []], [a.url, null]],
	])('%s', (_, listeners, urls) => {
		const webhook = webhookOf([], { ...registered(url, 20), operation: { url, at: 20 } });
		const after = (present: Member[]) => settled(Object.assign(webhook, { listeners: present }));

		expect(listeners.map(after)).toEqual(urls);
	});
});

import fc from 'fast-check';
import {
	GRACE_MS,
	isListed,
	listenerToRegister,
	plan,
	type Context,
	type LocalListener,
	type Observed,
	type Step,
	type Webhook,
} from '../../../nodes/PublicOutreachTrigger/plan';
import { numRuns } from '../../properties';

const NOW = 1_000_000;
const ELSEWHERE = 'https://elsewhere.example.com/hook';
const key = { id: 'key', origin: 'https://api.example.com', prefix: 'k' };
/** A context, which a plan does not use. */
const context = {} as Context;

/** A listener that n8n has started here. */
function listener(id: string, others: Partial<LocalListener> = {}): LocalListener {
	return { id, kind: 'published', url: `https://n8n/${id}`, key, context, ...others };
}
const test = (id: string) => listener(`${id}/test`, { kind: 'test' });
const at = (url: string): Observed => ({ kind: 'url', url, at: 10 });
const unknown = (isMaybeOurs: boolean, url?: string): Observed => {
	return { kind: 'unknown', isMaybeOurs, url, at: 10 };
};
const disabled: Observed = { kind: 'disabled', at: 10 };
const webhookOf = (listeners: LocalListener[], observed: Observed = unknown(false)): Webhook => {
	return { id: 'w', keys: [key], listeners, observed };
};

const anyUnpublishedAt = fc.option(fc.integer({ min: NOW - 2 * GRACE_MS, max: NOW }), {
	nil: undefined,
});
const anyListener = fc
	.record({
		name: fc.constantFrom('a', 'b', 'c'),
		isTest: fc.boolean(),
		isStarted: fc.boolean(),
		unpublishedAt: anyUnpublishedAt,
		acknowledged: fc.option(fc.constant('[]'), { nil: undefined }),
	})
	.map(({ name, isTest, isStarted, ...others }) => ({
		...(isTest ? test(name) : listener(name)),
		...others,
		context: isStarted ? context : undefined,
	}));
const urls = ['a', 'b', 'c'].flatMap((name) => [listener(name).url, test(name).url]);
const anyUrl = fc.constantFrom(ELSEWHERE, ...urls);
const anyObserved: fc.Arbitrary<Observed> = fc.oneof(
	anyUrl.map(at),
	fc.constant(disabled),
	fc.constant(unknown(false)),
	fc.option(anyUrl, { nil: undefined }).map((url) => unknown(true, url)),
);
const anyWebhook = fc
	.record({
		listeners: fc.uniqueArray(anyListener, { selector: ({ id }) => id }),
		observed: anyObserved,
	})
	.map(({ listeners, observed }) => webhookOf(listeners, observed));

/** The listeners that are gone, and those that cannot be reached. */
const anyWorld = fc.record({
	absent: fc.subarray(['a', 'b', 'c']),
	unreachable: fc.subarray(['a', 'b', 'c']),
});
type World = { absent: string[]; unreachable: string[] };

/** Carries out the plan to its end, in a world where the service accepts everything. */
function settle(webhook: Webhook, { absent, unreachable }: World): Step[] {
	const steps: Step[] = [];
	const unsent: string[] = [];
	const next = () => plan(webhook, NOW, (id) => unsent.includes(id));
	for (let step = next(); step; step = next()) {
		steps.push(step);
		if (steps.length > 20) throw new Error(`No end: ${JSON.stringify(steps.slice(-6))}`);
		if (step.type === 'put') webhook.observed = step.url === null ? disabled : at(step.url);
		else if (absent.includes(step.to.id)) step.to.unpublishedAt = NOW;
		else if (unreachable.includes(step.to.id)) unsent.push(step.to.id);
		else step.to.acknowledged = JSON.stringify(step.listeners);
	}
	return steps;
}
const calm: World = { absent: [], unreachable: [] };
const puts = (webhook: Webhook) =>
	settle(webhook, calm).flatMap((step) => (step.type === 'put' ? [step.url] : []));
const urlOf = ({ observed }: Webhook) => (observed.kind === 'disabled' ? null : observed.url);

describe('a plan', () => {
	it('changes nothing itself', () => {
		fc.assert(
			fc.property(anyWebhook, (webhook) => {
				const before = structuredClone(webhook);
				plan(webhook, NOW);
				expect(webhook).toEqual(before);
			}),
		);
	});

	it('comes to rest in few steps: two for each listener that is gone, and two at the end', () => {
		fc.assert(
			fc.property(anyWebhook, anyWorld, (webhook, world) => {
				const steps = settle(webhook, world);
				expect(steps.length).toBeLessThanOrEqual(2 + 2 * world.absent.length);
				expect(settle(webhook, world).filter(({ type }) => type === 'put')).toEqual([]);
			}),
			numRuns(5_000),
		);
	});

	it('leaves the service with the URL of a listener that knows all others, or with none of this n8n', () => {
		fc.assert(
			fc.property(anyWebhook, anyWorld, (webhook, world) => {
				settle(webhook, world);
				const registered = listenerToRegister(webhook);
				if (!registered) return expect(urls).not.toContain(urlOf(webhook));
				expect(webhook.observed).toMatchObject({ kind: 'url', url: registered.url });
				expect(registered.unpublishedAt).toBeUndefined();
				if (registered.kind === 'test' || world.unreachable.includes(registered.id)) return;
				const ids = webhook.listeners.filter((one) => isListed(one, NOW)).map(({ id }) => id);
				const known: LocalListener[] = JSON.parse(registered.acknowledged ?? '[]');
				expect(known.map(({ id }) => id)).toEqual(ids);
			}),
			numRuns(5_000),
		);
	});

	it('sends a listener its list before the service has its URL', () => {
		fc.assert(
			fc.property(anyWebhook, (webhook) => {
				const sent = new Set<string>();
				for (const step of settle(webhook, calm)) {
					const to = webhook.listeners.find(({ url }) => step.type === 'put' && step.url === url);
					if (step.type === 'send') sent.add(step.to.url);
					else if (to?.kind === 'published' && !to.acknowledged) expect(sent).toContain(to.url);
				}
			}),
		);
	});

	it('tells the service nothing more where a listener joins, leaves or comes back beside the registered one', () => {
		const [a, b] = [listener('a'), listener('b')];
		expect(puts(webhookOf([a, b], at(a.url)))).toEqual([]);
		expect(puts(webhookOf([a, { ...b, unpublishedAt: NOW - 5 }], at(a.url)))).toEqual([]);
	});
});

describe('the listener to register', () => {
	const [a, b] = [listener('a'), listener('b')];
	const notStarted = listener('c', { context: undefined });

	it('is the registered one, also where that is to be told again, else one that n8n has started here, else the first', () => {
		expect(listenerToRegister(webhookOf([notStarted, a, b], at(b.url)))).toBe(b);
		expect(listenerToRegister(webhookOf([notStarted, a, b], unknown(true, b.url)))).toBe(b);
		expect(listenerToRegister(webhookOf([notStarted, a, b]))).toBe(a);
		expect(listenerToRegister(webhookOf([notStarted]))).toBe(notStarted);
	});

	it('is a test only where nothing is published', () => {
		const listening = test('a');
		expect(listenerToRegister(webhookOf([listening, b], at(listening.url)))).toBe(b);
		expect(listenerToRegister(webhookOf([listening, { ...b, unpublishedAt: NOW }]))).toBe(
			listening,
		);
	});

	it('is none that was unpublished', () => {
		expect(
			listenerToRegister(webhookOf([{ ...a, unpublishedAt: NOW }], at(a.url))),
		).toBeUndefined();
	});
});

describe('the last listener that leaves', () => {
	it.each([
		['null, where the service has its URL', at('https://n8n/a'), [null]],
		['null, where a registration may have been carried out', unknown(true), [null]],
		['nothing, where the service has none of this n8n', unknown(false), []],
		['nothing, where the webhook is disabled', disabled, []],
	])('leaves %s', (_what, observed, expected) => {
		expect(puts(webhookOf([], observed))).toEqual(expected);
	});
});

it('a listener is listed for two minutes after it was unpublished, and a test not at all', () => {
	const gone = (ms: number) => ({ unpublishedAt: NOW - ms });

	expect(isListed({ ...listener('a'), ...gone(GRACE_MS - 1) }, NOW)).toBe(true);
	expect(isListed({ ...listener('a'), ...gone(GRACE_MS) }, NOW)).toBe(false);
	expect(isListed({ ...test('a'), ...gone(0) }, NOW)).toBe(false);
});

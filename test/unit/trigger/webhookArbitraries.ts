import fc from 'fast-check';
import {
	plan,
	type Context,
	type Member,
	type Step,
	type Webhook,
} from '../../../nodes/shared/webhook/plan';

export const ELSEWHERE = 'https://elsewhere.example.com/hook';
const ADDRESSES = { own: 'https://n8n', former: 'https://former' };

export const isOwn = (url: string) => url.startsWith(ADDRESSES.own);

const key = { id: 'key', origin: 'https://api.example.com', prefix: 'k' };

/** Of which a plan uses nothing. */
const context = {} as Context;

/** A listener that n8n has started here, under the present address. */
export function member(id: string, others: Partial<Member> = {}): Member {
	const url = `${ADDRESSES.own}/${id}`;
	return { id, kind: 'published', url, key, joinedAt: 0, context, ...others };
}

export const test = (id: string, joinedAt = 0) => member(`${id}/test`, { kind: 'test', joinedAt });

export const former = (id: string) => member(id, { url: `${ADDRESSES.former}/${id}` });

export const webhookOf = (
	listeners: Member[],
	others: Partial<Pick<Webhook, 'registered' | 'operation'>> = {},
): Webhook => ({
	id: 'w',
	keys: [key],
	listeners,
	left: [],
	reported: new Set(),
	delayMs: 0,
	...others,
});

const anyTime = fc.integer({ min: 0, max: 20 });
const anyName = fc.constantFrom('a', 'b', 'c');

const anyMember = fc
	.record({
		name: anyName,
		isTest: fc.boolean(),
		isFormer: fc.boolean(),
		isStarted: fc.boolean(),
		joinedAt: anyTime,
		knows: fc.option(fc.constant('[]'), { nil: undefined }),
	})
	.map(({ name, isTest, isFormer, isStarted, joinedAt, knows }) => {
		// n8n starts a test under its present address, or not at all.
		if (isTest) return test(name, joinedAt);
		const { url } = isFormer ? former(name) : member(name);
		return member(name, { url, joinedAt, knows, context: isStarted ? context : undefined });
	});

const urls = ['a', 'b', 'c'].flatMap((name) => [
	member(name).url,
	test(name).url,
	former(name).url,
]);
const anyUrl = fc.constantFrom(null, ELSEWHERE, ...urls);

/** Any state of a webhook that can be believed. */
export const anyWebhook: fc.Arbitrary<Webhook> = fc
	.record({
		listeners: fc.uniqueArray(anyMember, { selector: ({ id }) => id }),
		registered: fc.option(fc.record({ url: anyUrl, at: anyTime }, { requiredKeys: ['at'] }), {
			nil: undefined,
		}),
		operation: fc.option(fc.record({ url: fc.constantFrom(null, ELSEWHERE), at: anyTime }), {
			nil: undefined,
		}),
	})
	.map(({ listeners, ...others }) => webhookOf(listeners, others));

export const next = (webhook: Webhook, unreachable: string[] = []) =>
	plan(webhook, isOwn, (id) => unreachable.includes(id));

/** What n8n and the service do: who is gone, and who cannot be reached. */
export interface World {
	gone: string[];
	unreachable: string[];
}

/** Carries out the plan, in a world where the service accepts everything, to its end. */
export function settle(webhook: Webhook, { gone, unreachable }: World): Step[] {
	const steps: Step[] = [];
	const unreached: string[] = [];
	for (let step = next(webhook); step; step = next(webhook, unreached)) {
		steps.push(step);
		if (steps.length > 50) throw new Error(`No end: ${JSON.stringify(steps.slice(-6))}`);
		if (step.type === 'put') {
			webhook.registered = { url: step.url, at: 100 + steps.length };
			if (step.of?.kind === 'published') webhook.operation = undefined;
		} else if (gone.includes(step.to.id)) {
			const { id } = step.to;
			webhook.listeners = webhook.listeners.filter((other) => other.id !== id);
		} else if (unreachable.includes(step.to.id)) unreached.push(step.to.id);
		else step.to.knows = JSON.stringify(step.news);
	}
	return steps;
}

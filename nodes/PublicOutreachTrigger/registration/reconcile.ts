import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiClient } from '../../shared/api/client';
import { systemClock } from '../../shared/api/clock';
import { sentences } from '../../shared/api/errors/problem';
import {
	plan,
	type Context,
	type Member,
	type Step,
	type Webhook,
} from '../../shared/webhook/plan';
import { listPrefixes, mayHaveHappened, setWebhookUrl } from '../../shared/webhook/setWebhook';
import { keyOf, mayReturn, webhooks } from '../../shared/webhook/webhooks';
import { remedyFor } from '../ownUrls';
import { keepList, sendList, type SendResult } from './lists';

/** Why a webhook is reconciled: a listener joins, and n8n waits for that; one has left; or time has passed. */
export type Occasion = 'join' | 'leave' | 'retry';

/** One reconciliation, and what became of it. */
export interface Round {
	occasion: Occasion;
	/** Another one once it has turned out to be the same. */
	webhook: Webhook;
	/** The listener that joins, in its own hook. */
	joining?: Member;
	/** Receivers that could not be sent their list. */
	failedSends: Map<string, SendResult>;
	/** The service's answers to keys that it no longer accepts, by the ID of the key. */
	refused: Map<string, NodeApiError>;
	/** Other webhooks that may be the same one, which has been disabled. */
	disturbed: Webhook[];
}

export function newRound(occasion: Occasion, webhook: Webhook, joining?: Member): Round {
	const known = { failedSends: new Map(), refused: new Map(), disturbed: [] };
	return { occasion, webhook, joining, ...known };
}

/** Between attempts to reach the receiver: n8n or a proxy in front of it may be busy briefly. */
const SEND_AGAIN_MS = [500, 2_000, 5_000];
/** n8n 2.41 tries to publish five times, but after 84 s in all it shows words of its own. */
const SEND_FOR_MS = 10_000;

async function withRetries(send: () => Promise<SendResult>): Promise<SendResult> {
	const end = systemClock.now() + SEND_FOR_MS;
	for (const ms of SEND_AGAIN_MS) {
		const outcome = await send();
		const isFinal = outcome.status === 'done' || outcome.status === 'absent';
		if (isFinal || systemClock.now() > end) return outcome;
		await systemClock.sleep(ms);
	}
	return await send();
}

/** Why the receiver does not know its list, and what to do; `again` is what was refused. */
function problemOf(
	{ status, reason }: SendResult,
	{ id, url }: Member,
	again?: Member['kind'],
): string {
	if (status !== 'unreachable') {
		const then = again
			? `, then ${again === 'test' ? 'test again' : 'publish this one again'}`
			: '';
		const receiver = `The trigger of workflow ${id.split('/', 1).join()}, which the service delivers to,`;
		return status === 'unusable'
			? sentences([`${receiver} cannot use its credential`, reason ?? '', `Correct it${then}`])
			: `${receiver} does not take another one beside it. Unpublish its workflow and publish it again${then}`;
	}
	const ways = {
		test: ', or unpublish all workflows of this API key while you test',
		published: ', then publish again',
	};
	return `n8n cannot reach its own webhook URL at ${new URL(url).origin}, through which messages pass from one trigger to the others of the same API key. ${remedyFor(reason)}${again ? ways[again] : ''}`;
}

/** n8n's contexts by which something can be done for a webhook, the best first. */
export function contextsOf({ listeners, lastContext }: Webhook, joining?: Member): Context[] {
	const all = [joining, ...listeners].map((member) => member?.context);
	return [...all, lastContext].flatMap((context) => context ?? []);
}

/** Sends the receiver its list. One that is gone is removed. Where it cannot be reached, a join fails, and all else goes on. */
async function send(round: Round, { to, news }: Step & { type: 'send' }): Promise<void> {
	const { webhook, joining, failedSends } = round;
	const [context] = contextsOf(webhook, joining);
	if (!context) return void failedSends.set(to.id, { status: 'unreachable' });
	const once = async () => await sendList(context, to, webhook.id, news);
	let outcome: SendResult = { status: 'done' };
	if (to === joining) keepList(context, to, webhook.id, news);
	else outcome = joining ? await withRetries(once) : await once();
	// Only a stored list says that it is published, which may be outdated.
	const isPresumed = !to.context && !joining && !webhooks.isStartingUp();
	if (outcome.status === 'done') to.knows = JSON.stringify(news);
	else if (outcome.status === 'absent' || (outcome.status === 'unreachable' && isPresumed))
		webhooks.depart(webhook, to);
	else if (!joining) failedSends.set(to.id, outcome);
	else {
		// Not in the message: n8n replaces a message that contains a network error code.
		const description = outcome.reason ?? outcome.status;
		const message = problemOf(outcome, to, joining.kind);
		throw new NodeOperationError(context.getNode(), message, { description });
	}
}

/** What is logged where a webhook cannot be changed for lack of its key. */
export const OF_ANOTHER_KEY =
	'The credential of this trigger has another API key than the webhook was set with. If it is the key of another user, the webhook was left as it is, and the service may go on sending the messages of the earlier one to this workflow. To end that, run the operation Webhook: Disable with a key of that user';

/**
 * A client with a key of the webhook's user that the service has not refused in this round. Where a
 * credential has got another key meanwhile, the service is asked whether that belongs to the same user.
 *
 * @returns `undefined` where no credential has such a key any more
 */
async function connect(round: Round): Promise<ApiClient | undefined> {
	let problem: unknown;
	for (const context of contextsOf(round.webhook, round.joining)) {
		try {
			const client = await ApiClient.connect(context);
			const key = keyOf(client.connection.credentials);
			const refusal = round.refused.get(key.id);
			if (refusal) throw refusal;
			if (round.webhook.keys.some(({ id }) => id === key.id)) return client;
			const webhook = await webhooks.identify(key, async () => await listPrefixes(client));
			if (!webhooks.has(round.webhook)) round.webhook = webhook;
			if (webhook === round.webhook) return client;
		} catch (error) {
			problem ??= error;
		}
	}
	if (problem !== undefined) throw problem;
	return undefined;
}

/** Whether it is open who has the webhook: a trigger that n8n starts later, or one with another key. */
async function mustWait(round: Round, client: ApiClient, url: string | null): Promise<boolean> {
	const { webhook, occasion } = round;
	const isUnsure = webhook.registered?.url === undefined;
	if (occasion === 'join' || (url !== null && !isUnsure)) return false;
	const isOfAnother = occasion === 'retry' && url !== null && webhook.registered?.at === 0;
	if (webhooks.isStartingUp(isOfAnother)) return true;
	if (webhooks.othersOf(webhook).length === 0) return false;
	if (!webhook.knowsAllKeys) {
		const listing = listPrefixes(client);
		// Where nobody is left, the service need not know keys to be told so.
		const prefixes = await (url === null ? listing.catch(() => undefined) : listing);
		round.webhook = webhooks.merge(webhook, prefixes);
	}
	return !round.webhook.knowsAllKeys && isUnsure && occasion === 'retry';
}

/**
 * Has the service deliver to a URL, or to none.
 *
 * @returns whether there may be further steps
 * @throws NodeApiError with the service's words
 */
async function put(round: Round, { url, of }: Step & { type: 'put' }): Promise<boolean> {
	const { webhook } = round;
	const { length } = webhook.keys;
	const [context] = contextsOf(webhook, round.joining);
	// All have turned out to be gone: n8n calls their hooks, which go on.
	if (!context) return false;
	const client = await connect(round);
	if (!client) {
		context.logger.warn(OF_ANOTHER_KEY);
		webhook.registered = undefined;
		return false;
	}
	if (await mustWait(round, client, url)) return false;
	// Another one has turned out to be the same: its listeners count.
	if (round.webhook !== webhook || webhook.keys.length > length) return true;
	await setWebhookUrl(client, url).catch((error: unknown) => {
		if (mayHaveHappened(error)) webhook.registered = { at: webhooks.timestamp() };
		const isRefused = error instanceof NodeApiError && error.httpCode === '401';
		if (!isRefused || round.occasion === 'join') throw error;
		round.refused.set(keyOf(client.connection.credentials).id, error);
	});
	// Another trigger may have a key that it accepts.
	if (round.refused.has(keyOf(client.connection.credentials).id)) return true;
	const at = webhooks.timestamp();
	webhook.registered = { url, at };
	if (of?.kind === 'published') webhook.operation = undefined;
	if (url === null && !webhook.knowsAllKeys) {
		// They may share the webhook, and have just lost it.
		round.disturbed = webhooks.othersOf(webhook).filter(({ operation }) => !operation);
		for (const other of round.disturbed) other.registered = { url: null, at };
	}
	return true;
}

/**
 * Carries out the plan for a webhook, step by step, until nothing is left. Called with the lock held.
 *
 * @throws NodeApiError with the service's words; NodeOperationError when the receiver cannot be reached
 */
export async function reconcile(round: Round): Promise<void> {
	const { failedSends } = round;
	for (;;) {
		const step = plan(round.webhook, webhooks.isOwnUrl, (id) => failedSends.has(id));
		if (!step) break;
		if (step.type === 'send') await send(round, step);
		else if (!(await put(round, step))) break;
	}
	const { listeners, left } = round.webhook;
	const missed = listeners.find(({ id }) => failedSends.has(id));
	const outcome = missed && failedSends.get(missed.id);
	const isShared = listeners.length > 1 || left.some(({ leftAt }) => mayReturn(leftAt));
	if (outcome && isShared) throw new Error(problemOf(outcome, missed));
}

import type { IWebhookFunctions } from 'n8n-workflow';
import type { Listener, Member, Webhook } from '../../shared/webhook/plan';
import { mayReturn, webhooks } from '../../shared/webhook/webhooks';
import { idOf, readListeners, readRecord } from '../record';
import { isDataObject } from '../../shared/api/responses/json';
import { isUnknownWebhook } from '../ownUrls';
import type { Recipient } from './outbox';
import type { Message } from '../incomingMessage';

/** Marks a delivery that another trigger of this n8n forwards, so that it is not forwarded again. */
export const FORWARDED_HEADER = 'x-public-outreach-forwarded';

/** Whether n8n tells this process what is published. Where it runs none of that here, another main process may. */
function isLeader(): boolean {
	const published = webhooks.members.filter(({ kind }) => kind === 'published');
	return published.length === 0 || published.some(({ context }) => context !== undefined);
}

/** n8n also stops all triggers, for a moment, where it publishes all of them anew. */
function currentWebhook(listenerId: string): Webhook | undefined {
	const isCurrent = isLeader() || mayReturn(webhooks.stoppedAt);
	return isCurrent ? webhooks.withListener(listenerId) : undefined;
}

function currentMember(listenerId: string): Member | undefined {
	return isLeader() ? webhooks.memberOf(listenerId) : undefined;
}

/** Where another main process leads, the trigger may have got another user's key. */
function ownWebhook(context: IWebhookFunctions, own: string): Webhook | undefined {
	const webhook = currentWebhook(own);
	if (isLeader()) return webhook;
	const key = readRecord(context)?.key.id;
	return !key || webhook?.keys.some(({ id }) => id === key) ? webhook : undefined;
}

/** Those of the latest list that this process received, and those that have left just now: they may return. */
function listed(context: IWebhookFunctions, own: string): Listener[] {
	const { listeners = [], left = [] } = readListeners(context) ?? {};
	const all = [...(ownWebhook(context, own)?.left ?? []), ...left];
	return [...all.filter(({ leftAt }) => mayReturn(leftAt)), ...listeners];
}

/** The other listeners of the webhook: those that the main process knows, and, elsewhere, those of the list. */
function otherListeners(context: IWebhookFunctions, own: string): Listener[] {
	const webhook = ownWebhook(context, own);
	// Before n8n has started the receiver, this process does not know which webhook the others share. One
	// that is back belongs to whatever webhook its credential leads to now.
	const unknown = listed(context, own).filter(({ id }) => !webhook || !currentMember(id));
	const all = [...(webhook?.listeners ?? []), ...unknown];
	const byId = new Map(all.map((listener) => [listener.id, listener]));
	byId.delete(own);
	// n8n calls no hook in a process that only takes deliveries.
	webhooks.rememberOwnUrl(context.getNodeWebhookUrl('default'));
	// Listeners under another address belong to the n8n that this one was copied or moved from.
	return [...byId.values()].filter(({ url }) => webhooks.isOwnUrl(url));
}

function listenersBeside(context: IWebhookFunctions, own: string): Recipient[] {
	const before = currentWebhook(own);
	return otherListeners(context, own).map(({ id, kind, url }) => ({
		context,
		// Of each sender: what waits for a listener must not go to it as a message of another user.
		id: `${own} ${id}`,
		// While a message waits, the registration may have got another secret, or the key of another user.
		get url() {
			const [now, current] = [currentWebhook(own), currentMember(id)];
			if (now && current && ![before, now].includes(currentWebhook(id))) return undefined;
			const latest = listed(context, own).findLast((one) => one.id === id);
			return (now && current?.url) ?? latest?.url ?? url;
		},
		name: `The trigger of workflow ${id.split('/', 1).join()}, which shares the API key,`,
		headers: { [FORWARDED_HEADER]: '1' },
		isTest: kind === 'test',
		isGone: isUnknownWebhook,
		isTaken: (body) =>
			isDataObject(body) && /^(emitted|duplicate|filtered|ignored)$/.test(String(body.status)),
		// At its start n8n may take long to give it back its URL.
		hasLeft: () => !currentMember(id),
	}));
}

/** What a message goes to beside its own workflow. */
interface Recipients {
	/** The service hears whether they have it. */
	published: Recipient[];
	/** It hears nothing of these: tests and other systems. */
	others: Recipient[];
}

/** @param urls of other systems */
export function recipientsOf(
	context: IWebhookFunctions,
	{ isForwarded }: Pick<Message, 'isForwarded'>,
	urls: string[],
): Recipients {
	const isTest = context.getMode() === 'manual';
	const own = idOf(context, isTest);
	const toSystem = (url: string) => ({
		context,
		id: `${own} ${url}`,
		url,
		name: new URL(url).host,
	});
	const listeners = isForwarded ? [] : listenersBeside(context, own);
	// Tests get duplicates too: a user who builds a workflow may have a message redelivered.
	const tests = listeners.filter((listener) => listener.isTest);
	return {
		published: listeners.filter((listener) => !listener.isTest),
		// A forwarded message has been sent by the published trigger already; a test does not send it again.
		others: [...tests, ...(isForwarded && isTest ? [] : urls.map(toSystem))],
	};
}

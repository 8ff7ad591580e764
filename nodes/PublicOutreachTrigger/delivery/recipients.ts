import type { IWebhookFunctions } from 'n8n-workflow';
import type { Listener } from '../../shared/webhook/plan';
import { webhooks } from '../../shared/webhook/webhooks';
import { idOf, readListeners } from '../record';
import { isUnknownWebhook } from '../ownUrls';
import type { Recipient } from './outbox';
import type { Message } from '../incomingMessage';

/** Marks a delivery that another trigger of this n8n forwards, so that it is not forwarded again. */
export const FORWARDED_HEADER = 'x-public-outreach-forwarded';

/**
 * The other listeners of the webhook: those that the main process knows, and, in another or a newly
 * started process, those of the latest list that it received.
 */
function otherListeners(context: IWebhookFunctions): Listener[] {
	const own = idOf(context, context.getMode() === 'manual');
	const webhook = webhooks.withListener(own);
	const stored = readListeners(context)?.listeners ?? [];
	// Before n8n has started the receiver, this process does not know which webhook the others share.
	const unknown = stored.filter(({ id }) => !webhook || !webhooks.memberOf(id));
	const others = [...(webhook?.listeners ?? []), ...unknown].filter(({ id }) => id !== own);
	// n8n calls no hook in a process that only takes deliveries.
	webhooks.rememberOwnUrl(context.getNodeWebhookUrl('default'));
	// Listeners under another address belong to the n8n that this one was copied or moved from.
	return others.filter(({ url }) => webhooks.isOwnUrl(url));
}

function listenersBeside(context: IWebhookFunctions): Recipient[] {
	return otherListeners(context).map(({ id, kind, url }) => ({
		context,
		id,
		// The registration may have got another secret while a message waits.
		get url() {
			return webhooks.memberOf(id)?.url ?? url;
		},
		name: `The trigger of workflow ${id.split('/', 1).join()}, which shares the API key,`,
		headers: { [FORWARDED_HEADER]: '1' },
		isTest: kind === 'test',
		// n8n removes a URL briefly while it publishes a new version: then this process still expects it.
		isGone: (statusCode, body) =>
			isUnknownWebhook(statusCode, body) && webhooks.memberOf(id) === undefined,
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
	const systems = urls.map((url) => ({
		context,
		id: `${own} ${url}`,
		url,
		name: new URL(url).host,
	}));
	const listeners = isForwarded ? [] : listenersBeside(context);
	// Tests get duplicates too: a user who builds a workflow may have a message redelivered.
	const tests = listeners.filter((listener) => listener.isTest);
	return {
		published: listeners.filter((listener) => !listener.isTest),
		// A forwarded message has been sent by the published trigger already; a test does not send it again.
		others: [...tests, ...(isForwarded && isTest ? [] : systems)],
	};
}

import type { IHookFunctions } from 'n8n-workflow';
import { ApiClient } from '../../shared/api/client';
import { sentences } from '../../shared/api/errors/sentences';
import { departureOf } from '../../shared/webhook/ownership';
import { credentialsOf } from '../../shared/api/nodeCredentials';
import { listPrefixes, setWebhookUrl } from '../../shared/webhook/setWebhook';
import { keyOf, webhooks } from '../../shared/webhook/webhooks';
import { forgetDeliveries } from '../delivery/deduplication';
import { handOver, registerOther, notifyReceiver } from './handOver';
import { memberOf, takeFailure } from './join';
import { isOwnUrl } from './ownAddress';
import { noteChange } from './changes';
import { expectOthers } from './recall';
import { untilStarted } from './startUp';
import { idOf, readRecord, removeRecord, type ListenerRecord } from './staticData';

export const ADVICE =
	'If a published workflow is to receive the messages, unpublish it and publish it again';

/** The record of a trigger; an execution that uses static data may have overwritten the stored one. */
function recordOf(context: IHookFunctions): ListenerRecord | undefined {
	const url = context.getNodeWebhookUrl('default') ?? '';
	const member = webhooks.memberAt(url);
	const known = member && {
		...{ url, key: member.key, isTest: member.kind === 'test' },
		webhookId: webhooks.webhookIdOf(member.id) ?? member.key.id,
	};
	return readRecord(context) ?? known;
}

const REGISTERED_WITH_ANOTHER_KEY =
	'This trigger was registered with another API key than its credential has now. That may be the key of another user, so the webhook was left as it is, and the service may go on sending to this workflow, which is no longer published. To end that, run the operation Webhook: Disable with a key of the user whose messages it received';

const NEVER_REGISTERED = `This trigger was never registered with the service itself, so the webhook was left as it is. ${ADVICE}`;

/** Disables the service's webhook, unless triggers with another key turn out to share it. */
async function disable(
	context: IHookFunctions,
	webhookId: string,
	record: ListenerRecord,
	isKnown: boolean,
) {
	const key = keyOf(await credentialsOf(context));
	const isOfKey = isKnown && webhooks.webhookIdOfKey(key) === webhookId;
	if (key.id !== record.key.id && !isOfKey) {
		return context.logger.warn(REGISTERED_WITH_ANOTHER_KEY);
	}
	const client = await ApiClient.connect(context);
	const others = webhooks.othersOf(webhookId, record.key.origin);
	const asking = others.length > 0 ? listPrefixes(client) : [];
	const prefixes = await Promise.resolve(asking).catch(() => undefined);
	webhooks.merge(key, prefixes);
	const id = idOf(context, record.isTest);
	const setDirectly = async (url: string) => await setWebhookUrl(client, url);
	const { action } = await handOver(context, webhookId, id, setDirectly);
	if (action === 'nothing') return;
	await setWebhookUrl(client, null);
	webhooks.apply(webhookId, { type: 'disabled', at: Date.now() });
	if (!isKnown) {
		context.logger.warn(
			`The webhook of the service is now disabled, but this process of n8n did not know which workflow had it last. ${ADVICE}`,
		);
	}
	// The service does not tell which user these belong to: if they share the webhook, they have just lost it.
	if (!prefixes) for (const other of others) await registerAgain(context, other);
}

/** Registers the receiver of a webhook once more. Never throws. */
async function registerAgain(context: IHookFunctions, webhookId: string): Promise<void> {
	const { receiver, listeners } = webhooks.of(webhookId);
	const published = listeners.filter(({ kind }) => kind === 'published');
	const next = published.find(({ id }) => 'id' in receiver && receiver.id === id) ?? published[0];
	if (receiver.kind === 'operation' || !next) return;
	await registerOther(context, webhookId, next).catch((error: unknown) => {
		const reason = error instanceof Error ? error.message : String(error);
		context.logger.error(
			sentences([
				`A trigger with another API key of this service could not be registered again: ${reason}`,
				ADVICE,
			]),
		);
	});
}

async function depart(context: IHookFunctions, webhookId: string, record: ListenerRecord) {
	const id = idOf(context, record.isTest);
	const setDirectly = async (url: string | null) => {
		await setWebhookUrl(await ApiClient.connect(context), url);
	};
	const isStarted = webhooks.memberOf(id)?.isExpected === false;
	const isKnown = webhooks.receiverOf(webhookId) !== undefined;
	if (!isStarted) {
		const listener = memberOf(context, record);
		const { registeredAt } = record;
		if (!record.isTest) {
			webhooks.apply(webhookId, { type: 'recalled', listener, registeredAt });
		}
		expectOthers(context, webhookId, listener);
	}
	// A trigger that n8n has not started yet must not lose the webhook.
	await untilStarted(() => departureOf(webhooks.of(webhookId), id).action !== 'disable');
	const departure = await handOver(context, webhookId, id, setDirectly);
	if (departure.action === 'disable') {
		// Other workflows may be published that n8n has not started in this process yet.
		const wasReceiver = isStarted || record.isTest || record.registeredAt !== undefined;
		if (wasReceiver) await disable(context, webhookId, record, isKnown);
		else context.logger.warn(NEVER_REGISTERED);
	}
	if (departure.action !== 'restore') return;
	const { url } = departure;
	await setDirectly(url);
	webhooks.apply(webhookId, { type: 'setByOperation', url, at: Date.now() });
}

/**
 * Removes a listener: if the service delivers to it, another listener is registered in its place, and
 * the last one disables the webhook, unless a workflow has set it since.
 *
 * @throws NodeApiError when the service refuses; the trigger then remains registered
 */
export async function leave(context: IHookFunctions): Promise<void> {
	const origin = readRecord(context)?.key.origin ?? (await credentialsOf(context)).origin;
	// A registration in progress completes first: otherwise it could set the webhook after the removal.
	await webhooks.lock.run(origin, async () => {
		const record = recordOf(context);
		if (takeFailure(idOf(context, record?.isTest ?? false)) || !record) return;
		const id = idOf(context, record.isTest);
		noteChange(id);
		const webhookId = webhooks.webhookIdOf(id) ?? record.webhookId;
		if (!isOwnUrl(record.url)) {
			context.logger.warn(`The webhook of ${record.url} was left as it is. ${ADVICE}`);
		} else {
			await depart(context, webhookId, record);
		}
		webhooks.apply(webhookId, { type: 'left', id });
		removeRecord(context);
		if (!record.isTest) forgetDeliveries(id);
		// Otherwise the receiver would send each message to a URL that is gone.
		const receiver = webhooks.receiverOf(webhookId);
		if (receiver?.kind === 'published') await notifyReceiver(context, webhookId, receiver);
	});
}

/**
 * The same for a test, however it ended. Never throws: n8n would keep the session half open, and nobody
 * would see the error.
 */
export async function leaveTest(context: IHookFunctions): Promise<void> {
	await leave(context).catch((error: unknown) => {
		const reason = error instanceof Error ? error.message : String(error);
		context.logger.error(
			sentences([
				`The service may still deliver to the URL of a test that has ended: ${reason}`,
				ADVICE,
			]),
		);
		const id = idOf(context, true);
		const webhookId = webhooks.webhookIdOf(id);
		// It is gone all the same: no listener may join it or hand the webhook over to it.
		if (webhookId !== undefined) webhooks.apply(webhookId, { type: 'left', id });
	});
}

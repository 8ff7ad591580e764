import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';
import { keyOf, webhooks, type Member } from '../../shared/webhook/webhooks';
import { memberOf } from './join';
import { noteRecall } from './startUp';
import { readList, readRecord } from './staticData';

type Context = IHookFunctions | ITriggerFunctions;

/**
 * Restores the other listeners that were published before this process started. n8n starts triggers one
 * after another, and resumes interrupted unpublishing: a listener that it has not started yet must not
 * be missing from the receiver's list, nor from a handover.
 */
export function expectOthers(context: Context, webhookId: string, member: Member): void {
	const { id, key, credentials } = member;
	for (const listener of readList(context)?.listeners ?? []) {
		const isKnown = listener.id === id || webhooks.webhookIdOf(listener.id) !== undefined;
		if (listener.kind === 'test' || isKnown) continue;
		const expected = { ...listener, key, credentials, isExpected: true };
		webhooks.apply(webhookId, { type: 'recalled', listener: expected });
	}
}

/** Restores a trigger that was published before this process started. */
export async function recall(context: Context): Promise<void> {
	const record = readRecord(context);
	if (!record || record.isTest) return;
	noteRecall();
	const listener = memberOf(context, record);
	const key = await listener.credentials().then(keyOf, () => record.key);
	const member = { ...listener, key };
	const currentWebhookId = webhooks.webhookIdOf(listener.id);
	if (key.id !== record.key.id) {
		// The webhook may belong to another user, unless the receiver's list has this trigger.
		const webhookId = currentWebhookId ?? webhooks.webhookIdOfKey(key);
		return webhooks.apply(webhookId, { type: 'recalled', listener: member });
	}
	webhooks.assignKey(key, record.webhookId);
	// A trigger in the receiver's list shares its webhook, whatever key it was published with.
	const webhookId = currentWebhookId ?? record.webhookId;
	const { registeredAt } = record;
	webhooks.apply(webhookId, { type: 'recalled', listener: member, registeredAt });
	expectOthers(context, webhookId, member);
}

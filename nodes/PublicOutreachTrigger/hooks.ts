import type { IHookFunctions, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { slots } from '../shared/webhook/slots';
import { registerProduction, unregisterProduction } from './registration';
import { holderOf, readRecord } from './registrationRecord';
import { ADVICE } from './slot';
import { endTest, registerTest } from './testSession';

/** What n8n calls a trigger for, told apart for a published workflow and a test session. */

/** n8n starts, or another process of it takes over, and goes through what is published. */
function isStarting(context: IHookFunctions | ITriggerFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

function recall(context: IHookFunctions | ITriggerFunctions): void {
	const record = readRecord(context);
	if (record && !record.test) slots.recall(record.slot, holderOf(context, record));
}

/**
 * Tells the process in which triggers start, and in which tests run, which workflow has the slot:
 * nothing else would, before the first delivery, and with processes of their own for webhooks not
 * even that.
 *
 * @returns nothing to close, but not nothing at all: n8n would take the trigger for one that has
 * ended, and register it again and again
 */
export function start(context: ITriggerFunctions): ITriggerResponse {
	if (isStarting(context)) recall(context);
	return {};
}

/**
 * Whether the registration stands. The service cannot be asked, so it is believed when n8n merely
 * starts again, be it under another address: taking the slot anew could take it away from whoever
 * got it since, and a copy of an n8n would take it from the one that it is copied from.
 */
export function isRegistered(context: IHookFunctions): boolean {
	const record = isStarting(context) ? readRecord(context) : undefined;
	if (!record || record.test) return false;
	recall(context);
	const url = context.getNodeWebhookUrl('default');
	if (record.url !== url) {
		context.logger.warn(
			`This trigger is registered with the service under ${record.url}, and n8n now has the address ${url}. The webhook was left as it is. ${ADVICE}`,
		);
	}
	return true;
}

export async function register(context: IHookFunctions): Promise<boolean> {
	if (context.getMode() === 'manual') await registerTest(context);
	else await registerProduction(context);
	return true;
}

/** n8n calls this alike for both; what was registered tells which it was. */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	const record = readRecord(context);
	if (record?.test) await endTest(context, record);
	else await unregisterProduction(context);
	return true;
}

import type { IHookFunctions, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { join } from './join';
import { ADVICE, leave, leaveTest } from './leave';
import { isOwnUrl, rememberOwnUrl } from './ownAddress';
import { wasChanged } from './changes';
import { recall } from './recall';
import { startRenewing } from './renewal';
import { idOf, readRecord } from './staticData';

/**
 * Whether n8n is starting the published workflows, at its start or after a leadership change. Where that
 * takes n8n 2.41 more than ten seconds, it calls the rest an update (workflow-publication-reconciler), as
 * for a new version; but a new version was first unpublished in this process.
 */
function isStarting(context: IHookFunctions | ITriggerFunctions): boolean {
	const mode = context.getActivationMode();
	if (mode === 'update') return !wasChanged(idOf(context, false));
	return ['init', 'leadershipChange'].includes(mode);
}

/**
 * Called by n8n in the process that starts triggers: after a restart, the only notification of what is
 * published.
 *
 * @returns a response, since n8n would register a trigger without one again and again
 */
export async function start(context: ITriggerFunctions): Promise<ITriggerResponse> {
	if (isStarting(context)) await recall(context);
	return { closeFunction: startRenewing(context, idOf(context, false)) };
}

/**
 * Whether the trigger is registered. The service cannot be asked, so the record is trusted when n8n
 * restarts, even under another address: otherwise a copy of an n8n would take the webhook from the
 * original.
 */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	rememberOwnUrl(context.getNodeWebhookUrl('default'));
	const record = isStarting(context) ? readRecord(context) : undefined;
	if (!record || record.isTest) return false;
	await recall(context);
	if (!isOwnUrl(record.url)) {
		context.logger.warn(
			`This trigger is registered with the service under ${record.url}, and n8n now has the address ${context.getNodeWebhookUrl('default')}. The webhook was left as it is. ${ADVICE}`,
		);
	}
	return true;
}

export async function register(context: IHookFunctions): Promise<boolean> {
	rememberOwnUrl(context.getNodeWebhookUrl('default'));
	await join(context, context.getMode() === 'manual');
	return true;
}

/**
 * n8n calls this for published workflows and for tests. The end of a test is not awaited: n8n 2.41 hangs
 * when another test begins or ends meanwhile (test-webhooks.js, deactivateWebhooks).
 */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	rememberOwnUrl(context.getNodeWebhookUrl('default'));
	if (readRecord(context)?.isTest) void leaveTest(context);
	else await leave(context);
	return true;
}

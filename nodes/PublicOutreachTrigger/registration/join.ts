import { NodeOperationError, type IHookFunctions, type ITriggerFunctions } from 'n8n-workflow';
import { ApiClient } from '../../shared/api/client';
import type { ApiCredentials } from '../../shared/api/credentials';
import { credentialsOf } from '../../shared/api/nodeCredentials';
import { mayHaveHappened } from '../../shared/webhook/outcome';
import { listPrefixes, setWebhookUrl } from '../../shared/webhook/setWebhook';
import { keyOf, webhooks, type Member } from '../../shared/webhook/webhooks';
import { campaignIdsOf, deliverToOf, readSettings } from '../settings';
import { joinReceiver } from './joinReceiver';
import { addressProblem, isOwnUrl } from './ownAddress';
import { noteChange } from './changes';
import { newSecret } from './secret';
import { untilStarted } from './startUp';
import {
	deliveryUrlOf,
	idOf,
	readRecord,
	removeList,
	writeList,
	writeRecord,
	type ListenerRecord,
} from './staticData';

/** Triggers whose create() failed: n8n calls delete() afterwards, and this makes that call a no-op. */
const failures = new Set<string>();

/** Whether the latest registration of a trigger failed; returns true once for each failure. */
export function takeFailure(id: string): boolean {
	return failures.delete(id);
}

function refuse(context: IHookFunctions, message: string, description?: string): never {
	throw new NodeOperationError(context.getNode(), message, { description });
}

/** The node's own URL; refused where the service could not reach it. */
function ownUrl(context: IHookFunctions, { origin }: ApiCredentials): string {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) return refuse(context, 'n8n names no webhook URL for this node');
	const problem = addressProblem(origin, url);
	return problem === undefined ? url : refuse(context, problem);
}

/** The record of a new registration, validated before any request. */
function prepare(
	context: IHookFunctions,
	credentials: ApiCredentials,
	isTest: boolean,
): Omit<ListenerRecord, 'webhookId'> {
	const settings = readSettings((name) => context.getNodeParameter(name));
	const refuseSetting = (message: string) => refuse(context, message);
	campaignIdsOf(settings.campaignIds, refuseSetting);
	deliverToOf(settings.alsoDeliverTo, refuseSetting);
	const key = keyOf(credentials);
	const record = { url: ownUrl(context, credentials), key, isTest };
	if (!settings.verifyDeliveries) return record;
	const before = readRecord(context);
	// A renewed registration keeps its secret: deliveries in flight are still accepted.
	const isRenewed = before?.url === record.url && before.key.id === key.id;
	const secret =
		(isRenewed && before.secret) || newSecret(credentials.apiKey, record.url, Date.now());
	return { ...record, secret };
}

export function memberOf(
	context: IHookFunctions | ITriggerFunctions,
	record: ListenerRecord,
): Member {
	return {
		id: idOf(context, record.isTest),
		kind: record.isTest ? 'test' : 'published',
		url: deliveryUrlOf(record),
		key: record.key,
		credentials: async () => await credentialsOf(context),
		isExpected: false,
	};
}

/** Registers this listener with the service. */
async function register(
	context: IHookFunctions,
	record: ListenerRecord,
	{ id, url }: Member,
): Promise<void> {
	const { webhookId } = record;
	// A delivery may arrive before the response to this request.
	if (!record.isTest) writeList(context, webhooks.listOf(webhookId, isOwnUrl));
	const client = await ApiClient.connect(context);
	await setWebhookUrl(client, url).catch((error: unknown) => {
		if (!record.isTest || !mayHaveHappened(error)) throw error;
		// n8n ends the failed test with delete(), which has to remove the URL that the service may have.
		webhooks.apply(webhookId, { type: 'registered', id, at: Date.now() });
		writeRecord(context, record);
		failures.delete(id);
		throw error;
	});
	record.registeredAt = Date.now();
	webhooks.apply(webhookId, { type: 'registered', id, at: record.registeredAt });
}

const UNKNOWN_USER =
	'Workflows are published with another API key of this service, and the service does not tell whether both belong to one user. If they do, those workflows get no messages any more: use one key for all of them';

async function webhookIdOf(context: IHookFunctions, credentials: ApiCredentials) {
	return await webhooks.identify(credentials, async () => {
		const prefixes = await listPrefixes(await ApiClient.connect(context));
		if (!prefixes) context.logger.warn(UNKNOWN_USER);
		return prefixes;
	});
}

/**
 * Adds a listener, for a published workflow or for a test: it joins the receiver, without a call to the
 * service, or is registered itself. A failure changes nothing.
 *
 * @throws NodeOperationError before any request for settings that cannot work, or when n8n cannot
 * reach its own URL; NodeApiError when the service refuses
 */
export async function join(context: IHookFunctions, isTest: boolean): Promise<void> {
	const id = idOf(context, isTest);
	failures.add(id);
	noteChange(id);
	const credentials = await credentialsOf(context);
	const prepared = prepare(context, credentials, isTest);
	const { key } = prepared;
	await untilStarted(() => webhooks.receiverOf(webhooks.webhookIdOfKey(key)) !== undefined);
	await webhooks.lock.run(credentials.origin, async () => {
		const webhookId = await webhookIdOf(context, credentials);
		const record: ListenerRecord = { ...prepared, webhookId };
		// The list may come from an imported workflow, or from an earlier time as the receiver.
		removeList(context);
		const member = memberOf(context, record);
		webhooks.apply(webhookId, { type: 'joined', listener: member });
		try {
			const hasJoined = await joinReceiver(context, webhookId, member);
			if (!hasJoined) await register(context, record, member);
			writeRecord(context, record);
			failures.delete(id);
		} finally {
			if (failures.has(id)) webhooks.apply(webhookId, { type: 'left', id });
		}
	});
}

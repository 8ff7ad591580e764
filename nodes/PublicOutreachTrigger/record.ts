import {
	NodeOperationError,
	type IDataObject,
	type IHookFunctions,
	type ITriggerFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { z } from 'zod';
import type { ApiCredentials } from '../shared/api/credentials';
import { keySchema, listSchema, type ListenerList, type Member } from '../shared/webhook/plan';
import { keyOf, webhooks } from '../shared/webhook/webhooks';
import { addressProblem } from './ownUrls';
import { newSecret, SECRET_PARAMETER } from './secret';
import { readSettings } from './settings';

/**
 * A trigger's record of itself in n8n's static data: stored in the database for a published workflow,
 * with the test session for a test.
 */
export const recordSchema = z.object({
	/** As n8n names it, without the secret. */
	url: z.string(),
	/** Absent when deliveries are not verified. */
	secret: z.string().optional(),
	/** The API key at publication. */
	key: keySchema,
	/** Identifier of the service's webhook. */
	webhookId: z.string(),
	isTest: z.boolean(),
	/** When the service was given its URL, in milliseconds since the epoch; absent if it joined others. */
	registeredAt: z.number().optional(),
	/** Whether that was about to happen then, and nothing is known of the outcome. */
	isUnconfirmed: z.boolean().optional(),
});

export type ListenerRecord = z.infer<typeof recordSchema>;

export type TriggerContext = IHookFunctions | ITriggerFunctions | IWebhookFunctions;

function dataOf(context: TriggerContext): IDataObject {
	return context.getWorkflowStaticData('node');
}

export function readRecord(context: TriggerContext): ListenerRecord | undefined {
	return recordSchema.safeParse(dataOf(context).registration).data;
}

export function writeRecord(context: TriggerContext, record: ListenerRecord): void {
	const isSame = JSON.stringify(readRecord(context)) === JSON.stringify(record);
	// Static data that has not changed is not written to the database.
	if (!isSame) dataOf(context).registration = { ...record };
}

export function removeRecord(context: TriggerContext): void {
	delete dataOf(context).registration;
}

function storedList(context: TriggerContext): ListenerList | undefined {
	const { listeners } = dataOf(context);
	return listeners === undefined ? undefined : listSchema.safeParse(listeners).data;
}

/**
 * The newer one of the list in static data and the one that this process has taken last: an execution
 * that uses static data writes back the version that it started with.
 */
export function readListeners(context: TriggerContext): ListenerList | undefined {
	const stored = storedList(context);
	const known = webhooks.lists.get(idOf(context, false));
	return known && known.version > (stored?.version ?? 0) ? known : stored;
}

/** Whether a list is not newer than the known one. */
export function isOutdated(context: TriggerContext, { version }: ListenerList): boolean {
	return version <= (readListeners(context)?.version ?? 0);
}

export function removeListeners(context: TriggerContext): void {
	webhooks.lists.delete(idOf(context, false));
	delete dataOf(context).listeners;
}

export function writeListeners(context: TriggerContext, list: ListenerList): void {
	if (isOutdated(context, list)) return;
	webhooks.lists.set(idOf(context, false), list);
	const stored = { ...storedList(context), version: list.version };
	// Static data that has not changed is not written to the database.
	if (JSON.stringify(stored) === JSON.stringify(list)) return;
	dataOf(context).listeners = { ...list };
}

export function listenerIdOf(
	{ workflowId, nodeId }: { workflowId: string; nodeId: string },
	isTest: boolean,
): string {
	return `${workflowId}/${nodeId}${isTest ? '/test' : ''}`;
}

export function idOf(context: TriggerContext, isTest: boolean): string {
	const workflowId = context.getWorkflow().id ?? '';
	return listenerIdOf({ workflowId, nodeId: context.getNode().id }, isTest);
}

/** The record of a published trigger, as another process knows the trigger. */
export function recordFor({ url, key }: Member, webhookId: string): ListenerRecord {
	const own = new URL(url);
	const secret = own.searchParams.get(SECRET_PARAMETER) ?? undefined;
	own.searchParams.delete(SECRET_PARAMETER);
	return { url: own.href, secret, key, webhookId, isTest: false };
}

/** The URL that takes deliveries: the node's own, with the secret in its query. */
export function deliveryUrlOf({ url, secret }: Pick<ListenerRecord, 'url' | 'secret'>): string {
	if (secret === undefined) return url;
	const withSecret = new URL(url);
	withSecret.searchParams.set(SECRET_PARAMETER, secret);
	return withSecret.href;
}

function refuse(context: IHookFunctions, message: string): never {
	throw new NodeOperationError(context.getNode(), message);
}

/** The node's own URL; refused where the service could not reach it. */
function ownUrl(context: IHookFunctions, { origin }: ApiCredentials): string {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) return refuse(context, 'n8n names no webhook URL for this node');
	const problem = addressProblem(origin, url);
	return problem === undefined ? url : refuse(context, problem);
}

/**
 * The record of a new registration.
 *
 * @throws NodeOperationError before any request, for settings or an address that cannot work
 */
export function newRecord(
	context: IHookFunctions,
	credentials: ApiCredentials,
): Omit<ListenerRecord, 'webhookId'> {
	const settings = readSettings(
		(name) => context.getNodeParameter(name),
		(message) => refuse(context, message),
	);
	const key = keyOf(credentials);
	const isTest = context.getMode() === 'manual';
	const record = { url: ownUrl(context, credentials), key, isTest };
	if (!settings.verifyDeliveries) return record;
	const before = readRecord(context);
	// A renewed registration keeps its secret: deliveries in flight are still accepted.
	const isRenewed = before?.url === record.url && before.key.id === key.id;
	const secret =
		(isRenewed && before.secret) || newSecret(credentials.apiKey, record.url, Date.now());
	return { ...record, secret };
}

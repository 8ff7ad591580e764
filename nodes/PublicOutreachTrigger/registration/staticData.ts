import type {
	IDataObject,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { z } from 'zod';
import { listenerIdOf, type Key, type Member } from '../../shared/webhook/webhooks';
import { SECRET_PARAMETER } from './secret';

export const recordSchema = z.object({
	url: z.string(),
	secret: z.string().optional(),
	key: z.object({ id: z.string(), origin: z.string(), prefix: z.string() }),
	webhookId: z.string(),
	isTest: z.boolean(),
	registeredAt: z.number().optional(),
});

/**
 * A trigger's record of itself in n8n's static data: stored in the database for a published workflow,
 * with the test session for a test.
 */
export interface ListenerRecord {
	/** As n8n names it, without the secret. */
	url: string;
	/** Absent when deliveries are not verified. */
	secret?: string;
	/** The API key at publication. */
	key: Key;
	/** Identifier of the service's webhook. */
	webhookId: string;
	isTest: boolean;
	/** When the service was given its URL, in milliseconds since the epoch; absent if it joined others. */
	registeredAt?: number;
}

/** The listeners, as the process that takes deliveries has to know them. */
export const listSchema = z.object({
	version: z.number(),
	listeners: z.array(
		z.object({ id: z.string(), kind: z.enum(['published', 'test']), url: z.string() }),
	),
});

/** All listeners of a webhook. Of two lists the one with the higher version is valid. */
export type ListenerList = z.infer<typeof listSchema>;

export type TriggerContext = IHookFunctions | ITriggerFunctions | IWebhookFunctions;

function dataOf(context: TriggerContext): IDataObject {
	return context.getWorkflowStaticData('node');
}

export function readRecord(context: TriggerContext): ListenerRecord | undefined {
	return recordSchema.safeParse(dataOf(context).registration).data;
}

export function writeRecord(context: TriggerContext, record: ListenerRecord): void {
	dataOf(context).registration = { ...record };
}

export function removeRecord(context: TriggerContext): void {
	const isTest = readRecord(context)?.isTest;
	delete dataOf(context).registration;
	if (!isTest) removeList(context);
}

/**
 * The latest lists of this process: an execution that uses static data writes back the version that it
 * started with.
 */
const latest = new Map<string, ListenerList>();

function storedList(context: TriggerContext): ListenerList | undefined {
	const { listeners } = dataOf(context);
	return listeners === undefined ? undefined : listSchema.safeParse(listeners).data;
}

export function readList(context: TriggerContext): ListenerList | undefined {
	const stored = storedList(context);
	const known = latest.get(idOf(context, false));
	return known && known.version > (stored?.version ?? 0) ? known : stored;
}

/** Whether a list is not newer than the known one. */
export function isOutdated(context: TriggerContext, { version }: ListenerList): boolean {
	return version <= (readList(context)?.version ?? 0);
}

export function removeList(context: TriggerContext): void {
	latest.delete(idOf(context, false));
	delete dataOf(context).listeners;
}

export function writeList(context: TriggerContext, list: ListenerList): void {
	if (isOutdated(context, list)) return;
	latest.set(idOf(context, false), list);
	const stored = storedList(context)?.listeners;
	// Static data that has not changed is not written to the database.
	if (JSON.stringify(stored) === JSON.stringify(list.listeners)) return;
	dataOf(context).listeners = { ...list };
}

export function idOf(context: TriggerContext, isTest: boolean): string {
	const workflowId = context.getWorkflow().id ?? '';
	return listenerIdOf({ workflowId, nodeId: context.getNode().id }, isTest);
}

/**
 * The record of a published trigger, as another process knows the trigger.
 *
 * @param registeredAt when the service was given its URL, if it was
 */
export function recordOf(
	{ url, key }: Pick<Member, 'url' | 'key'>,
	webhookId: string,
	registeredAt?: number,
): ListenerRecord {
	const own = new URL(url);
	const secret = own.searchParams.get(SECRET_PARAMETER) ?? undefined;
	own.searchParams.delete(SECRET_PARAMETER);
	return { url: own.href, secret, key, webhookId, isTest: false, registeredAt };
}

/** The URL that takes deliveries: the node's own, with the secret in its query. */
export function deliveryUrlOf({ url, secret }: Pick<ListenerRecord, 'url' | 'secret'>): string {
	if (secret === undefined) return url;
	const withSecret = new URL(url);
	withSecret.searchParams.set(SECRET_PARAMETER, secret);
	return withSecret.href;
}

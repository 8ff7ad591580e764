import type {
	IDataObject,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { z } from 'zod';
import { keySchema, listSchema, type Listener, type ListenerList } from './plan';
import { state } from './registry';
import { SECRET_PARAMETER } from './secret';

/**
 * What a trigger keeps about itself in n8n's static data: stored in the database for a published workflow,
 * with the test session for a test.
 */
export const registrationSchema = z.object({
	/** The listener's ID: static data may come from another workflow, over n8n's public API. */
	id: z.string(),
	/** The URL as n8n gives it, without the secret. */
	url: z.string(),
	/** Absent when deliveries are not verified. */
	secret: z.string().optional(),
	/** The API key at publication. */
	key: keySchema,
	/** The webhook of the service that this key belongs to. */
	webhookId: z.string(),
	isTest: z.boolean(),
	/** When the service was given its URL, in milliseconds since the epoch; absent if it joined others. */
	registeredAt: z.number().optional(),
});

export type Registration = z.infer<typeof registrationSchema>;

export type TriggerContext = IHookFunctions | ITriggerFunctions | IWebhookFunctions;

function dataOf(context: TriggerContext): IDataObject {
	return context.getWorkflowStaticData('node');
}

/** The ID of a trigger's listener, published or in a test. */
export function listenerIdOf(
	{ workflowId, nodeId }: { workflowId: string; nodeId: string },
	isTest: boolean,
): string {
	return `${workflowId}/${nodeId}${isTest ? '/test' : ''}`;
}

export function idOf(
	context: Pick<TriggerContext, 'getWorkflow' | 'getNode'>,
	isTest: boolean,
): string {
	const workflowId = context.getWorkflow().id ?? '';
	return listenerIdOf({ workflowId, nodeId: context.getNode().id }, isTest);
}

/** The trigger's registration; `undefined` if static data has none, or that of another trigger. */
export function readRegistration(context: TriggerContext): Registration | undefined {
	const { data } = registrationSchema.safeParse(dataOf(context).registration);
	return data && data.id === idOf(context, data.isTest) ? data : undefined;
}

/** Static data that has not changed is not written to the database. */
function writeChanged(context: TriggerContext, name: string, value: IDataObject): void {
	const data = dataOf(context);
	if (JSON.stringify(data[name]) !== JSON.stringify(value)) data[name] = value;
}

export function writeRegistration(context: TriggerContext, registration: Registration): void {
	writeChanged(context, 'registration', { ...registrationSchema.parse(registration) });
}

export function removeRegistration(context: TriggerContext): void {
	delete dataOf(context).registration;
}

/**
 * The list in static data, or the latest one that this process has had, whichever is newer: an execution that
 * uses static data writes back the version that it started with.
 */
export function readListeners(context: TriggerContext): ListenerList | undefined {
	const { registration, listeners } = dataOf(context);
	const id = idOf(context, false);
	const known = state.lists.get(id);
	// Without its registration the list is the trigger's own as well: a state message has both.
	const isOwn = registration === undefined || readRegistration(context) !== undefined;
	const stored = isOwn ? listSchema.safeParse(listeners).data : undefined;
	if (!stored || (known && known.version >= stored.version)) return known;
	state.lists.set(id, stored);
	return stored;
}

/** Keeps a list, unless it is older than the known one. */
export function writeList(context: TriggerContext, list: ListenerList): void {
	state.lists.set(idOf(context, false), list);
	const { data: stored } = listSchema.safeParse(dataOf(context).listeners);
	const isSame = JSON.stringify(stored?.listeners) === JSON.stringify(list.listeners);
	// A new version alone is no reason to write static data every minute.
	if (!isSame) writeChanged(context, 'listeners', { ...list });
}

export function removeList(context: TriggerContext): void {
	state.lists.delete(idOf(context, false));
	delete dataOf(context).listeners;
}

/** The URL that takes deliveries: the node's own, with the secret in its query. */
export function deliveryUrlOf({ url, secret }: Pick<Registration, 'url' | 'secret'>): string {
	if (secret === undefined || !URL.canParse(url)) return url;
	const withSecret = new URL(url);
	withSecret.searchParams.set(SECRET_PARAMETER, secret);
	return withSecret.href;
}

/** The opposite of {@link deliveryUrlOf}: the URL at which a listener takes deliveries, without its secret. */
export function withoutSecret({
	url,
}: Pick<Listener, 'url'>): Pick<Registration, 'url' | 'secret'> {
	const bare = new URL(url);
	const secret = bare.searchParams.get(SECRET_PARAMETER) ?? undefined;
	bare.searchParams.delete(SECRET_PARAMETER);
	return { url: bare.href, secret };
}

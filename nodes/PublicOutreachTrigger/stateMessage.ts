import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';
import { systemClock } from '../shared/clock';
import { credentialsOf } from '../shared/credentials';
import { parseJson } from '../shared/json';
import { resumeForwarding } from './forward';
import { listSchema, type Context, type Listener, type LocalListener, type Webhook } from './plan';
import {
	idOf,
	readListeners,
	readRegistration,
	registrationSchema,
	withoutSecret,
	writeList,
	writeRegistration,
	type TriggerContext,
} from './registration';
import { timestamp } from './registry';
import {
	isUnknownWebhook,
	reasonOf,
	requestListener,
	requestUrl,
	type UrlResponse,
} from './requests';
import { makeProof, verifyProof } from './secret';

/**
 * The message that the process that runs the triggers posts to the registered listener. Another process may
 * take that listener's deliveries, and can change its static data.
 */
const messageSchema = z.object({
	/** All listeners from now on. */
	list: listSchema,
	/** The listener's registration; the one in its static data may have been lost. */
	registration: registrationSchema,
});
export type StateMessage = z.infer<typeof messageSchema>;

const NODE = 'publicOutreachTrigger';
/** Distinguishes a state message from a delivery. */
export const PROOF_HEADER = 'x-public-outreach-proof';

/** For a request within n8n; after this, the URL counts as unreachable. */
const TIMEOUT_MS = 5_000;

const responseSchema = z.object({
	node: z.literal(NODE),
	status: z.enum(['done', 'refused', 'published', 'testing']),
});

/**
 * The result of a request to a trigger's own URL. `absent`: n8n does not know the URL; `unreachable`:
 * something else, or nothing, responds there; `unusable`: the trigger's credential has no key.
 */
export interface SendResult {
	status: z.infer<typeof responseSchema>['status'] | 'absent' | 'unreachable' | 'unusable';
	/** Why the URL is unreachable, or the credential unusable. */
	reason?: string;
}

function messageFor(to: LocalListener, webhook: Webhook, listeners: Listener[]): StateMessage {
	const { id, key } = to;
	const { observed } = webhook;
	const isRegistered = observed.kind === 'url' && observed.url === to.url;
	// If n8n ends before the service has the URL, this trigger is registered at the next start.
	const registeredAt = isRegistered ? observed.at : timestamp();
	const registration = { id, key, webhookId: webhook.id, isTest: false, registeredAt };
	return {
		list: { version: timestamp(), listeners },
		registration: { ...withoutSecret(to), ...registration },
	};
}

const statusIn = ({ body }: UrlResponse) => responseSchema.safeParse(body).data?.status;

async function resultOf(sent: Promise<UrlResponse>): Promise<SendResult> {
	try {
		const response = await sent;
		if (isUnknownWebhook(response)) return { status: 'absent' };
		const status = statusIn(response);
		if (status !== undefined) return { status };
		return { status: 'unreachable', reason: `it responds with ${response.statusCode}` };
	} catch (error) {
		return { status: 'unreachable', reason: reasonOf(error) };
	}
}

/** Sends a published trigger its list, with any context of this process. Never throws. */
export async function sendState(
	context: Context,
	to: LocalListener,
	webhook: Webhook,
	listeners: Listener[],
): Promise<SendResult> {
	const credentials = await credentialsOf(to.context ?? context).catch(reasonOf);
	if (typeof credentials === 'string') return { status: 'unusable', reason: credentials };
	const body = JSON.stringify(messageFor(to, webhook, listeners));
	const proof = makeProof(credentials, to.id, body, systemClock.date());
	const headers = { 'content-type': 'application/json', [PROOF_HEADER]: proof };
	const request = { method: 'POST' as const, body, headers };
	const isFromTrigger = (response: UrlResponse) => statusIn(response) !== undefined;
	return await resultOf(requestListener(context, to, request, isFromTrigger, TIMEOUT_MS));
}

/** Asks a trigger's URL whether it reaches the trigger, as the service's requests have to. Never throws. */
export async function askPresence(context: Context, url: string): Promise<SendResult> {
	return await resultOf(requestUrl(context, { url }, TIMEOUT_MS));
}

function save(context: TriggerContext, { list, registration }: StateMessage): void {
	const stored = readRegistration(context);
	// n8n stores static data as a whole. If it was loaded while n8n was still publishing this trigger, it has
	// no registration, and the trigger would be registered again at n8n's next start. The stored registration
	// may also be that of another n8n.
	const own = stored?.url === registration.url ? stored : registration;
	const { key, webhookId, registeredAt } = registration;
	writeRegistration(context, { ...own, key, webhookId, registeredAt });
	writeList(context, list);
}

/** The same in the trigger's own hook: n8n stores its static data once the hook has ended. */
export function saveOwnState(
	context: Context,
	to: LocalListener,
	webhook: Webhook,
	listeners: Listener[],
): void {
	save(context, messageFor(to, webhook, listeners));
}

type Status = z.infer<typeof responseSchema>['status'];
const response = (status: Status): IWebhookResponseData => ({
	webhookResponse: { node: NODE, status },
});

/**
 * Handles a state message that was received as a delivery.
 *
 * @param bytes of the body, which the proof covers
 * @param proof of knowledge of the API key; the request may come from anyone
 */
export async function receiveState(
	context: IWebhookFunctions,
	bytes: Uint8Array,
	proof: unknown,
): Promise<IWebhookResponseData> {
	const text = new TextDecoder().decode(bytes);
	// The sender must not be able to make n8n start a failing execution.
	const credentials = await credentialsOf(context).catch(() => undefined);
	const id = idOf(context, false);
	const isProven = credentials && verifyProof(proof, credentials, id, text, systemClock.date());
	const message = messageSchema.safeParse(parseJson(text)?.value).data;
	if (!isProven || !message) return response('refused');
	const isOutdated = message.list.version <= (readListeners(context)?.version ?? 0);
	// An outdated message may be a replay, whose proof is still valid.
	if (!isOutdated || !readRegistration(context)) save(context, message);
	// Messages may wait for a trigger that has been published again.
	resumeForwarding();
	return response('done');
}

/** Responds to a GET on the trigger's URL, without authentication: whether it is published. */
export function respondToPresence(context: IWebhookFunctions): IWebhookResponseData {
	return response(context.getMode() === 'manual' ? 'testing' : 'published');
}

import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';
import { parseJson } from '../../shared/api/responses/json';
import { credentialsOf } from '../../shared/api/credentials';
import { listSchema, type Context, type Member, type News } from '../../shared/webhook/plan';
import { webhooks } from '../../shared/webhook/webhooks';
import {
	isOutdated,
	readRecord,
	recordFor,
	recordSchema,
	writeListeners,
	writeRecord,
	type TriggerContext,
} from '../record';
import { isUnknownWebhook, requestUrl } from '../ownUrls';
import { makeProof, verifyProof } from '../secret';

/** What the main process posts to a receiver: the process that takes deliveries can change its static data. */
const messageSchema = z.object({
	/** All listeners from now on. */
	list: listSchema,
	/** The trigger's record; the one in its static data may have been lost. */
	record: recordSchema,
});
export type ListMessage = z.infer<typeof messageSchema>;

const NODE = 'publicOutreachTrigger';
/** Distinguishes a list from a delivery. */
export const PROOF_HEADER = 'x-public-outreach-proof';

/** For a request within n8n; after this, the URL counts as unreachable. */
const TIMEOUT_MS = 5_000;

const answerSchema = z.object({ node: z.literal(NODE), status: z.enum(['done', 'refused']) });

/**
 * What became of a list; `absent`: the trigger is not published, `unreachable`: n8n cannot reach its own URL,
 * `unusable`: its credential has no key.
 */
export interface SendResult {
	status: 'done' | 'refused' | 'absent' | 'unreachable' | 'unusable';
	/** Why it is unreachable, or its credential unusable. */
	reason?: string;
}

function messageFor(to: Member, webhookId: string, { registeredAt, ...news }: News): ListMessage {
	const record = recordFor(to, webhookId);
	const registration =
		registeredAt === undefined
			? { registeredAt: webhooks.timestamp(), isUnconfirmed: true }
			: { registeredAt };
	return {
		list: { version: webhooks.timestamp(), ...news },
		record: { ...record, ...registration },
	};
}

/** Sends a published trigger its list, by any context of this process. Never throws. */
export async function sendList(
	context: Context,
	to: Member,
	webhookId: string,
	news: News,
): Promise<SendResult> {
	const reasonOf = (error: unknown) => (error instanceof Error ? error.message : '');
	const credentials = await credentialsOf(to.context ?? context).catch(reasonOf);
	if (typeof credentials === 'string') return { status: 'unusable', reason: credentials };
	try {
		const body = JSON.stringify(messageFor(to, webhookId, news));
		const proof = makeProof(credentials, to.url, body, Date.now());
		const headers = { 'content-type': 'application/json', [PROOF_HEADER]: proof };
		const post = { method: 'POST' as const, url: to.url, body, headers };
		const answer = await requestUrl(context, post, TIMEOUT_MS);
		if (isUnknownWebhook(answer.statusCode, answer.body)) return { status: 'absent' };
		const { status } = answerSchema.safeParse(answer.body).data ?? {};
		if (status !== undefined) return { status };
		return { status: 'unreachable', reason: `it answers ${answer.statusCode}` };
	} catch (error) {
		return { status: 'unreachable', reason: reasonOf(error) };
	}
}

/** Whether a published trigger no longer exists, by the response of {@link answerPresence}. Never throws. */
export async function isGone(context: Context, url: string): Promise<boolean> {
	const response = await requestUrl(context, { url }, TIMEOUT_MS).catch(() => undefined);
	return response !== undefined && isUnknownWebhook(response.statusCode, response.body);
}

/** Keeps a list, and what the record says about the service, in the trigger's static data. */
function keep(context: TriggerContext, { list, record }: ListMessage): void {
	const stored = readRecord(context);
	// A replay, whose proof may still be valid.
	if (stored && isOutdated(context, list)) return;
	// n8n stores static data as a whole: what it loaded while it was still publishing this trigger has
	// no record, and stored without one, the trigger would register itself at n8n's next start.
	const { registeredAt, isUnconfirmed } = record;
	writeRecord(context, { ...(stored ?? record), registeredAt, isUnconfirmed });
	writeListeners(context, list);
}

/** The same in the trigger's own hook, where n8n stores its static data when the hook has ended. */
export function keepList(context: Context, to: Member, webhookId: string, news: News): void {
	keep(context, messageFor(to, webhookId, news));
}

function answer(status: string): IWebhookResponseData {
	const body: IDataObject = { node: NODE, status };
	return { webhookResponse: body };
}

/**
 * Takes a list that was received as a delivery.
 *
 * @param bytes of the body, which the proof covers
 * @param proof of knowledge of the API key; the request may come from anyone
 */
export async function takeList(
	context: IWebhookFunctions,
	bytes: Uint8Array,
	proof: unknown,
): Promise<IWebhookResponseData> {
	const text = new TextDecoder().decode(bytes);
	const url = context.getNodeWebhookUrl('default') ?? '';
	// The sender must not be able to make n8n start a failing execution.
	const credentials = await credentialsOf(context).catch(() => undefined);
	const isProven = credentials && verifyProof(proof, credentials, url, text, Date.now());
	const message = messageSchema.safeParse(parseJson(text)?.value).data;
	if (!isProven || !message) return answer('refused');
	keep(context, message);
	return answer('done');
}

/** Responds to a GET on the trigger's URL, without authentication: whether it is published. */
export function answerPresence(context: IWebhookFunctions): IWebhookResponseData {
	return answer(context.getMode() === 'manual' ? 'testing' : 'published');
}

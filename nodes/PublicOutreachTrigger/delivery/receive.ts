import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';
import { credentialsOf } from '../../shared/api/credentials';
import { webhooks } from '../../shared/webhook/webhooks';
import { identityOf, keysOf, toOutput } from '../incomingMessage';
import { idOf, readRecord } from '../record';
import { isLater, isOwnSecret, isSameSecret, SECRET_PARAMETER } from '../secret';
import { readSettings, windowOf, type Settings } from '../settings';
import { holdResponse, responseOf } from './response';
import { outboxFor, type Recipient } from './outbox';
import { bytesOf, passesFilters, readDelivery, type Message } from './parse';
import { FORWARDED_HEADER, recipientsOf } from './recipients';

/** When to deliver again what was refused because too much was waiting: some of it has then gone. */
const RETRY_AFTER_S = 30;
const BUSY =
	'Too many messages are waiting for other workflows of this API key. Deliver it again later';

const querySchema = z.record(z.string(), z.unknown()).catch({});

/** Sends the response directly: n8n has one status for all responses of a node. */
function answer(
	context: IWebhookFunctions,
	code: number,
	message: string,
	headers: Record<string, string> = {},
): IWebhookResponseData {
	const response = responseOf(context);
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	response.status(code).json({ status: 'refused', message });
	return { noWebhookResponse: true };
}

/** A response with the result of the delivery, which starts no execution. */
const done = (status: string): IWebhookResponseData => ({ webhookResponse: { status } });

/**
 * Whether a delivery carries the secret of the registration, or of a later one. The service may deliver as
 * soon as it has the URL, before n8n has stored the registration; and an execution that started earlier
 * writes its older static data back when it ends.
 */
async function isVerified(context: IWebhookFunctions): Promise<boolean> {
	const stored = readRecord(context)?.secret;
	const given = querySchema.parse(context.getQueryData())[SECRET_PARAMETER];
	if (stored !== undefined && isSameSecret(given, stored)) return true;
	const url = context.getNodeWebhookUrl('default');
	// Checked before the credential is read: the request may come from anyone.
	if (url === undefined || !isLater(given, stored)) return false;
	const credentials = await credentialsOf(context).catch(() => undefined);
	return credentials !== undefined && isOwnSecret(given, credentials.apiKey, url);
}

/** Accepts a message for this workflow, and sends it to the other listeners. */
function take(
	context: IWebhookFunctions,
	message: Message,
	settings: Settings,
): IWebhookResponseData {
	const { identity, contentType, bytes, body } = message;
	const { deduplicationWindow: window, firstMessageOnly, output } = settings;
	const isTest = context.getMode() === 'manual';
	const ownId = idOf(context, false);
	if (!isTest && !message.isForwarded) webhooks.noteDelivery(ownId);
	const { published, others } = recipientsOf(context, message, settings.alsoDeliverTo);
	if (!published.every((recipient) => outboxFor(recipient).hasRoomFor(recipient, message))) {
		return answer(context, 503, BUSY, { 'retry-after': String(RETRY_AFTER_S) });
	}
	const send = async (recipient: Recipient) =>
		await outboxFor(recipient).send(recipient, { identity, contentType, bytes }, window);
	others.forEach((recipient) => void send(recipient));
	const parts = published.map(send);
	const isWanted = passesFilters(body, settings);
	// A test shows every message; it neither reads nor changes the deduplication of production.
	const memory = isTest || !isWanted ? undefined : outboxFor({ id: ownId }).accepted;
	const keys = keysOf(body, identity, firstMessageOnly);
	const [duplicate, earlier] = keys.map((key) => memory?.outcomeOf(key));
	const known = duplicate ?? earlier;
	// If it were answered earlier and the first one then failed, the message would be lost.
	if (known) parts.push(known);
	const accepted = holdResponse(responseOf(context), parts, published.length + 1);
	if (duplicate) return done('duplicate');
	if (earlier || !isWanted) return done('filtered');
	void memory?.take(keys, windowOf(settings), accepted);
	return {
		webhookResponse: { status: 'emitted' },
		workflowData: [[{ json: toOutput(body, output) }]],
	};
}

/**
 * Handles one delivery: 401 unless it is verified, 400 unless it is a JSON object, 503 when too many
 * messages are on their way already or another listening workflow has not accepted it, otherwise 200, with
 * an execution for a new message that passes the filters.
 *
 * Nothing is awaited in it that may take long: n8n 2.41 keeps an isolate of its expression engine until it
 * returns.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const headers = context.getHeaderData();
	const bytes = await bytesOf(context.getRequestObject());
	const settings = readSettings(
		(name) => context.getNodeParameter(name),
		(message) => context.logger.warn(`An option of the trigger has no effect: ${message}`),
	);
	const node = context.getNode();
	if (settings.verifyDeliveries && !(await isVerified(context))) {
		context.logger.warn('Refused a delivery without the secret of the registered URL', {
			workflowId: context.getWorkflow().id,
			nodeId: node.id,
			node: node.name,
		});
		return answer(context, 401, 'The secret of the registered URL is missing or wrong');
	}
	const contentType = String(headers['content-type'] ?? '');
	const delivery = readDelivery({ contentType, body: context.getBodyData(), bytes });
	if (delivery.kind === 'not-an-object') return answer(context, 400, 'Expected a JSON object');
	if (delivery.kind === 'no-message') {
		context.logger.warn('Ignored an incoming_message without a message object', {
			node: node.name,
		});
	}
	if (delivery.kind !== 'message') return done('ignored');
	const isForwarded = headers[FORWARDED_HEADER] !== undefined;
	const identity = identityOf(delivery.body, bytes);
	return take(context, { ...delivery, contentType, bytes, identity, isForwarded }, settings);
}

import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { pause, systemClock, within, type Clock } from '../../shared/api/clock';
import { credentialsOf } from '../../shared/api/credentials';
import { isDataObject } from '../../shared/api/responses/json';
import { webhooks } from '../../shared/webhook/webhooks';
import {
	identityOf,
	keysOf,
	passesFilters,
	readDelivery,
	toOutput,
	type Message,
} from '../incomingMessage';
import { idOf, readRecord } from '../record';
import { isLater, isOwnSecret, isSameSecret, SECRET_PARAMETER } from '../secret';
import { readSettings, windowOf, type Settings } from '../settings';
import { acceptedBy, outboxFor, type Recipient } from './outbox';
import { FORWARDED_HEADER, recipientsOf } from './recipients';

/**
 * The bytes of a body. For versions of a node above 1 n8n reads only those whose content type it parses
 * (n8n 2.41, webhook-helpers.js).
 *
 * @returns none where they cannot be read, such as a multipart form, which n8n has consumed: an error
 * thrown by webhook() would start a failed execution
 */
export async function bytesOf(request: object): Promise<Uint8Array> {
	const isUnread = !('rawBody' in request) || request.rawBody === undefined;
	if (isUnread && 'readRawBody' in request && typeof request.readRawBody === 'function') {
		await Promise.resolve(request.readRawBody()).catch(() => undefined);
	}
	const body = 'rawBody' in request ? request.rawBody : undefined;
	return body instanceof Uint8Array ? body : new Uint8Array();
}

/** The used part of Express's response. */
export interface HttpResponse {
	statusCode: number;
	status(code: number): HttpResponse;
	json(body: unknown): unknown;
	end(...args: unknown[]): unknown;
	setHeader(name: string, value: string): unknown;
	removeHeader(name: string): void;
	once(event: 'close', listener: () => void): unknown;
	/** Whether it was closed before a listener was attached. */
	closed?: boolean;
	destroyed?: boolean;
}

/** How long the service waits for all listeners; what comes later reaches them all the same. */
const WAIT_MS = 25_000;
/** How long n8n may take to store an execution whose sender has gone away. */
const GONE_MS = 50_000;

export function responseOf(context: IWebhookFunctions): HttpResponse {
	return context.getResponseObject();
}

/** How many of these turn out false, or do not turn out within 25 seconds. */
async function countMissing(parts: Array<Promise<boolean>>, clock: Clock): Promise<number> {
	let missing = parts.length;
	const all = Promise.all(parts.map(async (part) => void ((await part) && (missing -= 1))));
	await within(clock, WAIT_MS, async () => await all).catch(() => undefined);
	return missing;
}

/**
 * Observes n8n's response: 200 after it has stored the execution, 500 when it could not, also where the
 * sender has gone away meanwhile. A 200 is held back until others have the message as well, and becomes a
 * 503 where they do not for too long.
 *
 * n8n ends the response itself, so `end` is intercepted, as express-session does.
 *
 * @param parts whether others have it, once known
 * @param workflows how many are to have it, this one included
 * @returns whether n8n has accepted the delivery
 */
export async function holdResponse(
	response: HttpResponse,
	parts: Array<Promise<boolean>>,
	workflows: number,
	clock: Clock = systemClock,
): Promise<boolean> {
	const waiting = parts.length > 0 ? countMissing(parts, clock) : undefined;
	const end = response.end.bind(response);
	let settle: (isAccepted: boolean) => void = () => {};
	const settled = new Promise<boolean>((resolve) => (settle = resolve));
	let hasEnded = false;
	const onClose = () => {
		if (!hasEnded) void pause(clock, GONE_MS).then(() => settle(false));
	};
	if (response.closed || response.destroyed) onClose();
	else response.once('close', onClose);
	response.end = (...args) => {
		response.end = end;
		hasEnded = true;
		const isAccepted = response.statusCode < 400;
		settle(isAccepted);
		if (!waiting || !isAccepted) return end(...args);
		void waiting.then((missing) => {
			if (missing === 0) return end(...args);
			response.removeHeader('etag');
			const message = `${missing} of ${workflows} workflows have not accepted the message yet. Deliver it again: those that have it will not start twice`;
			return response.status(503).json({ status: 'incomplete', message });
		});
		return response;
	};
	return await settled;
}

/** When to deliver again what was refused because too much was waiting: some of it has then gone. */
const RETRY_AFTER_S = 30;
const BUSY =
	'Too many messages are waiting for other workflows of this API key. Deliver it again later';

/** Sends the response directly: n8n has one status for all responses of a node. */
function answer(context: IWebhookFunctions, code: number, message: string): IWebhookResponseData {
	responseOf(context).status(code).json({ status: 'refused', message });
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
	const { secret: stored, url: registered } = readRecord(context) ?? {};
	const query: unknown = context.getQueryData();
	const given = isDataObject(query) ? query[SECRET_PARAMETER] : undefined;
	if (stored !== undefined && isSameSecret(given, stored)) return true;
	const url = context.getNodeWebhookUrl('default');
	// A workflow that is copied over n8n's public API brings the record of another n8n along.
	const latest = registered === url ? stored : undefined;
	// Checked before the credential is read: the request may come from anyone.
	if (url === undefined || !isLater(given, latest)) return false;
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
		responseOf(context).setHeader('retry-after', String(RETRY_AFTER_S));
		return answer(context, 503, BUSY);
	}
	const send = async (recipient: Recipient) =>
		await outboxFor(recipient).send(recipient, { identity, contentType, bytes }, window);
	others.forEach((recipient) => void send(recipient));
	const parts = published.map(send);
	const isWanted = passesFilters(body, settings);
	// A test shows every message; it neither reads nor changes the deduplication of production.
	const memory = isTest || !isWanted ? undefined : acceptedBy(ownId);
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
	const warn = (message: string) => {
		const { id: nodeId, name: node } = context.getNode();
		context.logger.warn(message, { workflowId: context.getWorkflow().id, nodeId, node });
	};
	const settings = readSettings(
		(name) => context.getNodeParameter(name),
		(message) => warn(`A setting of the trigger has no effect: ${message}`),
	);
	if (settings.verifyDeliveries && !(await isVerified(context))) {
		warn('Refused a delivery without the secret of the registered URL');
		return answer(context, 401, 'The secret of the registered URL is missing or wrong');
	}
	const contentType = String(headers['content-type'] ?? '');
	const delivery = readDelivery({ contentType, body: context.getBodyData(), bytes });
	if (delivery.kind === 'not-an-object') return answer(context, 400, 'Expected a JSON object');
	if (delivery.kind === 'no-message') {
		warn('Ignored an incoming_message without a message object');
	}
	if (delivery.kind !== 'message') return done('ignored');
	const isForwarded = headers[FORWARDED_HEADER] !== undefined;
	const identity = identityOf(delivery.body, bytes);
	return take(context, { ...delivery, contentType, bytes, identity, isForwarded }, settings);
}

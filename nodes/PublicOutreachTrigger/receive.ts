import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { pause, systemClock } from '../shared/clock';
import { credentialsOf } from '../shared/credentials';
import { isDataObject } from '../shared/json';
import { isExpression } from '../shared/parameters/expressions';
import { receivedBy } from './deduplicate';
import { forward, FORWARDED_HEADER, targetsOf } from './forward';
import { identityOf, keysOf, passesFilters, readDelivery, toOutput, type Message } from './message';
import { idOf, readListeners, readRegistration } from './registration';
import { allListeners, normalized } from './registry';
import { noteOwnAddress } from './requests';
import { isLater, isOwnSecret, isSameSecret, SECRET_PARAMETER } from './secret';
import { readSettings, sizeOf, type Settings } from './settings';

/**
 * The bytes of a body. For versions of a node above 1 n8n reads only those whose content type it parses
 * (n8n 2.41, webhook-helpers.js).
 *
 * @returns no bytes if they cannot be read, such as those of a multipart form, which n8n has consumed: an
 * error thrown by webhook() would start a failed execution
 */
export async function bytesOf(request: object): Promise<Uint8Array> {
	const isUnread = !('rawBody' in request) || request.rawBody === undefined;
	if (isUnread && 'readRawBody' in request && typeof request.readRawBody === 'function') {
		await Promise.resolve(request.readRawBody()).catch(() => undefined);
	}
	const body = 'rawBody' in request ? request.rawBody : undefined;
	return body instanceof Uint8Array ? body : new Uint8Array();
}

/** The part of Express's response that is used. */
interface HttpResponse {
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

/** How long n8n may take to store an execution whose sender has disconnected. */
const STORE_AFTER_DISCONNECT_MS = 50_000;

/** When to deliver a message again that a workflow missed because its queue was full: by then there is room. */
const RETRY_AFTER_S = 30;

/** The response if a workflow has missed the message. */
interface Incomplete {
	status: 'incomplete';
	message: string;
}

function respond(response: HttpResponse, code: number, body: object): void {
	if (code === 503) response.setHeader('retry-after', String(RETRY_AFTER_S));
	response.status(code).json(body);
}

/**
 * Observes n8n's response: 200 after it has stored the execution, 500 when it could not, even if the sender
 * has disconnected meanwhile. n8n ends the response itself, so `end` is intercepted, as in express-session.
 *
 * @param incompleteOf returns the response to send instead of a 200
 * @returns whether n8n has accepted the delivery
 */
async function observeResponse(
	response: HttpResponse,
	incompleteOf: () => Incomplete | undefined,
): Promise<boolean> {
	const end = response.end.bind(response);
	return await new Promise<boolean>((resolve) => {
		let hasEnded = false;
		const onClose = () => {
			if (hasEnded) return;
			void pause(systemClock, STORE_AFTER_DISCONNECT_MS, 'store').then(() => resolve(false));
		};
		response.end = (...args) => {
			response.end = end;
			hasEnded = true;
			const isAccepted = response.statusCode < 400;
			resolve(isAccepted);
			const incomplete = incompleteOf();
			if (!isAccepted || !incomplete) return end(...args);
			response.removeHeader('etag');
			return respond(response, 503, incomplete);
		};
		if (response.closed || response.destroyed) onClose();
		else response.once('close', onClose);
	});
}

/** Sends the response directly: n8n has one status for all responses of a node. */
function respondDirectly(
	context: IWebhookFunctions,
	code: number,
	body: object,
): IWebhookResponseData {
	respond(context.getResponseObject(), code, body);
	return { noWebhookResponse: true };
}

const refused = (context: IWebhookFunctions, code: number, message: string) =>
	respondDirectly(context, code, { status: 'refused', message });

/** What became of a delivery; `forwarded`: how many others get the message too. */
interface DeliveryResult {
	status: string;
	forwarded?: number;
}

/** A response that starts no execution. */
const done = (outcome: DeliveryResult): IWebhookResponseData => ({
	webhookResponse: { ...outcome },
});

/**
 * Whether a delivery carries the secret of the registration, or of a later one. The service may deliver as
 * soon as it has the URL, before n8n has stored the registration; and an execution that started earlier
 * writes its older static data back when it ends.
 */
async function isVerified(context: IWebhookFunctions): Promise<boolean> {
	const { secret: stored, url: registered } = readRegistration(context) ?? {};
	const query: unknown = context.getQueryData();
	const given = isDataObject(query) ? query[SECRET_PARAMETER] : undefined;
	if (stored !== undefined && isSameSecret(given, stored)) return true;
	const url = normalized(context.getNodeWebhookUrl('default') ?? '');
	// The stored secret may be from the time when n8n had another address.
	const latest = registered === url ? stored : undefined;
	// Checked before the credential is read: the request may come from anyone.
	if (!isLater(given, latest)) return false;
	const credentials = await credentialsOf(context).catch(() => undefined);
	const id = idOf(context, false);
	return credentials !== undefined && isOwnSecret(given, credentials.apiKey, id);
}

/**
 * Whether the registered URL has no secret. An expression in the setting may give something else than at
 * publication, or fail, but the service still has the URL of the publication.
 */
function isRegisteredOpen(context: IWebhookFunctions): boolean {
	const raw = { rawExpressions: true };
	// What is fixed is still as it was at publication.
	if (!isExpression(context.getNodeParameter('options.verifyDeliveries', '', raw))) return false;
	const registration = readRegistration(context);
	const url = normalized(context.getNodeWebhookUrl('default') ?? '');
	if (registration?.url !== url || registration.secret !== undefined) return false;
	// What is stored may be an earlier registration: the present one may have a secret.
	const known = [...allListeners(), ...(readListeners(context)?.listeners ?? [])];
	return known.every((one) => one.id !== registration.id || one.url === url);
}

/** When a refused delivery of a trigger was last logged, and how many have come since. */
const refusals = new Map<string, { at: number; count: number }>();
const REFUSALS_EVERY_MS = 3_600_000;

/** Logs a refused delivery, at most once an hour: anyone can send such requests. */
function logRefusal(id: string, warn: (message: string) => void): void {
	const now = systemClock.now();
	const { at, count } = refusals.get(id) ?? { at: -Infinity, count: 0 };
	const isDue = now - at >= REFUSALS_EVERY_MS;
	refusals.set(id, isDue ? { at: now, count: 0 } : { at, count: count + 1 });
	const more = count > 0 ? `, and ${count} more before` : '';
	if (isDue) warn(`Refused a delivery without the secret of the registered URL${more}`);
}

/**
 * Forwards a message to all other targets, and says which of them miss it: each has a queue of its own, which
 * may be full.
 *
 * @param stored settles once n8n has stored this workflow's own execution
 */
function forwardToAll(
	context: IWebhookFunctions,
	message: Message,
	urls: string[],
	stored?: Promise<boolean>,
): { forwarded?: number; incomplete?: Incomplete } {
	const results = targetsOf(context, message, urls).map((target) => ({
		...target,
		result: forward(target, message, context, stored),
	}));
	const queued = results.filter(({ result }) => result === 'queued').length;
	const forwarded = queued > 0 ? queued : undefined;
	const full = results.filter(({ result }) => result === 'full');
	const missing = full.filter(({ kind }) => kind === 'published').length;
	if (missing === 0) return { forwarded };
	const workflows = missing === 1 ? 'One workflow has' : `${missing} workflows have`;
	const text = `${workflows} not taken the message, since too many wait for it. Deliver it again later: the others will not start twice`;
	return { forwarded, incomplete: { status: 'incomplete', message: text } };
}

/** Responds once the first delivery of the message is accepted or has failed: otherwise it might get lost. */
function respondLater(
	context: IWebhookFunctions,
	result: Promise<boolean>,
	outcome: DeliveryResult,
	incomplete?: Incomplete,
): IWebhookResponseData {
	const response: HttpResponse = context.getResponseObject();
	const failed = { status: 'refused', message: 'n8n could not start an execution' };
	void result.then((isAccepted) => {
		if (isAccepted && !incomplete) respond(response, 200, outcome);
		else respond(response, 503, isAccepted && incomplete ? incomplete : failed);
	});
	return { noWebhookResponse: true };
}

/** Accepts a message for this workflow, and forwards it to the other listeners. */
function accept(
	context: IWebhookFunctions,
	message: Message,
	settings: Settings,
): IWebhookResponseData {
	const { identity, body } = message;
	const { firstMessageOnly, output, alsoDeliverTo } = settings;
	const isTest = context.getMode() === 'manual';
	const isWanted = passesFilters(body, settings);
	// A test shows every message; it neither reads nor changes the deduplication of production.
	const received = isTest ? undefined : receivedBy(idOf(context, false));
	const keys = isWanted ? keysOf(body, identity, firstMessageOnly) : [];
	const [duplicate, ofLead] = keys.map((key) => received?.resultOf(key));
	const isStarted = isWanted && !duplicate && !ofLead;
	const stored = isStarted
		? observeResponse(context.getResponseObject(), () => incomplete)
		: undefined;
	if (stored) void received?.claim(keys, sizeOf(settings), stored);
	const { forwarded, incomplete } = forwardToAll(context, message, alsoDeliverTo, stored);
	const outcome = (status: string): DeliveryResult => ({ status, forwarded });
	if (duplicate) return respondLater(context, duplicate, outcome('duplicate'), incomplete);
	if (ofLead) return respondLater(context, ofLead, outcome('filtered'), incomplete);
	if (!isWanted)
		return incomplete ? respondDirectly(context, 503, incomplete) : done(outcome('filtered'));
	return {
		webhookResponse: outcome('emitted'),
		workflowData: [[{ json: toOutput(body, output) }]],
	};
}

/**
 * Handles one delivery: 401 unless it is verified, 400 unless it is a JSON object, otherwise 200 as soon as
 * n8n has stored this workflow's own execution, or 503 if another workflow has missed the message. Messages
 * are forwarded independently of that.
 *
 * It awaits nothing that may take long: n8n 2.41 keeps an isolate of its expression engine until it returns.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const headers = context.getHeaderData();
	const bytes = await bytesOf(context.getRequestObject());
	const warn = (message: string) => {
		const { id: nodeId, name: node } = context.getNode();
		context.logger.warn(message, { workflowId: context.getWorkflow().id, nodeId, node });
	};
	const settings = readSettings(
		(path, raw) => context.getNodeParameter(path, undefined, raw),
		(message) => warn(`Ignored an invalid setting of the trigger: ${message}`),
	);
	const isTrusted =
		!settings.verifyDeliveries || (await isVerified(context)) || isRegisteredOpen(context);
	if (!isTrusted) {
		logRefusal(idOf(context, false), warn);
		return refused(context, 401, 'The secret of the registered URL is missing or wrong');
	}
	const isForwarded = headers[FORWARDED_HEADER] !== undefined;
	noteOwnAddress(context, isForwarded);
	const contentType = String(headers['content-type'] ?? '');
	const delivery = readDelivery({ contentType, body: context.getBodyData(), bytes });
	if (delivery.kind === 'not-an-object') return refused(context, 400, 'Expected a JSON object');
	if (delivery.kind === 'no-message') {
		warn('Ignored an incoming_message without a message object');
	}
	if (delivery.kind !== 'message') return done({ status: 'ignored' });
	const identity = identityOf(delivery.body, bytes);
	return accept(context, { ...delivery, contentType, bytes, identity, isForwarded }, settings);
}

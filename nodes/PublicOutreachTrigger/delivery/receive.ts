import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';
import { credentialsOf } from '../../shared/api/nodeCredentials';
import { webhooks } from '../../shared/webhook/webhooks';
import { handleCommand, PROOF_HEADER } from '../registration/commands';
import { isLater, isOwnSecret, isSameSecret, SECRET_PARAMETER } from '../registration/secret';
import { idOf, readRecord } from '../registration/staticData';
import { campaignIdsOf, deliverToOf, readSettings, type Settings } from '../settings';
import { alsoDeliver } from './alsoDeliver';
import { holdResponse, responseOf } from './response';
import { identityOf, memoryOf } from './deduplication';
import { forward, FORWARDED_HEADER, forwardToTests, otherListeners } from './forward';
import { shape } from './outputs';
import { bytesOf, passesFilters, readDelivery, type Message } from './parse';

const querySchema = z.record(z.string(), z.unknown()).catch({});

/** Sends the response directly: n8n has one status for all responses of a node. */
function answer(context: IWebhookFunctions, code: number, message: string): IWebhookResponseData {
	responseOf(context).status(code).json({ status: 'refused', message });
	return { noWebhookResponse: true };
}

/** A response with the result of the delivery, which starts no execution. */
const done = (status: string): IWebhookResponseData => ({ webhookResponse: { status } });

/**
 * Whether a secret belongs to a later registration than the one that n8n has stored. The service may
 * deliver as soon as it has the URL, before n8n has stored the registration; and an execution that
 * started earlier writes its older static data back when it ends.
 */
async function isOfLaterRegistration(
	context: IWebhookFunctions,
	given: unknown,
	stored: string | undefined,
): Promise<boolean> {
	const url = context.getNodeWebhookUrl('default');
	// Checked before the credential is read: the request may come from anyone.
	if (url === undefined || !isLater(given, stored)) return false;
	const { apiKey } = await credentialsOf(context);
	return isOwnSecret(given, apiKey, url);
}

async function isVerified(context: IWebhookFunctions, settings: Settings): Promise<boolean> {
	if (!settings.verifyDeliveries) return true;
	const secret = readRecord(context)?.secret;
	const given = querySchema.parse(context.getQueryData())[SECRET_PARAMETER];
	if (secret !== undefined && isSameSecret(given, secret)) return true;
	return await isOfLaterRegistration(context, given, secret).catch(() => false);
}

/** Throws for an invalid setting; during a delivery there is no user to correct it. */
function unreadable(message: string): never {
	throw new TypeError(message);
}

/** Ignores a setting that cannot be read: an extra message is better than a lost one. */
function tolerant<T>(context: IWebhookFunctions, read: () => T[]): T[] {
	try {
		return read();
	} catch (error) {
		context.logger.warn(`An option of the trigger has no effect: ${String(error)}`);
		return [];
	}
}

/** The forwarding of a delivery beyond its own workflow. */
interface Onward {
	/** The error to respond with instead of 200, once known; absent where there are no other listeners. */
	problem?: Promise<string | undefined>;
}

/** Forwards a message to other listeners and other systems, once; never throws. */
function passOn(context: IWebhookFunctions, message: Message, settings: Settings): Onward {
	const id = idOf(context, context.getMode() === 'manual');
	const { identity } = message;
	const window = settings.deduplicationWindow;
	const urls = tolerant(context, () => deliverToOf(settings.alsoDeliverTo, unreadable));
	const alsoDeliverOnce = async () => {
		const claim = await memoryOf(`${id} also`).claim(identity, window);
		claim?.settle(true);
		if (claim) await alsoDeliver(context, urls, message);
	};
	// A forwarded message has been sent by the published trigger already; a test does not send it again.
	if (urls.length > 0 && !(message.isForwarded && context.getMode() === 'manual')) {
		void alsoDeliverOnce();
	}
	const listeners = message.isForwarded ? [] : otherListeners(context);
	// Tests get duplicates too: a user who builds a workflow may have a message redelivered.
	const tests = listeners.filter(({ kind }) => kind === 'test');
	void forwardToTests(context, message, tests);
	const published = listeners.filter(({ kind }) => kind === 'published');
	if (published.length === 0) return {};
	const forwardOnce = async () => {
		const claim = await memoryOf(`${id} forward`).claim(identity, window);
		const problem = claim && (await forward(context, message, published));
		claim?.settle(problem === undefined);
		return problem;
	};
	return { problem: forwardOnce() };
}

/** Records that the service delivers to this trigger. */
function noteReceiver(context: IWebhookFunctions): void {
	const id = idOf(context, false);
	const webhookId = webhooks.webhookIdOf(id);
	if (webhookId !== undefined) webhooks.apply(webhookId, { type: 'delivered', id, at: Date.now() });
}

/** Accepts a message for this workflow, and forwards it to the other listeners. */
async function take(
	context: IWebhookFunctions,
	message: Message,
	settings: Settings,
): Promise<IWebhookResponseData> {
	const isTest = context.getMode() === 'manual';
	if (!isTest && !message.isForwarded) noteReceiver(context);
	const { problem } = passOn(context, message, settings);
	const response = responseOf(context);
	const without = (status: string) => {
		if (problem) holdResponse(response, () => {}, problem);
		return done(status);
	};
	const campaignIds = tolerant(context, () => campaignIdsOf(settings.campaignIds, unreadable));
	if (!passesFilters(message.body, { ...settings, campaignIds })) return without('filtered');
	// A test shows every message; it neither reads nor changes the deduplication of production.
	const memory = isTest ? undefined : memoryOf(idOf(context, false));
	const claim = await memory?.claim(message.identity, settings.deduplicationWindow);
	if (memory && !claim) return without('duplicate');
	holdResponse(response, (accepted) => claim?.settle(accepted), problem);
	return {
		webhookResponse: { status: 'emitted' },
		workflowData: [[{ json: shape(message.body, settings.output) }]],
	};
}

/**
 * Handles one delivery: 401 unless it is verified, 400 unless it is a JSON object, 503 when another
 * listening workflow has not accepted it, otherwise 200, with an execution for a new message that
 * passes the filters.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const headers = context.getHeaderData();
	const bytes = await bytesOf(context.getRequestObject());
	const proof = headers[PROOF_HEADER];
	if (proof !== undefined) return await handleCommand(context, bytes, proof, Date.now());
	const settings = readSettings((name) => context.getNodeParameter(name));
	const node = context.getNode();
	if (!(await isVerified(context, settings))) {
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
	return await take(context, { ...delivery, contentType, bytes, identity, isForwarded }, settings);
}

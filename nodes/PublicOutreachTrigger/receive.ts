import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';
import { credentialsOf } from '../shared/api/client';
import { slots } from '../shared/webhook/slots';
import { identityOf, memoryOf, type Claim } from './deduplication';
import { passesFilters, readDelivery, type Delivery } from './deliveries';
import { toEnvelope } from './envelope';
import { holderOf, readRecord } from './registrationRecord';
import { isLater, isOwnSecret, isSameSecret, SECRET_PARAMETER } from './secret';
import { campaignIdsOf, readSettings, type Settings } from './settings';

/** What is needed of Express's response. */
interface HttpResponse {
	statusCode: number;
	status(code: number): HttpResponse;
	json(body: unknown): unknown;
	once(event: 'finish' | 'close', listener: () => void): unknown;
	/** Whether it was closed before anybody listened. */
	closed?: boolean;
	destroyed?: boolean;
}

const querySchema = z.record(z.string(), z.unknown()).catch({});
const requestSchema = z.object({ rawBody: z.unknown() }).catch({ rawBody: undefined });

function responseOf(context: IWebhookFunctions): HttpResponse {
	return context.getResponseObject();
}

/** Answers without n8n, which has one status for all of a node's answers. */
function answer(context: IWebhookFunctions, code: number, message: string): IWebhookResponseData {
	responseOf(context).status(code).json({ status: 'refused', message });
	return { noWebhookResponse: true };
}

/** Every answer says what became of the delivery; none of these starts an execution. */
const done = (status: string): IWebhookResponseData => ({ webhookResponse: { status } });

/**
 * Whether a secret belongs to a later registration than the one that n8n has stored. The service
 * may deliver as soon as it has the URL, and n8n stores what was registered after that; and an
 * execution that began before writes its older static data back when it ends.
 */
async function isOfLaterRegistration(
	context: IWebhookFunctions,
	given: unknown,
	stored: string | undefined,
): Promise<boolean> {
	const url = context.getNodeWebhookUrl('default');
	// Before the credential is touched: strangers send anything.
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

function read(context: IWebhookFunctions): Delivery {
	const { rawBody } = requestSchema.parse(context.getRequestObject());
	const contentType = String(context.getHeaderData()['content-type'] ?? '');
	return readDelivery({ contentType, body: context.getBodyData(), rawBody });
}

/** A filter that cannot be read lets everything pass: a message too many is better than one too few. */
function campaignIds(context: IWebhookFunctions, settings: Settings): number[] {
	try {
		return campaignIdsOf(settings.campaignIds, (message) => {
			throw new TypeError(message);
		});
	} catch (error) {
		context.logger.warn(`All campaigns start the workflow: ${String(error)}`);
		return [];
	}
}

/** Who receives deliveries holds the slot: after a restart n8n calls no hook that would tell. */
function learnHolder(context: IWebhookFunctions): void {
	const record = readRecord(context);
	if (record) slots.learn(record.slot, holderOf(context, record), Date.now());
}

/** Settles a claim by what n8n answers: 200 after it has stored the execution, 500 when it could not. */
function settleByAnswer(claim: Claim, response: HttpResponse): void {
	// Its events are over. Should n8n store the execution all the same, its store knows the message.
	if (response.closed || response.destroyed) return claim.settle(false);
	response.once('finish', () => claim.settle(response.statusCode < 400));
	// Without "finish" before it: the sender is gone and cannot know, so it may send again.
	response.once('close', () => claim.settle(false));
}

/**
 * Takes one delivery: 401 unless it is verified, 400 unless it is a JSON object, otherwise 200, with
 * an execution for a new message that passes the filters. Never answers 5xx by itself.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = readSettings((name) => context.getNodeParameter(name));
	const place = { workflowId: context.getWorkflow().id ?? '', nodeId: context.getNode().id };
	if (!(await isVerified(context, settings))) {
		const node = context.getNode().name;
		context.logger.warn('Refused a delivery without the secret of the registered URL', {
			...place,
			node,
		});
		return answer(context, 401, 'The secret of the registered URL is missing or wrong');
	}
	const delivery = read(context);
	if (delivery.kind === 'not-an-object') return answer(context, 400, 'Expected a JSON object');
	if (delivery.kind === 'other-event') return done('ignored');
	const filters = { ...settings, campaignIds: campaignIds(context, settings) };
	if (!passesFilters(delivery.body, filters)) return done('filtered');

	const identity = identityOf(delivery.body, delivery.bytes);
	const emitted: IWebhookResponseData = {
		webhookResponse: { status: 'emitted' },
		workflowData: [[{ json: toEnvelope(identity, delivery.body) }]],
	};
	// A test shows what comes in; it neither uses nor touches what production remembers.
	if (context.getMode() === 'manual') return emitted;
	learnHolder(context);
	const claim = await memoryOf(place).claim(identity, settings.deduplicationWindow);
	if (!claim) return done('duplicate');
	settleByAnswer(claim, responseOf(context));
	return emitted;
}

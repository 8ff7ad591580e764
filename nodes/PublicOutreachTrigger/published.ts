import type { IHookFunctions, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';
import { ApiClient, credentialsOf } from '../shared/api/client';
import type { ApiCredentials } from '../shared/api/credentials';
import { slotIdOf, slots } from '../shared/webhook/slots';
import { holderOf, readRecord, registeredUrlOf, writeRecord } from './registrationRecord';
import { isProof, makeProof } from './secret';
import { setWebhookUrl } from './slot';

/**
 * How the hooks of a test session and of the published workflow speak with each other: they share
 * no memory (a test session's static data starts empty, the process may have been restarted, and
 * with several processes each has its own), but both have URLs. A GET on the production URL
 * answers only while the workflow is published.
 */

const NODE = 'publicOutreachTrigger';
const PROOF_HEADER = 'x-public-outreach-restore';

/** A GET within n8n; what takes longer is not reachable. */
const ASK_TIMEOUT_MS = 5_000;
/** Restoring waits for the service, and for the key's limit. */
const RESTORE_TIMEOUT_MS = 150_000;

const answerSchema = z.object({
	node: z.literal(NODE),
	status: z.string(),
	productionUrl: z.string().optional(),
});
type Answer = z.infer<typeof answerSchema>;

const responseSchema = z.object({ statusCode: z.number(), body: z.unknown() });
/** n8n's own words for a URL that no published workflow has. */
const unknownWebhook = z.object({ code: z.literal(404), message: z.string() });

/** Whether a workflow is published; `unknown` where n8n cannot reach its own URL. */
export type Liveness = 'published' | 'absent' | 'unknown';

async function get(
	caller: IHookFunctions,
	url: string,
	timeout: number,
	headers: Record<string, string> = {},
): Promise<Answer | 'absent' | undefined> {
	try {
		// Without the credential: the API key is for the service alone.
		const response: unknown = await caller.helpers.httpRequest({
			method: 'GET',
			url,
			headers,
			timeout,
			json: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		});
		const { statusCode, body } = responseSchema.parse(response);
		// A proxy in front of n8n may have a 404 of its own, which tells nothing.
		if (statusCode === 404 && unknownWebhook.safeParse(body).success) return 'absent';
		return answerSchema.safeParse(body).data;
	} catch {
		return undefined;
	}
}

/** Asks whether the workflow with this production URL is published. */
export async function askLiveness(caller: IHookFunctions, url: string): Promise<Liveness> {
	const answer = await get(caller, url, ASK_TIMEOUT_MS);
	if (answer === 'absent') return 'absent';
	return answer?.status === 'published' ? 'published' : 'unknown';
}

/**
 * The production URL that belongs to a test URL: hooks of a test session know only the latter.
 *
 * @param testUrl whose own GET entry is asked, as long as the session lives
 */
export async function askProductionUrl(caller: IHookFunctions, testUrl: string): Promise<string> {
	const answer = await get(caller, testUrl, ASK_TIMEOUT_MS);
	const known = answer === 'absent' ? undefined : answer?.productionUrl;
	// n8n's paths unless they are configured (N8N_ENDPOINT_WEBHOOK, N8N_ENDPOINT_WEBHOOK_TEST).
	return known ?? testUrl.replace('/webhook-test/', '/webhook/');
}

/**
 * Asks the published workflow to register its URL again.
 *
 * @returns `restored`, or in one word why not; `undefined` when there was no answer
 */
export async function askToRestore(
	caller: IHookFunctions,
	url: string,
	credentials: ApiCredentials,
	now: number,
): Promise<string | undefined> {
	const headers = { [PROOF_HEADER]: makeProof(credentials, url, now) };
	const answer = await get(caller, url, RESTORE_TIMEOUT_MS, headers);
	return answer === 'absent' ? 'absent' : answer?.status;
}

const KEY_HAS_CHANGED =
	'This trigger was registered with another API key, and is now with the one that its credential has. If the earlier one was the key of another user, run the operation Webhook: Disable with it';

async function restore(context: IWebhookFunctions, proof: unknown, now: number): Promise<string> {
	const record = readRecord(context);
	if (!record || record.test) return 'unregistered';
	const credentials = await credentialsOf(context);
	// Another key may be another user's: what was tested there did not take this slot.
	if (!isProof(proof, credentials, record.url, now)) return 'other-key';
	// Not under the slot's lock: whoever asks holds it.
	await setWebhookUrl(await ApiClient.connect(context), registeredUrlOf(record));
	// The credential may have got another key since it was registered; publishing would use that too.
	const renewed = { ...record, slot: slotIdOf(credentials), takenAt: now };
	if (renewed.slot !== record.slot) context.logger.warn(KEY_HAS_CHANGED);
	writeRecord(context, renewed);
	slots.take(renewed.slot, holderOf(context, renewed));
	return 'restored';
}

/** Answers a GET on the node's URL, of whoever it comes from; tells no secret. */
export async function answerSetup(
	context: IWebhookFunctions,
	now: number,
): Promise<IWebhookResponseData> {
	if (context.getMode() === 'manual') {
		const productionUrl = context.getNodeWebhookUrl('default');
		return { webhookResponse: { node: NODE, status: 'testing', productionUrl } };
	}
	const proof = context.getHeaderData()[PROOF_HEADER];
	if (proof === undefined) return { webhookResponse: { node: NODE, status: 'published' } };
	const status = await restore(context, proof, now).catch((error: unknown) => {
		const reason = error instanceof Error ? error.message : String(error);
		context.logger.error(`The webhook could not be registered again after a test: ${reason}`);
		return 'failed';
	});
	return { webhookResponse: { node: NODE, status } };
}

import type {
	IHookFunctions,
	IHttpRequestOptions,
	ITriggerFunctions,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { z } from 'zod';
import { parseJson } from '../../shared/api/responses/json';
import { systemClock, unlessAborted } from '../../shared/api/clock';
import { ApiClient } from '../../shared/api/client';
import { credentialsOf } from '../../shared/api/nodeCredentials';
import { setWebhookUrl } from '../../shared/webhook/setWebhook';
import type { Member } from '../../shared/webhook/webhooks';
import { makeProof, verifyProof } from './secret';
import {
	deliveryUrlOf,
	isOutdated,
	listSchema,
	readRecord,
	recordSchema,
	writeList,
	writeRecord,
} from './staticData';

/**
 * A command of the main process to a published trigger, by a POST to its URL: it is handled in the
 * process that handles deliveries, in queue mode another one, which can change the trigger's static data.
 */
const commandSchema = z.object({
	/** Whether to register its URL with the service as well. */
	register: z.boolean(),
	/** All listeners from now on. */
	list: listSchema,
	/** The trigger's record, in case its static data has none. */
	record: recordSchema,
});
export type Command = z.infer<typeof commandSchema>;

const NODE = 'publicOutreachTrigger';
export const PROOF_HEADER = 'x-public-outreach-proof';

/** For a request within n8n; after this, the URL counts as unreachable. */
const TIMEOUT_MS = 5_000;
/** Registering waits for the service and for the key's rate limit. */
const REGISTER_TIMEOUT_MS = 150_000;

const answerSchema = z.object({
	node: z.literal(NODE),
	status: z.enum(['done', 'refused', 'failed']),
	message: z.string().optional(),
});
type Answer = z.infer<typeof answerSchema>;

const responseSchema = z.object({ statusCode: z.number(), body: z.unknown() });
const unknownWebhook = z.object({ code: z.literal(404), message: z.string() });

/** The outcome of a command; `absent`: the trigger is not published, `unreachable`: n8n cannot reach its own URL. */
export interface CommandOutcome {
	status: 'done' | 'absent' | 'unreachable' | 'refused' | 'failed';
	message?: string;
}

/** Whether a response is n8n's own 404 for an unknown webhook URL, as opposed to a proxy's. */
export function isUnknownWebhook(statusCode: number, body: unknown): boolean {
	return statusCode === 404 && unknownWebhook.safeParse(body).success;
}

function outcomeOf(statusCode: number, body: unknown): CommandOutcome {
	if (isUnknownWebhook(statusCode, body)) return { status: 'absent' };
	const answer = answerSchema.safeParse(body).data;
	return answer ?? { status: 'unreachable', message: `it answers ${statusCode}` };
}

/** The response of a URL of n8n's own. */
async function request(
	helpers: IHookFunctions['helpers'] | ITriggerFunctions['helpers'],
	options: IHttpRequestOptions,
	timeout: number,
): Promise<{ statusCode: number; body: unknown }> {
	const sending = helpers.httpRequest({
		...options,
		timeout,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	});
	// The HTTP client applies the timeout to idle time only.
	const response: unknown = await unlessAborted(sending, systemClock.deadline(timeout));
	const { statusCode, body } = responseSchema.parse(response);
	return { statusCode, body: typeof body === 'string' ? parseJson(body)?.value : body };
}

function unreachable(error: unknown): CommandOutcome {
	return { status: 'unreachable', message: error instanceof Error ? error.message : '' };
}

/** Sends a command to a published trigger. Never throws. */
export async function sendCommand(
	{ helpers }: IHookFunctions | ITriggerFunctions,
	to: Member,
	command: Command,
): Promise<CommandOutcome> {
	try {
		const body = JSON.stringify(command);
		const proof = makeProof(await to.credentials(), to.url, body, Date.now());
		// Without the credential: the API key is only for the service.
		const headers = { 'content-type': 'application/json', [PROOF_HEADER]: proof };
		const timeout = command.register ? REGISTER_TIMEOUT_MS : TIMEOUT_MS;
		const options = { method: 'POST', url: to.url, body, headers } as const;
		const response = await request(helpers, options, timeout);
		return outcomeOf(response.statusCode, response.body);
	} catch (error) {
		return unreachable(error);
	}
}

/**
 * Whether a POST to a published trigger reaches it, as those do that forward messages: `done` if it does.
 * It refuses the empty command, which changes nothing. Never throws.
 */
export async function tryToReach(
	{ helpers }: IHookFunctions,
	url: string,
): Promise<CommandOutcome> {
	try {
		const headers = { 'content-type': 'application/json', [PROOF_HEADER]: 'none' };
		const options = { method: 'POST', url, body: '{}', headers } as const;
		const { statusCode, body } = await request(helpers, options, TIMEOUT_MS);
		const outcome = outcomeOf(statusCode, body);
		return outcome.status === 'refused' ? { status: 'done' } : outcome;
	} catch (error) {
		return unreachable(error);
	}
}

/** Whether a published trigger no longer exists, by the response of handleSetup. Never throws. */
export async function isGone({ helpers }: ITriggerFunctions, url: string): Promise<boolean> {
	const response = await request(helpers, { url }, TIMEOUT_MS).catch(() => undefined);
	return response !== undefined && isUnknownWebhook(response.statusCode, response.body);
}

async function executeCommand(context: IWebhookFunctions, command: Command): Promise<Answer> {
	const record = readRecord(context);
	if (command.register) {
		if (!record) return { node: NODE, status: 'failed', message: 'it is not registered yet' };
		// Refuses a replay, whose proof may still be valid.
		if (isOutdated(context, command.list)) return { node: NODE, status: 'refused' };
		await setWebhookUrl(await ApiClient.connect(context), deliveryUrlOf(record));
		writeRecord(context, { ...record, registeredAt: Date.now() });
	}
	// n8n stores static data as a whole: what it loaded while it was still publishing this trigger has
	// no record, and stored without one, the trigger would register itself at n8n's next start.
	if (!record) writeRecord(context, command.record);
	writeList(context, command.list);
	return { node: NODE, status: 'done' };
}

/**
 * Executes a command that was received as a delivery.
 *
 * @param bytes of the body, which the proof covers
 * @param proof of knowledge of the API key; the request may come from anyone
 */
export async function handleCommand(
	context: IWebhookFunctions,
	bytes: Uint8Array,
	proof: unknown,
	now: number,
): Promise<IWebhookResponseData> {
	const text = new TextDecoder().decode(bytes);
	const url = context.getNodeWebhookUrl('default') ?? '';
	// The sender must not be able to make n8n start a failing execution.
	const credentials = await credentialsOf(context).catch(() => undefined);
	const isProven = credentials && verifyProof(proof, credentials, url, text, now);
	const command = commandSchema.safeParse(parseJson(text)?.value).data;
	if (!isProven || !command) return { webhookResponse: { node: NODE, status: 'refused' } };
	const answer = await executeCommand(context, command).catch((error: unknown): Answer => {
		const message = error instanceof Error ? error.message : String(error);
		return { node: NODE, status: 'failed', message };
	});
	return { webhookResponse: answer };
}

/** Responds to a GET on the trigger's URL, without authentication: whether it is published. */
export function handleSetup(context: IWebhookFunctions): IWebhookResponseData {
	const status = context.getMode() === 'manual' ? 'testing' : 'published';
	return { webhookResponse: { node: NODE, status } };
}

import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { webhookSlot } from '../api/schemas';
import type { ApiClient } from '../api/client';
import { sentences, wasNotCarriedOut } from '../api/errors/problem';
import { apiPath } from '../api/path';
import { keyOf, webhooks, type Prefixes } from './webhooks';

const WEBHOOK = apiPath`/api/v1/user/webhook/`;
/** For each attempt: all others wait meanwhile, and n8n gives a publication up after 84 s, with words of its own. */
const TIMEOUT_MS = 10_000;

/**
 * Whether a failed request may have been carried out: no response, a gateway error, or a 2xx that
 * cannot be read or is a page. A 2xx whose body reports the failure was refused.
 * A 500 or 503 of the service itself counts as refused here: what is not certain is undone with null, which
 * would take the webhook from another system.
 */
export function mayHaveHappened(error: unknown): boolean {
	if (wasNotCarriedOut(error)) return false;
	const code = (error instanceof NodeApiError && error.httpCode) || '';
	return /^(2..|408|502|504|520|524)$/.test(code) || /^\D/.test(code);
}

/** Moves the advice of an error into its message: n8n 2.41 shows only the message of a failed publication. */
function withAdviceInMessage(error: unknown): never {
	if (error instanceof NodeApiError && error.description) {
		error.message = sentences([error.message, error.description]);
		error.description = null;
	}
	throw error;
}

/**
 * Points the user's one webhook at a URL, or at nothing (reference, PUT /api/v1/user/webhook/).
 *
 * @throws NodeApiError with the service's words
 */
export async function setWebhookUrl(client: ApiClient, url: string | null): Promise<void> {
	const options = { body: { webhook_url: url }, idempotent: true, urgent: true };
	// Urgent: until it is done, messages get lost.
	const put = client.with({ timeoutMs: TIMEOUT_MS }).object('PUT', WEBHOOK, options);
	await put.catch(withAdviceInMessage);
}

/**
 * The prefixes of all keys of the user whose key is used (extended API, 3: only the names of the fields
 * are known).
 *
 * @returns `undefined` where the service does not tell, or not this key
 * @throws NodeApiError when the request fails: two keys of one user must not be taken for those of two
 */
export async function listPrefixes(client: ApiClient): Promise<Prefixes> {
	const api = client.with({ timeoutMs: TIMEOUT_MS });
	const listing = api.list(apiPath`/api/v1/api-keys/`, { urgent: true, mayBeMissing: true });
	const keys = await listing.catch((error: unknown) => {
		if (error instanceof NodeApiError && /^(2..|401)$/.test(error.httpCode ?? '')) return [];
		throw error;
	});
	const prefixes = keys.flatMap(({ prefix }) => (typeof prefix === 'string' ? [prefix] : []));
	const own = keyOf(client.connection.credentials).prefix;
	return prefixes.includes(own) ? prefixes : undefined;
}

/**
 * The same for an operation of a workflow. The triggers of this process are notified, so that they do
 * not clear what the workflow has set.
 *
 * @param url `null` disables the webhook
 * @returns what was sent, merged with the response
 * @throws NodeApiError with the service's words
 */
export async function setByOperation(api: ApiClient, url: string | null): Promise<IDataObject> {
	const body = { webhook_url: url };
	const note = () => webhooks.noteOperation(keyOf(api.connection.credentials), url);
	const options = { body, schema: webhookSlot };
	const setting = api.object('PUT', WEBHOOK, options);
	const answer = await setting.catch((error: unknown) => {
		if (mayHaveHappened(error)) note();
		throw error;
	});
	note();
	return { ...body, ...answer };
}

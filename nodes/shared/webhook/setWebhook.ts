import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { webhookSlot } from '../api/responseSchemas';
import type { ApiClient } from '../api/client';
import { sentences } from '../api/errors/sentences';
import { apiPath } from '../api/path';
import { mayHaveHappened } from './outcome';
import { keyOf, webhooks, type Prefixes } from './webhooks';

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
	const options = { body: { webhook_url: url }, emptyAllowed: true, idempotent: true };
	const path = apiPath`/api/v1/user/webhook/`;
	// Urgent: until it is done, messages get lost.
	await client.raw('PUT', path, { ...options, urgent: true }).catch(withAdviceInMessage);
}

/** The key may not list keys, the service has no such list, or returns something else. */
function isRefused(error: unknown): boolean {
	return (
		error instanceof NodeApiError && /^(2..|400|401|403|404|405|501)$/.test(error.httpCode ?? '')
	);
}

/**
 * The prefixes of all keys of the user whose key is used (extended API, 3: only the names of the fields
 * are known).
 *
 * @returns `undefined` where the service does not tell
 * @throws NodeApiError when the request fails: two keys of one user must not be taken for those of two
 */
export async function listPrefixes(client: ApiClient): Promise<Prefixes> {
	const listing = client.list(apiPath`/api/v1/api-keys/`, { urgent: true });
	const keys = await listing.catch((error: unknown) => {
		if (isRefused(error)) return [];
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
	const webhookId = webhooks.webhookIdOfKey(keyOf(api.connection.credentials));
	const note = () => webhooks.apply(webhookId, { type: 'setByOperation', url, at: Date.now() });
	const options = { body, emptyAllowed: true, schema: webhookSlot };
	const setting = api.object('PUT', apiPath`/api/v1/user/webhook/`, options);
	const answer = await setting.catch((error: unknown) => {
		if (mayHaveHappened(error)) note();
		throw error;
	});
	note();
	return { ...body, ...answer };
}

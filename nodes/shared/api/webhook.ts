import { NodeApiError, type IDataObject } from 'n8n-workflow';
import type { ApiClient, ObjectOptions } from './client';
import { wasNotCarriedOut } from './errors/problem';
import { apiPath } from './path';
import { webhookSlot } from './schemas';

/**
 * Has the service deliver the user's messages to a URL (reference, PUT /api/v1/user/webhook/).
 *
 * @param url `null` disables the webhook
 * @returns the sent URL, merged with the response
 * @throws NodeApiError with the service's words
 */
export async function setWebhookUrl(
	client: ApiClient,
	url: string | null,
	options: Pick<ObjectOptions, 'idempotent' | 'urgent'> = {},
): Promise<IDataObject> {
	const body = { webhook_url: url };
	const put = { ...options, body, schema: webhookSlot };
	return { ...body, ...(await client.object('PUT', apiPath`/api/v1/user/webhook/`, put)) };
}

/**
 * Whether a failed request may have been carried out: no response, a gateway error, or a 2xx that cannot be
 * read or is a page. A 2xx whose body reports the failure counts as rejected. A 500 or 503 of the service
 * itself counts as rejected: an uncertain registration is undone by setting null, which would delete another
 * system's URL.
 */
export function mayHaveHappened(error: unknown): boolean {
	if (wasNotCarriedOut(error)) return false;
	const code = (error instanceof NodeApiError && error.httpCode) || '';
	return /^(2..|408|502|504|520|524)$/.test(code) || /^\D/.test(code);
}

/**
 * The prefixes of all API keys of the user whose key is used (extended API, 3: only the names of the
 * fields are known).
 *
 * @returns `undefined` if the service does not list them, or not this key among them
 * @throws NodeApiError when the request fails: keys of one user must not be taken for those of two
 */
export async function listKeyPrefixes(client: ApiClient): Promise<string[] | undefined> {
	const listing = client.list(apiPath`/api/v1/api-keys/`, { urgent: true, mayBeMissing: true });
	const keys = await listing.catch((error: unknown) => {
		if (error instanceof NodeApiError && /^(2..|401)$/.test(error.httpCode ?? '')) return [];
		throw error;
	});
	const prefixes = keys.flatMap(({ prefix }) => (typeof prefix === 'string' ? [prefix] : []));
	const [own = ''] = client.connection.credentials.apiKey.split('.');
	return prefixes.includes(own) ? prefixes : undefined;
}

import type { ApiClient } from '../shared/api/client';
import { apiPath } from '../shared/api/path';

/** What helps when the slot does not hold what it should; n8n registers nothing that has not changed. */
export const ADVICE =
	'If a published workflow is to receive the messages, unpublish it and publish it again';

/**
 * Points the service's one webhook at a URL, or at nothing (reference, PUT /api/v1/user/webhook/).
 *
 * @throws NodeApiError with the service's words
 */
export async function setWebhookUrl(client: ApiClient, url: string | null): Promise<void> {
	await client.raw('PUT', apiPath`/api/v1/user/webhook/`, {
		body: { webhook_url: url },
		emptyAllowed: true,
		// Setting the same URL twice is like setting it once: where an answer is lost, asking again
		// is what makes it certain what the slot holds.
		effect: 'read',
		// Until it is done, messages go astray.
		urgent: true,
	});
}

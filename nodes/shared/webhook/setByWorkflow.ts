import type { IDataObject } from 'n8n-workflow';
import { webhookSlot } from '../api/answerSchemas';
import type { ApiClient } from '../api/client';
import { apiPath } from '../api/path';
import { mayHaveHappened } from './outcome';
import { slotIdOf, slots } from './slots';

/**
 * Points the service's one webhook where a workflow says, and lets the triggers of this process
 * know: what another has set is not theirs to clear (reference, PUT /api/v1/user/webhook/).
 *
 * @param url `null` disables the webhook
 * @returns what was sent, with what the service answers
 * @throws NodeApiError with the service's words
 */
export async function setByWorkflow(api: ApiClient, url: string | null): Promise<IDataObject> {
	const body = { webhook_url: url };
	const note = () => slots.setByWorkflow(slotIdOf(api.connection.credentials), url, Date.now());
	const options = { body, emptyAllowed: true, schema: webhookSlot };
	const setting = api.object('PUT', apiPath`/api/v1/user/webhook/`, options);
	const answer = await setting.catch((error: unknown) => {
		if (mayHaveHappened(error)) note();
		throw error;
	});
	note();
	return { ...body, ...answer };
}

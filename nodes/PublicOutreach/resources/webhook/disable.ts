import { webhookSlot } from '../../../shared/api/answerSchemas';
import { apiPath } from '../../../shared/api/path';
import { defineOperation } from '../../../shared/operations/operation';

/** Reference, PUT /api/v1/user/webhook/: null disables the webhook. */
export const disable = defineOperation({
	name: 'Disable',
	value: 'disable',
	action: 'Disable the webhook',
	description:
		'Stop forwarding incoming messages. The service has one webhook for each user: this also silences a Public Outreach Trigger.',
	effect: 'write',
	properties: [],
	output: webhookSlot,
	async execute({ api }) {
		const body = { webhook_url: null };
		const path = apiPath`/api/v1/user/webhook/`;
		const answer = await api.object('PUT', path, {
			body,
			emptyAllowed: true,
			schema: webhookSlot,
		});
		return { ...body, ...answer };
	},
});

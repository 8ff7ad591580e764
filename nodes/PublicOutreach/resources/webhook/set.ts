import { webhookSlot } from '../../../shared/api/answerSchemas';
import { apiPath } from '../../../shared/api/path';
import { defineOperation } from '../../../shared/operations/operation';

/** Reference, PUT /api/v1/user/webhook/. */
export const set = defineOperation({
	name: 'Set',
	value: 'set',
	action: 'Set the webhook',
	description:
		'Forward incoming messages to a URL. The service has one webhook for each user: this replaces whatever was set, also by a Public Outreach Trigger.',
	effect: 'write',
	properties: [
		{
			displayName: 'Webhook URL',
			name: 'webhookUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://hooks.example.com/incoming',
			description: 'Where the service sends each incoming message',
		},
	],
	output: webhookSlot,
	async execute({ api, params }) {
		const body = { webhook_url: params.url('webhookUrl') };
		const path = apiPath`/api/v1/user/webhook/`;
		const answer = await api.object('PUT', path, {
			body,
			emptyAllowed: true,
			schema: webhookSlot,
		});
		return { ...body, ...answer };
	},
});

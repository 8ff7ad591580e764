import { webhookSlot } from '../../../shared/api/answerSchemas';
import { defineOperation } from '../../../shared/operations/operation';
import { setByWorkflow } from '../../../shared/webhook/setByWorkflow';

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
		return await setByWorkflow(api, params.url('webhookUrl'));
	},
});

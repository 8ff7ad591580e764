import { webhookSlot } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { notice } from '../../../shared/parameters/fields';
import { setWebhookUrl } from '../../../shared/api/webhook';

export const set = defineOperation({
	name: 'Set',
	value: 'set',
	action: 'Set the webhook',
	description:
		'Forward incoming messages to a URL. Each user has one webhook: this replaces the current URL, even that of a Public Outreach Trigger.',
	request: 'PUT /api/v1/user/webhook/',
	source: 'reference, PUT /api/v1/user/webhook/',
	effect: 'write',
	words: {
		nouns: ['URL', 'URLs'],
		done: 'set',
		again: 'sets {them} again',
	},
	properties: [
		notice(
			'setNotice',
			'Each user has one webhook: this replaces the current URL, even that of a Public Outreach Trigger',
		),
		{
			displayName: 'Webhook URL',
			name: 'webhookUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://hooks.example.com/incoming',
			description: 'The URL to which the service sends each incoming message',
		},
	],
	output: webhookSlot,
	parse(params) {
		return { url: params.url('webhookUrl') };
	},
	async send({ url }, { api }) {
		return await setWebhookUrl(api, url);
	},
});

import { webhookSlot } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { notice } from '../../../shared/parameters/fields';
import { setWebhookUrl } from '../../../shared/api/webhook';

/** Null disables the webhook. */
export const disable = defineOperation({
	name: 'Disable',
	value: 'disable',
	action: 'Disable the webhook',
	description:
		'Stop forwarding incoming messages. Each user has one webhook, so any Public Outreach Trigger stops receiving messages too.',
	request: 'PUT /api/v1/user/webhook/',
	source: 'reference, PUT /api/v1/user/webhook/',
	effect: 'write',
	words: {
		nouns: ['request', 'requests'],
		done: 'sent',
		again: 'sends {them} again',
	},
	properties: [
		notice(
			'disableNotice',
			'Each user has one webhook, so any Public Outreach Trigger stops receiving messages too',
		),
	],
	output: webhookSlot,
	parse() {
		return {};
	},
	async send(_input, { api }) {
		return await setWebhookUrl(api, null);
	},
});

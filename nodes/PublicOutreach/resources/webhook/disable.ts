import { webhookSlot } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { notice } from '../../../shared/parameters/fields';
import { setByOperation } from '../../../shared/webhook/setWebhook';

/** Null disables the webhook. */
export const disable = defineOperation({
	name: 'Disable',
	value: 'disable',
	action: 'Disable the webhook',
	description:
		'Stop forwarding incoming messages. Each user has one webhook: a Public Outreach Trigger receives nothing more either.',
	request: 'PUT /api/v1/user/webhook/',
	source: 'reference, PUT /api/v1/user/webhook/',
	effect: 'write',
	properties: [
		notice(
			'disableNotice',
			'Each user has one webhook: a Public Outreach Trigger receives nothing more either',
		),
	],
	output: webhookSlot,
	async execute({ api }) {
		return await setByOperation(api, null);
	},
});

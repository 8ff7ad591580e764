import { webhookSlot } from '../../../shared/api/answerSchemas';
import { defineOperation } from '../../../shared/operations/operation';
import { setByWorkflow } from '../../../shared/webhook/setByWorkflow';

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
		return await setByWorkflow(api, null);
	},
});

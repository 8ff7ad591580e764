import { checkMessages, messageFields, readMessage, refuseRepeated } from './message';
import { findProspect } from './prospect';
import { apiPath } from '../../../shared/api/path';
import { sentMessage } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';
import { withParentIds } from '../../fields/shapes';
import { notice } from '../../../shared/parameters/fields';

export const sendMessage = defineOperation({
	name: 'Send Message',
	value: 'sendMessage',
	action: 'Send a message to a prospect',
	description:
		'Send a message in an existing chat, by email or LinkedIn, whichever was used last. The message goes to a real person and cannot be recalled.',
	request: 'POST /api/v1/public/chats/{prospect_id}/send-message/',
	source: 'extended API, 8.2',
	effect: 'write',
	properties: [
		notice(
			'sendMessageNotice',
			'Sends a message to a real person for each input item. Works only in an existing chat.',
		),
		...messageFields,
	],
	output: sentMessage,
	check: checkMessages,
	async execute(context) {
		const { api, params } = context;
		const { prospect, body } = readMessage(params);
		const prospectId = await findProspect(context, prospect);
		refuseRepeated(context, prospectId, body);
		const path = apiPath`/api/v1/public/chats/${prospectId}/send-message/`;
		const answer = await api.object('POST', path, { body });
		return withParentIds(answer, { prospect_id: prospectId });
	},
});

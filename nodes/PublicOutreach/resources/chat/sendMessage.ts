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
		'Reply in the existing conversation with a prospect, by email or LinkedIn, whichever was used last. The message goes to a real person and cannot be recalled.',
	request: 'POST /api/v1/public/chats/{prospect_id}/send-message/',
	source: 'extended API, 8.2',
	effect: 'write',
	properties: [
		notice(
			'sendMessageNotice',
			'Writes to a real person, once for each input item, in an existing conversation only',
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

import { apiPath } from '../../../shared/api/path';
import { sentMessage } from '../../../shared/api/responseSchemas';
import { defineOperation } from '../../../shared/operations/operation';
import { withParentIds } from '../../../shared/operations/parentIds';
import { notice } from '../../fields/notice';
import { checkMessages, messageFields, readMessage } from '../../fields/message';
import { actionResult } from '../../../shared/operations/actionResult';

export const sendMessage = defineOperation({
	name: 'Send Message',
	value: 'sendMessage',
	action: 'Send a message to a prospect',
	description:
		'Reply in the existing conversation with a prospect, by email or LinkedIn, whichever was used last. The message goes to a real person and cannot be undone.',
	request: 'POST /api/v1/public/chats/{prospect_id}/send-message/',
	source: 'extended API, 8.2',
	effect: 'write',
	properties: [
		notice(
			'sendMessageNotice',
			'Writes to a real person, in an existing conversation only. A lead ID in a message may differ from the prospect ID.',
		),
		...messageFields,
	],
	output: sentMessage,
	check: checkMessages,
	async execute({ api, params }) {
		const { prospectId, body } = readMessage(params);
		const path = apiPath`/api/v1/public/chats/${prospectId}/send-message/`;
		const answer = actionResult(await api.raw('POST', path, { body }));
		return [answer].flat().map((sent) => withParentIds(sent, { prospect_id: prospectId }));
	},
});

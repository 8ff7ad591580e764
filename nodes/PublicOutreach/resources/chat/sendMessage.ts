import { checkMessages, messageFields, prepareMessage, readMessage } from './message';
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
	words: {
		nouns: ['message', 'messages'],
		done: 'sent',
		again: 'sends {them} again',
	},
	properties: [
		notice(
			'sendMessageNotice',
			'Sends a message to a real person for each input item. Works only in an existing chat.',
		),
		...messageFields,
	],
	output: sentMessage,
	parse(params) {
		return readMessage(params);
	},
	check(items) {
		return checkMessages(items);
	},
	async prepare(message, context) {
		return await prepareMessage(message, context);
	},
	async send({ body }, { api }, prospectId) {
		const path = apiPath`/api/v1/public/chats/${prospectId}/send-message/`;
		const sent = await api.object('POST', path, { body });
		return withParentIds(sent, { prospect_id: prospectId });
	},
});

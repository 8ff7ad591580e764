import { apiPath } from '../../../shared/api/path';
import { sentMessage } from '../../../shared/api/responseSchemas';
import { defineOperation } from '../../../shared/operations/operation';
import { withParentIds } from '../../../shared/operations/parentIds';
import { notice } from '../../fields/notice';
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
		notice('sendMessageNotice', 'Sends a message to a real person. It cannot be undone.'),
		{
			displayName: 'Prospect ID',
			name: 'prospectId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 5001',
			description:
				'Numeric ID of the prospect, as a search or a chat shows it. Whether the lead ID of an incoming message is the same is not documented.',
		},
		{
			displayName: 'Message',
			name: 'message',
			type: 'string',
			required: true,
			typeOptions: { rows: 5 },
			default: '',
			placeholder: 'e.g. Thank you, Wednesday suits me.',
			description: 'The text to send, plain or HTML; LinkedIn gets it without HTML',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Sender Account ID',
					name: 'senderAccountId',
					type: 'string',
					default: '',
					placeholder: 'e.g. 12',
					description:
						'Numeric ID of the account to send from; without it the service chooses one by the conversation',
				},
				{
					displayName: 'Subject Line',
					name: 'subjectLine',
					type: 'string',
					default: '',
					description: 'Subject of an email; on LinkedIn it is ignored',
				},
			],
		},
	],
	output: sentMessage,
	async execute({ api, params }) {
		const prospectId = params.id('prospectId');
		const path = apiPath`/api/v1/public/chats/${prospectId}/send-message/`;
		const fields = params.collection('additionalFields');
		const body = {
			message: params.textWithoutPlaceholders('message'),
			...fields.body({ subjectLine: 'text', senderAccountId: 'id' }),
		};
		const answer = actionResult(await api.raw('POST', path, { body, emptyAllowed: true }));
		return [answer].flat().map((sent) => withParentIds(sent, { prospect_id: prospectId }));
	},
});

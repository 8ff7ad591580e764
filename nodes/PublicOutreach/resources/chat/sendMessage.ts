import { apiPath } from '../../../shared/api/path';
import { anyObject } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import { outcomeOf } from '../../../shared/operations/outcome';

/** Extended API, 8.2. */
export const sendMessage = defineOperation({
	name: 'Send Message',
	value: 'sendMessage',
	action: 'Send a message to a prospect',
	description:
		'Answer a prospect in their present conversation, by email or LinkedIn, whichever they used last. The message goes to a real person and cannot be taken back.',
	effect: 'write',
	properties: [
		{
			displayName: 'Prospect ID',
			name: 'prospectId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 5001',
			description:
				'Numeric ID of the prospect to answer; in an incoming message it is the ID of the lead, not of the message',
		},
		{
			displayName: 'Message',
			name: 'message',
			type: 'string',
			required: true,
			typeOptions: { rows: 5 },
			default: '',
			placeholder: 'e.g. Thank you, Wednesday suits me.',
			description:
				'What to say, as text or HTML, complete as it is to be read; LinkedIn gets it without HTML',
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
						'Numeric ID of the account to send from, instead of the one that the conversation used before',
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
	output: anyObject,
	async execute({ api, params }) {
		const path = apiPath`/api/v1/public/chats/${params.id('prospectId')}/send-message/`;
		const fields = params.collection('additionalFields');
		const body = {
			message: params.text('message'),
			...fields.body({ subjectLine: 'text', senderAccountId: 'id' }),
		};
		return outcomeOf(await api.raw('POST', path, { body, emptyAllowed: true }));
	},
});

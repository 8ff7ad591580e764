import type { INodeProperties } from 'n8n-workflow';
import type { Parameters } from '../../shared/operations/parameters';
import { repeatedRequest } from './repeatedRequests';

/** What to send to whom (extended API, 8.2). */
export const messageFields: INodeProperties[] = [
	{
		displayName: 'Prospect ID',
		name: 'prospectId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 5001',
		description:
			'Numeric ID of the prospect, as Get Many: Chat or Search shows it. Whether the lead ID of an incoming message is the same is not documented.',
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
				description: 'Subject line, for emails only',
			},
		],
	},
];

export function readMessage(params: Parameters) {
	const prospectId = params.id('prospectId');
	const fields = params.collection('additionalFields');
	const body = {
		message: params.textWithoutPlaceholders('message'),
		...fields.body({ subjectLine: 'text', senderAccountId: 'id' }),
	};
	return { prospectId, body };
}

/** Refuses, before anything is sent, items that would send one person the same text again. */
export function checkMessages(items: Parameters[]): void {
	const repeated = repeatedRequest(items, readMessage);
	if (!repeated) return;
	items[0]?.refuseRequest(
		`${repeated.count} items would send the same message to prospect ${repeated.request.prospectId}`,
		'Turn on Execute Once in the settings of this node, or remove the duplicates before it',
	);
}

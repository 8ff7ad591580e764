import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { OperationContext, Refusal } from '../../operations/operation';
import { isUsed } from '../../fields/filters';
import { repeatedRequests } from '../../fields/items';
import { companyName, prospectLocator, readProspect } from './prospect';
import type { Parameters } from '../../../shared/parameters/parameters';

/** What to send to whom (extended API, 8.2). */
export const messageFields: INodeProperties[] = [
	prospectLocator,
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		required: true,
		typeOptions: { rows: 5 },
		default: '',
		placeholder: 'e.g. Thank you, Wednesday suits me.',
		description: 'The text to send, plain or HTML. On LinkedIn, HTML tags are removed.',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			companyName,
			{
				displayName: 'Sender Account ID',
				name: 'senderAccountId',
				type: 'string',
				default: '',
				placeholder: 'e.g. 12',
				description:
					'Numeric ID of the account to send from. If not set, the service chooses the account.',
			},
			{
				displayName: 'Subject Line',
				name: 'subjectLine',
				type: 'string',
				default: '',
				description: 'Subject line of an email',
			},
		],
	},
];

/** Who gets what, without asking the service. */
export function readMessage(params: Parameters) {
	const fields = params.collection('additionalFields');
	const body = {
		message: params.textWithoutPlaceholders('message'),
		...fields.body({ subjectLine: 'plainText' }),
		...(isUsed(fields, 'senderAccountId') && { sender_account_id: fields.id('senderAccountId') }),
	};
	return { prospect: readProspect(params), body };
}

const ADVICE =
	'Turn on Execute Once in the settings of this node, or remove the duplicates before it';

/** Refuses items that would send one person the same text again. */
export function checkMessages(items: Parameters[]): Refusal[] {
	return repeatedRequests(items, readMessage).map(({ index, request, count }) => {
		const { prospect } = request;
		const who = 'id' in prospect ? prospect.id : `"${prospect.value}"`;
		const message = `${count} items would send the same message to prospect ${who}`;
		return { index, message, advice: ADVICE };
	});
}

/** Refuses to send one person the same text again, where that shows only once the person has been found. */
export function refuseRepeated(
	{ params, isFirst }: Pick<OperationContext, 'params' | 'isFirst'>,
	prospectId: number,
	body: IDataObject,
): void {
	if (isFirst(`${prospectId} ${JSON.stringify(body)}`)) return;
	params.refuseRequest(`Another item sends the same message to prospect ${prospectId}`, ADVICE);
}

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { IndexedInput, PrepareContext, RejectedItem } from '../../operations/operation';
import { sharedByRun, type RunScope } from '../../operations/shared';
import { repeatedRequests } from '../../fields/items';
import { companyName, prospectLocator, readAddressee, type Addressee } from './addressee';
import { findProspect } from './findProspect';
import type { Parameters } from '../../../shared/parameters/parameters';

/** The fields for a message and its recipient (extended API, 8.2). */
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

/** A message and its recipient. */
interface MessageToSend {
	prospect: Addressee;
	/** The body of the request. */
	body: IDataObject;
}

export function readMessage(params: Parameters): MessageToSend {
	const fields = params.collection('additionalFields');
	const body = {
		message: params.textWithoutPlaceholders('message'),
		...fields.body({ subjectLine: 'plainText' }),
		...(fields.isSet('senderAccountId') && { sender_account_id: fields.id('senderAccountId') }),
	};
	return { prospect: readAddressee(params), body };
}

const DUPLICATES_ADVICE =
	'Turn on Execute Once in the settings of this node, or remove the duplicates before it';

/** Rejects items that would send one person the same text again. */
export function checkMessages(items: Array<IndexedInput<MessageToSend>>): RejectedItem[] {
	return repeatedRequests(items, (message) => message).map(({ index, request, count }) => {
		const { prospect } = request;
		const who = 'id' in prospect ? prospect.id : `"${prospect.value}"`;
		const message = `${count} items would send the same message to prospect ${who}`;
		return { index, message, advice: DUPLICATES_ADVICE };
	});
}

/** The unit that sends a message to a prospect, by message and prospect. */
const senders = sharedByRun<RunScope['unit']>();

/**
 * Finds the person, and refuses to send one person the same text twice if that shows only after the person
 * has been found.
 *
 * @returns the prospect ID
 */
export async function prepareMessage(
	{ prospect, body }: MessageToSend,
	context: PrepareContext,
): Promise<number> {
	const { run, entered } = context;
	const id = await findProspect(prospect, context);
	const sender = await senders(run, `${id} ${JSON.stringify(body)}`, async () => run.unit);
	if (sender === run.unit) return id;
	return entered.refuseRequest(
		`Another item sends the same message to prospect ${id}`,
		DUPLICATES_ADVICE,
	);
}

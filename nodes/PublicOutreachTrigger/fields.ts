import type { INodeProperties } from 'n8n-workflow';
import { notice } from '../shared/parameters/fields';

/** How many identifiers are remembered unless the node says otherwise. */
export const DEFAULT_WINDOW = 1000;

export const fields: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'messagesFrom',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'All Messages',
				value: 'everyone',
				action: 'On any message',
				description: 'Messages from leads and from your own accounts',
			},
			{
				name: 'Messages From Leads',
				value: 'leads',
				action: 'On message from lead',
				description: 'Only messages sent by leads',
			},
		],
		default: 'leads',
	},
	{
		...notice(
			'allMessagesNotice',
			'Includes what your own accounts send: a workflow that sends messages may answer itself',
		),
		displayOptions: { show: { messagesFrom: ['everyone'] } },
	},
	{
		displayName: 'Campaign Names or IDs',
		name: 'campaignIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getCampaigns' },
		default: [],
		description:
			'Only messages of these campaigns start the workflow. Empty: messages of all campaigns. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Message',
				value: 'message',
				description: 'The message with its campaign, lead and company, as delivered',
			},
			{
				name: 'Raw',
				value: 'raw',
				description: 'The whole body of the delivery: event and message',
			},
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The ten most used fields, without nesting',
			},
		],
		default: 'message',
		description: 'How much of each message to output',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Also Deliver To',
				name: 'alsoDeliverTo',
				type: 'string',
				typeOptions: { multipleValues: true, multipleValueButtonText: 'Add URL' },
				default: [],
				placeholder: 'e.g. https://crm.example.com/hook',
				description:
					'URLs that get a copy of every message, such as a CRM that used the webhook before. The service has one webhook URL per user, and this trigger needs it.',
			},
			{
				displayName: 'Deduplication Window',
				name: 'deduplicationWindow',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: DEFAULT_WINDOW,
				description:
					'How many messages to remember, so that one that is delivered again does not start the workflow twice',
			},
			{
				displayName: 'First Message of a Lead Only',
				name: 'firstMessageOnly',
				type: 'boolean',
				default: true,
				description:
					'Whether each lead starts the workflow once: with the first message that passes the other filters while this is on. Messages from your own accounts then start nothing. Leads are remembered within the Deduplication Window.',
			},
			{
				displayName: 'Lead Status',
				name: 'leadStatus',
				type: 'string',
				default: '',
				placeholder: 'e.g. IN_REVIEW',
				description:
					'Only messages of leads with this status start the workflow, or with one of several, separated by commas. Only IN_REVIEW is documented.',
			},
			{
				displayName: 'Text Contains',
				name: 'textContains',
				type: 'string',
				default: '',
				placeholder: 'e.g. meeting',
				description:
					'Only messages with this text start the workflow; upper and lower case do not matter',
			},
			{
				displayName: 'Verify Deliveries',
				name: 'verifyDeliveries',
				type: 'boolean',
				default: true,
				description:
					'Whether to add a random secret to the registered URL and refuse deliveries without it. The service does not sign its deliveries.',
			},
		],
	},
];

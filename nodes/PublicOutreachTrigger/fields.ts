import type { INodeProperties } from 'n8n-workflow';
import { notice } from '../shared/parameters/fields';

/** How many messages are remembered by default. */
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
			'Includes messages from your own accounts, so a workflow that sends messages can start itself',
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
			'Start only for messages from these campaigns. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		hint: 'Leave empty for messages from all campaigns',
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
					'URLs that receive a copy of every message, for example a CRM that used the webhook before. The service allows one webhook URL per user, and this trigger takes it.',
			},
			{
				displayName: 'Deduplication Window',
				name: 'deduplicationWindow',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: DEFAULT_WINDOW,
				description:
					'How many messages to remember, so that a repeated delivery does not start the workflow again',
			},
			{
				displayName: 'First Message of a Lead Only',
				name: 'firstMessageOnly',
				type: 'boolean',
				default: true,
				description:
					'Whether to start only for the first message of each lead that passes the other filters. Messages from your own accounts then start nothing. Leads are remembered within the Deduplication Window.',
			},
			{
				displayName: 'Lead Status',
				name: 'leadStatus',
				type: 'string',
				default: '',
				placeholder: 'e.g. IN_REVIEW',
				description:
					'Start only for leads with this status. Separate several with commas. IN_REVIEW is the only documented status.',
			},
			{
				displayName: 'Text Contains',
				name: 'textContains',
				type: 'string',
				default: '',
				placeholder: 'e.g. meeting',
				description: 'Start only for messages that contain this text, regardless of case',
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

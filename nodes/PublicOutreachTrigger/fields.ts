import type { INodeProperties } from 'n8n-workflow';

export const fields: INodeProperties[] = [
	{
		displayName:
			'The service sends all messages of a user to one URL. Publishing this workflow takes it, and a second published workflow with this trigger is refused. To start several workflows, let one of them receive the messages and call the others with "Execute Sub-workflow".',
		name: 'slotNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Messages From',
		name: 'messagesFrom',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Everyone',
				value: 'everyone',
				description: 'Messages of leads, and those that your own accounts send',
			},
			{
				name: 'Leads',
				value: 'leads',
				description: 'Only messages that a lead sent',
			},
		],
		default: 'everyone',
		description: 'Whose messages start the workflow',
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
		description: 'How much of a message to put out',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Campaign IDs',
				name: 'campaignIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. 1042, 1043',
				description:
					'Comma-separated IDs of the campaigns whose messages start the workflow. Without any, all do.',
			},
			{
				displayName: 'Deduplication Window',
				name: 'deduplicationWindow',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 1000,
				description:
					'How many message identifiers to remember. A message that is delivered again within so many others starts nothing.',
			},
			{
				displayName: 'Verify Deliveries',
				name: 'verifyDeliveries',
				type: 'boolean',
				default: true,
				description:
					'Whether to register the URL with a random secret and to refuse deliveries that do not carry it. The service signs nothing itself.',
			},
		],
	},
];

import type { INodeProperties } from 'n8n-workflow';
import { sendingWindow, sendingWindowJson } from './sendingWindow';

/** The settable fields of a campaign (reference, Campaign). Number fields start empty, so that only values that the user entered are sent. */
export const campaignSettings: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	description: "The settings to change. Fields that you don't add keep their values.",
	options: [
		{
			displayName: 'Email Max Messages',
			name: 'emailMaxMessages',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: '',
			description:
				'Maximum number of emails that the campaign sends. The period is not documented.',
		},
		{
			displayName: 'Language',
			name: 'language',
			type: 'string',
			default: '',
			placeholder: 'e.g. en',
			description: 'Short language code, such as en',
		},
		{
			displayName: 'LinkedIn Max Connections',
			name: 'linkedinMaxConnections',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: '',
			description:
				'Maximum number of LinkedIn connection requests that the campaign sends. The period is not documented.',
		},
		{
			displayName: 'LinkedIn Max Messages',
			name: 'linkedinMaxMessages',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: '',
			description:
				'Maximum number of LinkedIn messages that the campaign sends. The period is not documented.',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			description: 'Name of the campaign',
		},
		sendingWindow,
		sendingWindowJson,
		{
			displayName: 'Time Zone Name or ID',
			name: 'timezone',
			type: 'options',
			typeOptions: { loadOptionsMethod: 'getTimeZones' },
			default: '',
			description:
				'Time zone of the campaign, such as Europe/Berlin. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
	],
};

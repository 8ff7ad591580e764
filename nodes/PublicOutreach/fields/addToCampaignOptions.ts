import type { INodeProperties } from 'n8n-workflow';
import { prospectIds } from './ids';
import { filters, sortDirection, sortField } from './selection';

/** What else can be said when prospects of a list go into a campaign (extended API, 6.5). */
export const addToCampaignOptions: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		{
			displayName: 'Activate',
			name: 'activate',
			type: 'boolean',
			default: false,
			description:
				'Whether messages to the added prospects are scheduled at once, if the campaign is ACTIVE',
		},
		{
			displayName: 'Allow Duplicates',
			name: 'allowDuplicates',
			type: 'boolean',
			default: false,
			description: 'Whether prospects who are in another campaign already are added too',
		},
		{
			displayName: 'Amount',
			name: 'amount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'How many prospects to add at most, where no prospect IDs are given; 0 adds all that match',
		},
		filters,
		{
			...prospectIds,
			description: `${prospectIds.description}; without them, all that match are added`,
		},
		{
			displayName: 'Prospects per Company',
			name: 'prospectsPerCompany',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 1,
			description:
				"How many prospects of the same company are added; the service's default is one, the others are left out",
		},
		sortDirection,
		sortField,
	],
};

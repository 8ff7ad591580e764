import type { INodeProperties } from 'n8n-workflow';
import { ID_FORMS, prospectIds } from './ids';
import { filters, sortDirection, sortField } from './selection';

const additionalFields: INodeProperties = {
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
			displayName: 'Amount',
			name: 'amount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 100,
			description:
				'How many prospects to add at most, where no prospect IDs are given; 0 adds all that match',
		},
		filters,
		{
			...prospectIds,
			description: `Numeric IDs of the prospects to add, ${ID_FORMS} Without IDs, all that match are added.`,
		},
		sortDirection,
		sortField,
	],
};

const prospectsPerCompany: INodeProperties = {
	displayName: 'Prospects per Company',
	name: 'prospectsPerCompany',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 1,
	description: 'How many prospects of the same company to add at most; the others are left out',
};

const allowDuplicates: INodeProperties = {
	displayName: 'Allow Duplicates',
	name: 'allowDuplicates',
	type: 'boolean',
	default: false,
	description: 'Whether to add prospects who are in another campaign already',
};

const includeProspects: INodeProperties = {
	displayName: 'Include Prospects in Output',
	name: 'includeProspects',
	type: 'boolean',
	default: true,
	description: 'Whether to output the prospects that were added along with their count',
};

/**
 * The fields for adding prospects of a list to a campaign, besides list and campaign (extended API,
 * 6.5). The prospects can be 50,000 objects in one item: a model, which reads all of it, does not get
 * them unasked. `hide`, since a release of n8n that does not know @tool must show one of the two.
 */
export const addToCampaignFields: INodeProperties[] = [
	prospectsPerCompany,
	allowDuplicates,
	{ ...includeProspects, displayOptions: { hide: { '@tool': [true] } } },
	{ ...includeProspects, default: false, displayOptions: { show: { '@tool': [true] } } },
	additionalFields,
];

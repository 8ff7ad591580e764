import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { ID_FORMS, prospectIds, filters, sortDirection, sortField } from '../../fields/prospects';
import type { CompletedItem } from '../../../shared/operations/operation';
import { chosenFilters } from '../../fields/filtersJson';
import type { Parameters } from '../../../shared/operations/parameters';
import { toInteger } from '../../../shared/operations/values';

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
		filters,
		{
			displayName: 'Limit',
			name: 'amount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 100,
			description:
				'Max number of prospects to add, where no prospect IDs are given; 0 adds all that match',
		},
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

/** The list and the body of the request; the campaign is sent as `campaign`, unlike in extended API, 6.6. */
export function readAddition(params: Parameters): { leadListId: number; body: IDataObject } {
	const fields = params.collection('additionalFields');
	const body = {
		campaign: params.id('campaignId'),
		prospects_per_company: params.integer('prospectsPerCompany'),
		allow_duplicates: params.flag('allowDuplicates'),
		...chosenFilters(fields),
		...fields.body({
			prospectIds: 'ids',
			amount: 'integer',
			sortField: 'plainText',
			sortDirection: 'option',
			activate: 'flag',
		}),
	};
	return { leadListId: params.id('leadListId'), body };
}

/** How many prospects an item was meant to add; unknown where that is the whole list. */
function requestedCount(params: Parameters): number | undefined {
	const fields = params.collection('additionalFields');
	if (fields.has('prospectIds')) return new Set(fields.ids('prospectIds')).size;
	const amount = fields.has('amount') ? fields.integer('amount') : 0;
	return amount > 0 ? amount : undefined;
}

/** Why the service leaves prospects out (extended API, 6.5). */
function reasonsOf(params: Parameters): string {
	const most = params.integer('prospectsPerCompany');
	const company = `at most ${most} per company (raise Prospects per Company to add more)`;
	const duplicates = 'nobody who is in another campaign (turn on Allow Duplicates to add them)';
	const reasons = params.flag('allowDuplicates') ? company : `${company}, and ${duplicates}`;
	return `the service adds ${reasons}. It may also leave out people who are in the campaign already`;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Hints when fewer prospects were, or may have been, added to a campaign than were given. */
export function addedHints(done: CompletedItem[]): string[] {
	const counted = done.flatMap(({ params, output }) => {
		const count = toInteger(output[0]?.count);
		return count === undefined ? [] : [{ params, count, given: requestedCount(params) }];
	});
	const [first] = counted;
	if (!first) return [];
	const added = sum(counted.map(({ count }) => count));
	if (counted.some(({ given }) => given === undefined)) {
		return [`Prospects added: ${added}. If you expected more: ${reasonsOf(first.params)}`];
	}
	const given = sum(counted.map((one) => one.given ?? 0));
	return added < given
		? [`Only ${added} of ${given} prospects were added: ${reasonsOf(first.params)}`]
		: [];
}

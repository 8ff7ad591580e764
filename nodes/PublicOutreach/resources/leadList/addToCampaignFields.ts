import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { ID_FORMS, prospectIds, filters, sortDirection, sortField } from '../../fields/prospects';
import type { CompletedItem } from '../../operations/operation';
import { chosenFilters } from '../../fields/filtersJson';
import type { Parameters } from '../../../shared/parameters/parameters';
import { toInteger } from '../../../shared/integers';

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
	description: 'Whether to output the prospects that were added, and not only their count',
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

/** An item whose answer says how many prospects it added. */
interface Addition {
	params: Parameters;
	added: number;
	/** How many were named; unknown where they are taken from the whole list. */
	named?: number;
}

function additionOf({ params, output }: CompletedItem): Addition[] {
	const added = toInteger(output[0]?.count);
	if (added === undefined) return [];
	const fields = params.collection('additionalFields');
	if (!fields.has('prospectIds')) return [{ params, added }];
	return [{ params, added, named: new Set(fields.ids('prospectIds')).size }];
}

/**
 * Why the service may have left prospects out (extended API, 6.5). Of a whole list no company was cut where
 * fewer were added than one company may have. Of named people one may have been: no source says that
 * colleagues who are in the campaign already do not count.
 */
function reasonsOf({ params, added, named }: Addition): string[] {
	const most = params.integer('prospectsPerCompany');
	const isCut = named !== undefined || added >= most;
	return [
		...(isCut ? [`at most ${most} per company (raise Prospects per Company to add more)`] : []),
		...(params.flag('allowDuplicates')
			? []
			: ['nobody who is in another campaign (turn on Allow Duplicates to add them)']),
	];
}

/** Whether somebody is missing, or may be: how many a whole list holds is not known. */
function isIncomplete(addition: Addition): boolean {
	const { params, added, named } = addition;
	if (named !== undefined) return added < named;
	const fields = params.collection('additionalFields');
	const limit = fields.has('amount') ? fields.integer('amount') : 0;
	const isLimitReached = limit > 0 && added >= limit;
	return !isLimitReached && reasonsOf(addition).length > 0;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Hints when fewer prospects were, or may have been, added to a campaign than were meant. */
export function addedHints(done: CompletedItem[]): string[] {
	const additions = done.flatMap(additionOf);
	const incomplete = additions.filter(isIncomplete);
	if (incomplete.length === 0) return [];
	const added = sum(additions.map((one) => one.added));
	const named = additions.flatMap((one) => one.named ?? []);
	const result =
		named.length < additions.length
			? `Prospects added: ${added}`
			: `Only ${added} of ${sum(named)} prospects were added`;
	const reasons = [...new Set(incomplete.flatMap(reasonsOf))].join(', and ');
	return [
		`${result}. The service adds ${reasons}. It may also leave out people who are in the campaign already`,
	];
}

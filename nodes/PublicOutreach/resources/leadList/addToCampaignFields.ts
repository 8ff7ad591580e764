import type { IDataObject, INodeProperties } from 'n8n-workflow';
import {
	chosenProspects,
	filters,
	ID_FORMS,
	prospectIds,
	sortDirection,
	sortField,
} from '../../fields/prospects';
import type { CompletedUnit } from '../../operations/operation';
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
				'Whether to schedule messages to the added prospects immediately. Applies to ACTIVE campaigns only.',
		},
		filters,
		{
			displayName: 'Limit',
			name: 'amount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 100,
			description:
				'Max number of prospects to add if no prospect IDs are given; 0 adds all that match',
		},
		{
			...prospectIds,
			description: `Numeric IDs of the prospects to add, ${ID_FORMS} Without this field, all that match are added; an empty array adds no one.`,
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
	description: 'Max number of prospects of the same company to add',
};

const allowDuplicates: INodeProperties = {
	displayName: 'Allow Duplicates',
	name: 'allowDuplicates',
	type: 'boolean',
	default: false,
	description: 'Whether to add prospects who are already in another campaign',
};

const includeProspects: INodeProperties = {
	displayName: 'Include Prospects in Output',
	name: 'includeProspects',
	type: 'boolean',
	default: true,
	description: 'Whether to output the added prospects, not only their count',
};

/**
 * The fields for adding prospects of a list to a campaign, besides list and campaign (extended API, 6.5). The
 * prospects can be 50,000 objects in one item. An AI model would read all of them, so it does not get them
 * unasked. `hide`, since a release of n8n that does not know @tool must show one of the two.
 */
export const addToCampaignFields: INodeProperties[] = [
	prospectsPerCompany,
	allowDuplicates,
	{ ...includeProspects, displayOptions: { hide: { '@tool': [true] } } },
	{ ...includeProspects, default: false, displayOptions: { show: { '@tool': [true] } } },
	additionalFields,
];

/** The prospects to add to a campaign, and how. */
interface Addition {
	leadListId: number;
	/** The body of the request. */
	body: IDataObject;
	/** The chosen prospects, no one if empty; `undefined` takes prospects of the whole list. */
	prospectIds?: number[];
	perCompany: number;
	allowsDuplicates: boolean;
	/** The most prospects to take from a whole list; 0 for all. */
	limit: number;
	includesProspects: boolean;
}

/** Reads the prospects to add; the campaign is sent as `campaign`, unlike in extended API, 6.6. */
export function readAddition(params: Parameters): Addition {
	const fields = params.collection('additionalFields');
	const leadListId = params.id('leadListId');
	const perCompany = params.integer('prospectsPerCompany');
	const allowsDuplicates = params.flag('allowDuplicates');
	const prospects = chosenProspects(fields);
	const body: IDataObject = {
		campaign: params.id('campaignId'),
		prospects_per_company: perCompany,
		allow_duplicates: allowsDuplicates,
		...chosenFilters(fields),
		...(prospects && { prospect_ids: prospects }),
		...fields.body({
			amount: 'integer',
			sortField: 'plainText',
			sortDirection: 'option',
			activate: 'flag',
		}),
	};
	return {
		leadListId,
		body,
		prospectIds: prospects,
		perCompany,
		allowsDuplicates,
		limit: toInteger(body.amount) ?? 0,
		includesProspects: params.flag('includeProspects'),
	};
}

/** A request whose response says how many prospects it added. */
interface Added {
	input: Addition;
	added: number;
	/** How many prospects were named; unknown if they are taken from the whole list. */
	named?: number;
}

function addedBy({ input, output }: CompletedUnit<Addition>): Added[] {
	const added = toInteger(output[0]?.count);
	if (added === undefined) return [];
	const { prospectIds } = input;
	return [{ input, added, ...(prospectIds && { named: new Set(prospectIds).size }) }];
}

/**
 * Why the service may have left prospects out (extended API, 6.5). For a whole list, fewer
 * added than one company's limit means that no company was cut. For named people it does not: colleagues
 * already in the campaign may count towards the limit (no source says).
 */
function reasonsOf({ input, added, named }: Added): string[] {
	const most = input.perCompany;
	const isCut = most > 0 && (named !== undefined || added >= most);
	return [
		...(isCut
			? [`adds at most ${most} per company (raise Prospects per Company to add more)`]
			: []),
		...(input.allowsDuplicates
			? []
			: ['skips anyone in another campaign (turn on Allow Duplicates to add them)']),
	];
}

/** Whether someone was, or may have been, left out: the size of a whole list is not known. */
function isIncomplete(addition: Added): boolean {
	const { input, added, named } = addition;
	if (named !== undefined) return added < named;
	const { limit } = input;
	const isLimitReached = limit > 0 && added >= limit;
	return !isLimitReached && reasonsOf(addition).length > 0;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** A hint if fewer prospects were, or may have been, added to a campaign than intended. */
export function addedHints(done: Array<CompletedUnit<Addition>>): string[] {
	const additions = done.flatMap(addedBy);
	const incomplete = additions.filter(isIncomplete);
	if (incomplete.length === 0) return [];
	const added = sum(additions.map((one) => one.added));
	const named = additions.flatMap((one) => one.named ?? []);
	const result =
		named.length < additions.length
			? `Prospects added: ${added}`
			: `Only ${added} of ${sum(named)} prospects were added`;
	const reasons = [...new Set(incomplete.flatMap(reasonsOf))].join(' and ');
	const why = reasons && ` The service ${reasons}.`;
	return [`${result}.${why} It may also skip people who are already in this campaign`];
}

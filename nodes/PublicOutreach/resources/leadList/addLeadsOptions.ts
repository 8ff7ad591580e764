import type { INodeProperties } from 'n8n-workflow';
import { idFormat, isTextFormat } from '../../fields/prospects';
import type { CompletedUnit, Grouping } from '../../operations/operation';
import type { Parameters } from '../../../shared/parameters/parameters';

const BATCH_SIZE = 100;

export const combineItems: INodeProperties = {
	displayName: 'Combine Items',
	name: 'combineItems',
	type: 'boolean',
	default: true,
	description:
		'Whether to send the IDs of all input items for the same list together, up to Batch Size per request. If off, each item has its own request and output.',
};

/** How leads are added to a list, in addition to the IDs (extended API, 6.4 and 6.5). */
export const addLeadsOptions: INodeProperties[] = [
	{
		displayName: 'Batch Size',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: BATCH_SIZE,
		description: 'Maximum number of IDs per request; more IDs are sent in further requests',
	},
	idFormat,
	{
		displayName: 'Skip Leads in the List',
		name: 'skipExisting',
		type: 'boolean',
		default: true,
		description:
			'Whether to read the list first and send only IDs that are not in it yet, for example in a daily workflow',
	},
];

/** The leads to add to a list, and how. */
export interface LeadsToAdd {
	leadListId: number;
	people: number[];
	companies: number[];
	/** Whether IDs are sent as text with commas, or as arrays. */
	isText: boolean;
	/** Whether IDs that the list already has are left out. */
	skipsExisting: boolean;
	/** The most IDs in one request. */
	batchSize: number;
	/** Whether items that add to the same list share requests. */
	isCombined: boolean;
}

/** Reads the options and the IDs, of which there must be one. */
export function readLeadsToAdd(params: Parameters): LeadsToAdd {
	const options = params.collection('options');
	const isOn = (name: string) => options.isSet(name) && options.flag(name);
	const idsOf = (name: string) => (params.isSet(name) ? params.ids(name) : []);
	const people = idsOf('prospectIds');
	const companies = idsOf('companyIds');
	if (people.length + companies.length === 0) {
		const empty = ['prospectIds', 'companyIds'].find((name) => params.isExpression(name));
		if (empty) params.refuseValue(empty, undefined, 'IDs such as 1042, 1043');
		params.refuseRequest('Enter the prospect IDs or the company IDs to add to the lead list');
	}
	return {
		leadListId: params.id('leadListId'),
		people,
		companies,
		isText: isTextFormat(params),
		skipsExisting: isOn('skipExisting'),
		batchSize: options.isSet('batchSize') ? options.integer('batchSize', 1) : BATCH_SIZE,
		isCombined: params.flag('combineItems'),
	};
}

/** Items share requests when they add the same kinds of IDs to the same list, in the same way. */
export function groupingOf({ people, companies, ...input }: LeadsToAdd): Grouping | undefined {
	if (!input.isCombined) return undefined;
	const key = JSON.stringify([input, people.length > 0, companies.length > 0]);
	return { key, size: people.length + companies.length, limit: input.batchSize };
}

export function combineLeads(inputs: LeadsToAdd[]): LeadsToAdd {
	const [first] = inputs;
	if (!first) throw new RangeError('There is nothing to combine');
	const people = inputs.flatMap((input) => input.people);
	return { ...first, people, companies: inputs.flatMap((input) => input.companies) };
}

/**
 * A hint about items that each put one prospect into a list of its own, for example because each item created
 * a list.
 */
export function onePerListHints(done: Array<CompletedUnit<LeadsToAdd>>): string[] {
	if (done.length < 2) return [];
	const lists = new Set(done.map(({ input }) => input.leadListId));
	const isOneEach = done.every(({ input, items }) => items === 1 && input.people.length === 1);
	if (lists.size < done.length || !isOneEach) return [];
	return [
		`Each of ${done.length} items added one prospect to a lead list of its own. If they belong in one list, turn on Execute Once in the settings of the node that creates it`,
	];
}

/** A hint about IDs that were not sent. */
export function skippedHints(done: Array<CompletedUnit<LeadsToAdd>>): string[] {
	const skipped = done.flatMap(({ output }) => output[0]?.skipped_ids ?? []).length;
	return skipped === 0 ? [] : [`Skipped because they are already in the list: ${skipped}`];
}

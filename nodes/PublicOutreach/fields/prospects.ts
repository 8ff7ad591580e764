import { NodeApiError, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { REJECTED_ADVICE } from '../../shared/api/errors/advice';
import { sentences } from '../../shared/sentences';
import { isDataObject, parseJson } from '../../shared/json';
import type { Parameters } from '../../shared/parameters/parameters';
import { ALL_LEADS_ADVICE } from '../../shared/parameters/invalidValue';
import { toId } from '../../shared/parameters/values';
import type { CompletedUnit } from '../operations/operation';
import { titleOf } from './output';

/** The accepted formats of IDs; the second half of a description. */
export const ID_FORMS =
	'separated by commas or newlines. An expression can also return a number, an array, or an array of objects with an "id".';

/** Dragging inserts the ID of one item, although the IDs of all items may be intended. */
const ALL_ITEMS =
	"For all items of a node: {{ $('Search prospects').all().map((item) => item.json.id) }}, with Execute Once";

/** IDs of people (extended API, 6.4). */
export const prospectIds: INodeProperties = {
	displayName: 'Prospect IDs',
	name: 'prospectIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. 5001, 5002',
	description: `Numeric IDs of prospects (people), ${ID_FORMS}`,
	builderHint: {
		propertyHint:
			'IDs from the output of Prospect: Search. For those of all its items use an expression with .all().map((item) => item.json.id), and set executeOnce on this node.',
	},
	hint: ALL_ITEMS,
};

/** IDs of companies, for lists that were created for companies. */
export const companyIds: INodeProperties = {
	displayName: 'Company IDs',
	name: 'companyIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. 7001, 7002',
	description: `Numeric IDs of companies, for a list that holds companies, ${ID_FORMS}`,
};

/** People or companies (extended API, 2.7; the only two values). */
export const searchType: INodeProperties = {
	displayName: 'Search Type',
	name: 'searchType',
	type: 'options',
	options: [
		{ name: 'Companies', value: 'COMPANY' },
		{ name: 'People', value: 'PEOPLE' },
	],
	default: 'PEOPLE',
};

/** Whether the value is a list without elements, as from a node that found no one. */
function isEmptyList(value: unknown): boolean {
	const given = typeof value === 'string' ? parseJson(value)?.value : value;
	return Array.isArray(given) && given.length === 0;
}

/**
 * The prospects of a list that a request is limited to.
 *
 * @returns `undefined` if the field was not added, which means the whole list; no IDs if the given list is
 * empty, such as `added_ids` on a day without new leads, which means no one
 */
export function chosenProspects(fields: Parameters): number[] | undefined {
	if (!fields.has('prospectIds')) return undefined;
	const value = fields.value('prospectIds');
	if (isEmptyList(value)) return [];
	const ids = fields.ids('prospectIds');
	if (ids.length > 0) return ids;
	// To the service, no IDs means all: a field that should select a few would select everyone.
	return fields.refuseValue('prospectIds', value, 'IDs such as 1042, 1043', ALL_LEADS_ADVICE);
}

/** The output of an action for chosen prospects if none was chosen. */
export const NOBODY_CHOSEN = { success: true, count: 0 };

/** Hints about requests that were not sent because no one was chosen. */
export function nobodyChosenHints(
	done: Array<CompletedUnit<{ prospectIds?: number[] }>>,
): string[] {
	const count = done.filter(({ input }) => input.prospectIds?.length === 0).length;
	if (count === 0) return [];
	const items = count === 1 ? 'an item' : `${count} items`;
	return [`Prospect IDs is an empty list for ${items}, so nothing was sent`];
}

/** Lists of people and of companies look alike in the form; only the first can be used in a campaign. */
const COMPANIES_ADVICE =
	'Companies cannot be added to a campaign. If the list holds companies, find their people with Prospect: Search and Company Name, and put these into a list';

/**
 * Replaces the general advice in an error about a list that the service rejects with advice about lists of
 * companies.
 */
export function explainCompanies(error: unknown): never {
	if (error instanceof NodeApiError && /^(400|409|422)$/.test(error.httpCode ?? '')) {
		const known = (error.description ?? '').replace(REJECTED_ADVICE, '').trim();
		error.description = sentences([COMPANIES_ADVICE, known]);
	}
	throw error;
}

/**
 * What a new list holds. Sent only if the user chose it, since the service's own default is not known
 * (extended API, 6.2).
 */
export const listType: INodeProperties = {
	displayName: 'List Type',
	name: 'searchType',
	type: 'options',
	options: [
		{ name: 'Companies', value: 'COMPANY' },
		{
			name: 'Default',
			value: 'default',
			description: 'The service decides. To be sure, choose another option.',
		},
		{ name: 'People', value: 'PEOPLE' },
	],
	default: 'default',
	description: 'Whether the list holds people or companies; it cannot be changed later',
};

/** How IDs are sent: extended API, 6.4 and 6.6 document text, 6.5 an array. */
export const idFormat: INodeProperties = {
	displayName: 'ID Format',
	name: 'idFormat',
	type: 'options',
	options: [
		{
			name: 'Array',
			value: 'array',
			description: 'As documented for Add to Campaign: [5001, 5002]',
		},
		{
			name: 'Text',
			value: 'text',
			description: 'As the vendor\'s own n8n node sends them: "5001,5002"',
		},
	],
	default: 'array',
	description:
		'How to send IDs. The format is not documented: if the service rejects the IDs, try the other one.',
};

/** Whether to send IDs as text. */
export function isTextFormat(params: Parameters): boolean {
	const options = params.collection('options');
	return options.isSet('idFormat') && options.option('idFormat') === 'text';
}

/** Which prospects of a list are selected, and in which order (extended API, 6.5 and 6.7). */
export const filters: INodeProperties = {
	displayName: 'Filters (JSON)',
	name: 'filters',
	type: 'json',
	default: '{}',
	description:
		'Only prospects of the list that match these filters, as one object, such as {"job_title": ["CTO", "CEO"]}',
};

export const sortDirection: INodeProperties = {
	displayName: 'Sort Direction',
	name: 'sortDirection',
	type: 'options',
	options: [
		{ name: 'Ascending', value: 'asc' },
		{ name: 'Descending', value: 'desc' },
	],
	default: 'asc',
	description: 'The order in which the prospects are taken',
};

/**
 * The keys under which the service may send the people or companies of a list; the form of the response is
 * not documented.
 */
export const LEAD_KEYS = ['leads', 'companies', 'prospects'];

export const sortField: INodeProperties = {
	displayName: 'Sort Field',
	name: 'sortField',
	type: 'options',
	options: [
		'created_at',
		'email',
		'first_name',
		'id',
		'job_title',
		'last_name',
		'location',
		'status',
	].map((value) => ({ name: titleOf(value), value })),
	default: 'id',
	description:
		'The field to sort the prospects by before they are taken. Only ID is documented; an expression can name others.',
};

/**
 * The ID of the prospect or the company that an element of a list stands for. Which field has it is not
 * documented: `prospect_id: 5001` and `prospect: 5001` (a foreign key, as Django REST framework writes one),
 * both also as text, as a URL that ends with the ID, as an object with an `id`, and on the element's `lead`.
 * Only an element without any of these is the prospect or company itself; in others, `id` is that of a row.
 *
 * @returns `undefined` if the element does not show it
 */
export function idNamedIn(element: IDataObject, name: 'prospect' | 'company'): number | undefined {
	const { named, isNamed } = foreignKeyIn(element, name);
	return isNamed ? named : toId(element.id);
}

/** The foreign key of an element, and whether it has one at all. */
export function foreignKeyIn(
	element: IDataObject,
	name: 'prospect' | 'company',
): { named?: number; isNamed: boolean } {
	const idOf = (value: unknown): number | undefined => {
		if (isDataObject(value)) return toId(value.id ?? value[`${name}_id`]);
		const [, atEnd] = /\/(\d+)\/?$/.exec(typeof value === 'string' ? value.trim() : '') ?? [];
		return toId(atEnd ?? value);
	};
	const owners = [element, element.lead].filter((owner) => isDataObject(owner));
	const keys = [`${name}_id`, `${name}Id`, name];
	const values = owners.flatMap((owner) => keys.map((key) => owner[key]));
	const ids = values.map(idOf);
	// An empty key names nothing, and neither does the name of a company. But an element that has a prospect,
	// whichever it is, is not a prospect itself.
	const isSomebody = (value: unknown) =>
		value === null || (name === 'prospect' && value !== undefined && value !== '');
	const isNamed = values.some((value, place) => isSomebody(value) || ids[place] !== undefined);
	return { named: ids.find((id) => id !== undefined), isNamed };
}

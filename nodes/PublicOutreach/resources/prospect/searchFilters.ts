import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { DOCUMENTED_FILTERS, KNOWN_FILTERS, readPeopleFilters } from './peopleFilters';
import { isDataObject } from '../../../shared/json';
import { readFilters } from '../../fields/filtersJson';
import type { Parameters } from '../../../shared/parameters/parameters';

/** The option for filters that have no field, such as all those for companies. */
export const filtersJson: INodeProperties = {
	displayName: 'Filters (JSON)',
	name: 'filters',
	type: 'json',
	default: '{}',
	description:
		'Further filters, as one object. Each filter takes a text, a list (any of them), or {"must": […], "doesnt": […]}. For people: job_title, seniority, department, company_name, company_size (such as "51-200"), industry, prospect_location, location_radius with location_radius_unit (km or mi), years_experience, job_change_range_days. There are more, which are not documented.',
	hint: 'For people, such as {"job_title": ["CTO", "VP Sales"], "industry": {"doesnt": ["Retail"]}}',
};

const noFilter = (isPeople: boolean) =>
	`The search had no filters, so it matched ${isPeople ? 'everyone' : 'every company'}`;

/** The most names that a hint lists. */
const MOST_NAMED = 5;

/** Names for a hint: `"a", "b" and 4 more`. */
function listed(names: string[]): string {
	const shown = names.slice(0, MOST_NAMED).map((name) => `"${name}"`);
	const more = names.length - shown.length;
	return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** A hint about filters that may be misspelled. */
function unknownFilters(names: string[]): string[] {
	const unknown = names.filter((name) => !KNOWN_FILTERS.includes(name));
	if (unknown.length === 0) return [];
	const problem = unknown.length === 1 ? "isn't a known filter" : "aren't known filters";
	const object = unknown.length === 1 ? 'it' : 'them';
	return [
		`${listed(unknown)} ${problem}: the service may ignore ${object} and return everyone. Known filters: ${DOCUMENTED_FILTERS.join(', ')}`,
	];
}

/** The fields of a filter that is an object (extended API, 7). */
const CONDITIONS = ['must', 'doesnt'];
const OF_RANGE = ['min', 'max'];

/** Hints about fields that a filter does not have. */
function unknownConditions([name, filter]: [string, unknown]): string[] {
	if (!isDataObject(filter)) return [];
	const known = name === 'years_experience' ? OF_RANGE : CONDITIONS;
	const unknown = Object.keys(filter).filter((condition) => !known.includes(condition));
	if (unknown.length === 0) return [];
	return [
		`"${name}" takes ${known.join(' and ')}: the service may ignore ${listed(unknown)} in it`,
	];
}

const COMPANY_FILTERS =
	'The filters for companies are not documented: the service may ignore unknown ones and return every company';

function titleWithComma(titles: unknown[]): string[] {
	const title = titles.find((one) => typeof one === 'string' && one.includes(','));
	if (title === undefined) return [];
	return [
		`Job Title: "${String(title)}" is one title. To find people with any of several, put each on its own line`,
	];
}

/** The filters of both fields together; refuses a filter that is given twice. */
function combined(params: Parameters, chosen: IDataObject, typed: IDataObject): IDataObject {
	const [twice] = Object.keys(chosen).filter((name) => name in typed);
	if (twice === undefined) return { ...chosen, ...typed };
	return params.refuseRequest(
		`"${twice}" is set twice: in Filters and in Filters (JSON). Remove one of them`,
	);
}

/** The hints about filters that may not be what the user intended. */
function hintsAbout(isPeople: boolean, chosen: IDataObject, typed: IDataObject): string[] {
	const names = Object.keys(typed);
	const none = names.length + Object.keys(chosen).length === 0 ? [noFilter(isPeople)] : [];
	if (!isPeople) return names.length > 0 ? [COMPANY_FILTERS] : none;
	const titles = Array.isArray(chosen.job_title) ? chosen.job_title : [];
	return [
		...none,
		...titleWithComma(titles),
		...unknownFilters(names),
		...Object.entries(typed).flatMap(unknownConditions).slice(0, MOST_NAMED),
	];
}

/** Reads the filters of a search, with hints about those that may not be what the user intended. */
export function readSearchFilters(params: Parameters): { filters: IDataObject; hints: string[] } {
	const isPeople = params.option('searchType') === 'PEOPLE';
	const isShown = isPeople || params.isExpression('searchType');
	const chosen = isShown ? readPeopleFilters(params.collection('peopleFilters')) : {};
	if (!isPeople && Object.keys(chosen).length > 0) {
		params.refuseValue('peopleFilters', chosen, 'no filters for people in a search for companies');
	}
	const options = params.collection('options');
	const typed = options.isSet('filters') ? readFilters(options, 'filters') : {};
	const filters = combined(params, chosen, typed);
	if (Object.keys(filters).length === 0) {
		// An AI model that leaves every field empty would take any result for a match.
		const isAgent = options.isFromAi('filters') || (isShown && params.isFromAi('peopleFilters'));
		if (isAgent) params.refuseRequest('Enter at least one filter to search for prospects');
	}
	return { filters, hints: hintsAbout(isPeople, chosen, typed) };
}

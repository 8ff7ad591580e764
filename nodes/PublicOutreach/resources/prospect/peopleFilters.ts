import type { INodeProperties, IDataObject } from 'n8n-workflow';
import type { Parameters } from '../../../shared/parameters/parameters';
import { partsOf, toText } from '../../../shared/parameters/values';

interface TextFilter {
	displayName: string;
	/** Its name in the API. */
	key: string;
	/** The people who have one of its values, as it follows "people". */
	who: string;
	/** The example as it is entered, which shows how several values are separated. */
	example: string;
	/** Whether commas separate values; in titles, names and places a comma is part of the value. */
	byCommas?: boolean;
}

/** Extended API, 7: the filters for people that compare texts, as far as they are known. */
const TEXT_FILTERS: TextFilter[] = [
	{
		displayName: 'Company Name',
		key: 'company_name',
		who: 'at any of these companies',
		example: 'Larkfield Logistics\nBrackwater Foods',
	},
	{
		displayName: 'Company Size',
		key: 'company_size',
		who: 'at companies of any of these sizes',
		example: '51-200, 201-500',
		byCommas: true,
	},
	{
		displayName: 'Department',
		key: 'department',
		who: 'in any of these departments',
		example: 'Sales, Marketing',
		byCommas: true,
	},
	{
		displayName: 'Industry',
		key: 'industry',
		who: 'in any of these industries',
		example: 'Technology\nFinance',
	},
	{
		displayName: 'Job Title',
		key: 'job_title',
		who: 'with any of these job titles',
		example: 'VP Sales\nHead of Sales',
	},
	{
		displayName: 'Location',
		key: 'prospect_location',
		who: 'in any of these places',
		example: 'San Francisco, CA, United States\nBerlin, Germany',
	},
	{
		displayName: 'Seniority',
		key: 'seniority',
		who: 'at any of these levels',
		example: 'Director, C-Level, VP',
		byCommas: true,
	},
];

/** The names in the documentation. */
export const DOCUMENTED_FILTERS = [
	...TEXT_FILTERS.map(({ key }) => key),
	'job_change_range_days',
	'location_radius',
	'location_radius_unit',
	'years_experience',
];

/** Every known name; the vendor's node uses `current_title` for the job title. */
export const KNOWN_FILTERS = [...DOCUMENTED_FILTERS, 'current_title'];

const pascalCase = (key: string) =>
	key.replace(/(^|_)([a-z])/g, (_whole, _before, letter: string) => letter.toUpperCase());
const camelCase = (key: string) => pascalCase(key).replace(/^./, (first) => first.toLowerCase());

/** The two fields for each filter: for people with any of the values, and with none of them. */
export const textFilters = TEXT_FILTERS.map(({ key, byCommas = false }) => ({
	key,
	anyOf: camelCase(key),
	noneOf: `exclude${pascalCase(key)}`,
	byCommas,
}));

const textFields = TEXT_FILTERS.flatMap((filter): INodeProperties[] => {
	const { displayName, key, who, example, byCommas } = filter;
	const separated = byCommas ? 'separated by commas or newlines' : 'one on each line';
	const field = {
		type: 'string',
		typeOptions: byCommas ? {} : { rows: 2 },
		default: '',
		placeholder: `e.g. ${example}`,
	} as const;
	return [
		{
			displayName,
			name: camelCase(key),
			...field,
			description: `Find people ${who}, ${separated}`,
		},
		{
			displayName: `${displayName} (Exclude)`,
			name: `exclude${pascalCase(key)}`,
			...field,
			description: `Leave out people ${who}, ${separated}`,
		},
	];
});

const otherFilters: INodeProperties[] = [
	{
		displayName: 'Job Change Within Days',
		name: 'jobChangeRangeDays',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 90,
		description: 'Find people who changed jobs within this many days',
	},
	{
		displayName: 'Location Radius',
		name: 'locationRadius',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 25,
		description: 'Maximum distance from the location, in the unit of Location Radius Unit',
	},
	{
		displayName: 'Location Radius Unit',
		name: 'locationRadiusUnit',
		type: 'options',
		options: [
			{ name: 'Kilometers', value: 'km' },
			{ name: 'Miles', value: 'mi' },
		],
		default: 'km',
		description: 'Unit of the location radius',
	},
	{
		displayName: 'Years of Experience',
		name: 'yearsExperience',
		type: 'string',
		default: '',
		placeholder: 'e.g. 5-10',
		description: 'Find people with this many years of experience, as a range such as 5-10',
	},
];

/** All filters, in the order in which n8n offers them. */
export const peopleFilters: INodeProperties = {
	displayName: 'Filters',
	name: 'peopleFilters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	displayOptions: { show: { searchType: ['PEOPLE'] } },
	description: 'Which people to find',
	builderHint: {
		propertyHint:
			'Prefer these fields to the JSON filters. Leave a filter out instead of giving it an empty value.',
	},
	options: [...textFields, ...otherFilters].sort((one, other) =>
		one.displayName.localeCompare(other.displayName, 'en'),
	),
};

/**
 * A number of employees, with or without separators of thousands, and a range: 1,001-5,000, 5,000 to 10,000
 * or 10,001+.
 */
const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)`;
const RANGE = String.raw`\s*(?:${NUMBER}\s*(?:[-–]|to)\s*${NUMBER}|${NUMBER}\+?)\s*`;
const VALUE = new RegExp(`${RANGE}(?=,|$)|[^,]+`, 'g');

/** The values in a line; a comma within a number does not separate. */
const separatedByCommas = (line: string): string[] => line.match(VALUE) ?? [];

/** Texts from an array, a JSON array as text, or text with separators; `undefined` if one of them is blank. */
function toTexts(value: unknown, byCommas: boolean): string[] | undefined {
	const parts = partsOf(value, (text) => {
		const lines = text.split(/[\n\r]/);
		return byCommas ? lines.flatMap(separatedByCommas) : lines;
	});
	const texts = Array.from(
		Array.isArray(parts) ? parts : [parts],
		(part: unknown) => toText(part)?.trim() ?? '',
	);
	return texts.length > 0 && texts.every((text) => text !== '') ? texts : undefined;
}

function textsOf(fields: Parameters, name: string, byCommas: boolean): string[] {
	if (!fields.isSet(name)) return [];
	const value = fields.value(name);
	const texts = toTexts(value, byCommas);
	const advice = 'To search without it, remove the filter';
	return texts ?? fields.refuseValue(name, value, 'at least one value, none of them empty', advice);
}

/** The range in its documented form (extended API, 7). */
function yearsOf(fields: Parameters): string {
	const value = fields.value('yearsExperience');
	const [, from, to] = /^\s*(\d+)\s*[-–]\s*(\d+)\s*$/.exec(toText(value) ?? '') ?? [];
	return from !== undefined && to !== undefined && Number(from) <= Number(to)
		? `${from}-${to}`
		: fields.refuseValue('yearsExperience', value, 'a range such as 5-10');
}

/** The radius with its unit. A unit alone is not a filter, and a radius without a unit has no documented meaning. */
function radiusOf(fields: Parameters): IDataObject {
	if (!fields.isSet('locationRadius')) {
		const isAlone = fields.isSet('locationRadiusUnit') && !fields.isFromAi('locationRadiusUnit');
		if (isAlone) fields.refuseValue('locationRadius', undefined, 'a number beside its unit');
		return {};
	}
	const radius = fields.integer('locationRadius', 1);
	if (!fields.isSet('locationRadiusUnit')) {
		fields.refuseValue('locationRadiusUnit', undefined, 'km or mi beside Location Radius');
	}
	return { location_radius: radius, location_radius_unit: fields.option('locationRadiusUnit') };
}

/**
 * Reads the filters for people.
 *
 * Texts are sent as a list, which matches any of them, or as `{ must, doesnt }` if some are excluded
 * (extended API, 7).
 */
export function readPeopleFilters(fields: Parameters): IDataObject {
	const filters: IDataObject = {};
	for (const { key, anyOf, noneOf, byCommas } of textFilters) {
		const must = textsOf(fields, anyOf, byCommas);
		const doesnt = textsOf(fields, noneOf, byCommas);
		if (doesnt.length > 0) filters[key] = { ...(must.length > 0 && { must }), doesnt };
		else if (must.length > 0) filters[key] = must;
	}
	if (fields.isSet('jobChangeRangeDays')) {
		filters.job_change_range_days = fields.integer('jobChangeRangeDays', 1);
	}
	if (fields.isSet('yearsExperience')) filters.years_experience = yearsOf(fields);
	return { ...filters, ...radiusOf(fields) };
}

import type { INodeProperties } from 'n8n-workflow';

interface TextFilter {
	displayName: string;
	/** Its name in the API. */
	key: string;
	/** The name of its values. */
	plural: string;
	example: string;
	/** Whether commas separate values; in titles, names and places a comma is part of the value. */
	byCommas?: boolean;
}

/** Extended API, 7: the filters for people that compare texts, as far as they are known. */
const TEXT_FILTERS: TextFilter[] = [
	{
		displayName: 'Company Name',
		key: 'company_name',
		plural: 'companies',
		example: 'Larkfield Logistics',
	},
	{
		displayName: 'Company Size',
		key: 'company_size',
		plural: 'ranges of employees',
		example: '51-200, 201-500',
		byCommas: true,
	},
	{
		displayName: 'Department',
		key: 'department',
		plural: 'departments',
		example: 'Sales, Marketing',
		byCommas: true,
	},
	{ displayName: 'Industry', key: 'industry', plural: 'industries', example: 'Technology' },
	{ displayName: 'Job Title', key: 'job_title', plural: 'job titles', example: 'VP Sales' },
	{
		displayName: 'Location',
		key: 'prospect_location',
		plural: 'places',
		example: 'San Francisco, CA, United States',
	},
	{
		displayName: 'Seniority',
		key: 'seniority',
		plural: 'levels',
		example: 'Director, C-Level, VP',
		byCommas: true,
	},
];

/** The names of the documentation. */
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

/** The two fields of each: for people with any of the values, and with none of them. */
export const textFilters = TEXT_FILTERS.map(({ key, byCommas = false }) => ({
	key,
	anyOf: camelCase(key),
	noneOf: `exclude${pascalCase(key)}`,
	byCommas,
}));

const textFields = TEXT_FILTERS.flatMap((filter): INodeProperties[] => {
	const { displayName, key, plural, example, byCommas } = filter;
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
			description: `Find people with any of these ${plural}, ${separated}`,
		},
		{
			displayName: `Exclude ${displayName}`,
			name: `exclude${pascalCase(key)}`,
			...field,
			description: `Leave out people with any of these ${plural}, ${separated}`,
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
		description: 'How far from the location people may be, in the unit of Location Radius Unit',
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

/** All of them, in the order in which n8n offers them. */
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

import type { INodeProperties } from 'n8n-workflow';

/** Which prospects of a list are selected, and in which order (extended API, 6.5 and 6.7). */
export const filters: INodeProperties = {
	displayName: 'Filters (JSON)',
	name: 'filters',
	type: 'json',
	default: '{}',
	description:
		'Take only prospects of the list that match, as one object, such as {"job_title": ["CTO", "CEO"]}',
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
	description: 'In which direction the prospects are sorted before they are taken',
};

export const sortField: INodeProperties = {
	displayName: 'Sort Field',
	name: 'sortField',
	type: 'string',
	default: 'id',
	description: 'Which field to sort the prospects by before they are taken',
};

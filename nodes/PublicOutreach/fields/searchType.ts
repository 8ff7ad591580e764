import type { INodeProperties } from 'n8n-workflow';

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

import type { INodeProperties } from 'n8n-workflow';
import { listing, queryParameters, readListing } from '../../fields/listing';
import { prospectOutput } from '../../fields/output';
import { searchType } from '../../fields/prospects';
import { peopleFilters } from './peopleFilters';
import { filtersJson, readSearchFilters } from './searchFilters';
import { apiPath } from '../../../shared/api/path';
import { prospect } from '../../../shared/api/schemas';
import { defineOperation } from '../../operations/operation';

/** Extended API, 7: the maximum page size. */
const MAX_PAGE_SIZE = 100;

const startPageField: INodeProperties = {
	displayName: 'Start Page',
	name: 'startPage',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description:
		'The first page of results to return, counted from 1. A page has as many results as Limit, at most 100.',
};

export const search = defineOperation({
	name: 'Search',
	value: 'search',
	action: 'Search prospects',
	description: 'Find people or companies by filters such as job title, industry or location',
	request: 'POST /api/v1/public/prospects/search/',
	source: 'extended API, 7',
	effect: 'read',
	properties: [
		{ ...searchType, description: 'Whether to find people or companies' },
		peopleFilters,
		...listing,
	],
	forms: prospectOutput,
	options: [queryParameters, filtersJson, startPageField],
	output: prospect,
	parse(params) {
		const { limit, query } = readListing(params);
		const pageSize = Math.min(limit ?? MAX_PAGE_SIZE, MAX_PAGE_SIZE);
		const options = params.collection('options');
		const page = options.isSet('startPage') ? options.integer('startPage', 1) : 1;
		const searched = params.option('searchType');
		const { filters, hints } = readSearchFilters(params);
		const body = { search_type: searched, page, page_size: pageSize, filters };
		return { body, limit, query, hints };
	},
	async send({ body, limit, query }, { api }) {
		return await api.search(apiPath`/api/v1/public/prospects/search/`, {
			body,
			limit,
			query,
			// A list of companies may be called prospects, but not the other way round.
			key: body.search_type === 'PEOPLE' ? ['prospects'] : ['companies', 'prospects'],
		});
	},
	hints(done) {
		return done.flatMap(({ input }) => input.hints);
	},
});

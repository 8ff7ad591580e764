import { apiPath } from '../../../shared/api/path';
import { prospect } from '../../../shared/api/schemas';
import { defineOperation } from '../../../shared/operations/operation';
import { searchPages } from '../../../shared/operations/searchPages';
import { listing } from '../../fields/listing';
import { searchType } from '../../fields/searchType';

/** Extended API, 7: the largest page that the service gives. */
const MAX_PAGE_SIZE = 100;

/** Extended API, 7. */
export const search = defineOperation({
	name: 'Search',
	value: 'search',
	action: 'Search prospects',
	description:
		'Find people or companies who could become leads, by filters such as job title, industry or location. Their IDs can be added to a lead list.',
	effect: 'read',
	properties: [
		{ ...searchType, description: 'Whether to find people or companies' },
		{
			displayName: 'Filters (JSON)',
			name: 'filters',
			type: 'json',
			default: '{}',
			description:
				'What to look for, as one object. Each filter takes a text, a list (any of them), or {"must": […], "doesnt": […]}. For people: job_title, seniority, department, company_name, company_size (such as "51-200"), industry, prospect_location, location_radius with location_radius_unit (km or mi), years_experience, job_change_range_days.',
			hint: 'Such as {"job_title": ["CTO", "VP Sales"], "industry": {"doesnt": ["Retail"]}}',
		},
		...listing,
	],
	output: prospect,
	async execute({ api, params }) {
		const limit = params.limit();
		const pageSize = Math.min(limit ?? MAX_PAGE_SIZE, MAX_PAGE_SIZE);
		const asked = { search_type: params.option('searchType') };
		const filters = params.json('filters');
		return await searchPages(
			{ pageSize, limit, refuse: (text) => params.refuseRequest(text) },
			(page) =>
				api.raw('POST', apiPath`/api/v1/public/prospects/search/`, {
					body: { ...asked, page, page_size: pageSize, filters },
					effect: 'read',
				}),
		);
	},
});

import { z } from 'zod';

import { ok } from '../answer';
import { companyMatches, filtersSchema, personMatches } from '../filters';
import { integer } from '../validation';
import { bodyOf } from './route';
import type { Call, Route } from './route';

/** extended-api §7. */
const searchBody = z.object({
	search_type: z.enum(['PEOPLE', 'COMPANY']).default('PEOPLE'),
	page: integer.min(1).default(1),
	page_size: integer.min(1).max(100).default(25),
	filters: filtersSchema.default({}),
});

export const prospectRoutes: Route[] = [
	{ path: '/api/v1/public/prospects/search/', methods: { POST: search } },
];

/** The response is unknown; convention: rows by what they are, `total`, and the paging as it was asked for. */
function search(call: Call) {
	const { state } = call.context;
	const { search_type, page, page_size, filters } = bodyOf(call, searchBody);
	const isPeople = search_type === 'PEOPLE';
	const found = isPeople
		? state.leads.filter(personMatches(filters))
		: state.companies.filter(companyMatches(filters));
	const rows = found.slice((page - 1) * page_size, page * page_size);
	return ok({
		success: true,
		[isPeople ? 'prospects' : 'companies']: rows,
		total: found.length,
		page,
		page_size,
	});
}

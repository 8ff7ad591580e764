import { z } from 'zod';

import { invalid } from '../response';
import { companyMatches, filtersSchema, personMatches } from '../filters';
import { integer } from '../validation';
import { pagedResponse } from '../paging';
import type { Settings } from '../options';
import { bodyOf } from './route';
import type { Call, Routes } from './route';

/** Extended API, 7. */
const searchBody = z.object({
	search_type: z.enum(['PEOPLE', 'COMPANY']).default('PEOPLE'),
	page: integer.min(1).default(1),
	page_size: integer.min(1).default(25),
	filters: filtersSchema.default({}),
});

export const prospectRoutes: Routes = { '/api/v1/public/prospects/search/': { POST: search } };

/** Extended API, 2.6. */
const largestPage = 100;

/**
 * The response is unknown; convention: rows by what they are, and by default `total` with the paging
 * as it was asked for. A page behind the last one is empty.
 */
function search(call: Call) {
	const { state, settings } = call.context;
	const body = bodyOf(call, searchBody);
	const size = pageSizeOf(settings, body.page_size);
	const isPeople = body.search_type === 'PEOPLE';
	const all = isPeople
		? state.leads.filter(personMatches(body.filters))
		: state.companies.filter(companyMatches(body.filters));
	return pagedResponse(call, {
		...{ name: isPeople ? 'prospects' : 'companies', all, size, paging: settings.searchPaging },
		...{ beside: { success: true }, page: body.page },
	});
}

function pageSizeOf({ clampedPageSize }: Settings, wanted: number): number {
	if (clampedPageSize > 0) return Math.min(wanted, clampedPageSize);
	if (wanted <= largestPage) return wanted;
	throw invalid({ page_size: [`Ensure this value is less than or equal to ${largestPage}.`] });
}

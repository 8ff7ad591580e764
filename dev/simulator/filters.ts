import { z } from 'zod';

import { invalid } from './response';
import type { Company, Lead } from './seed/people';
import { integer } from './validation';

/** Extended API, 7: one value, any of several, or what must and what must not be. */
const oneOrMany = z.union([z.string(), z.array(z.string())]);
const filterValue = oneOrMany.or(z.object({ must: oneOrMany, doesnt: oneOrMany }).partial());

/** Documented filters about which the seed has no data: only the types of their values are checked. */
const unfiltered = z.object({
	location_radius: integer,
	location_radius_unit: z.enum(['km', 'mi']),
	years_experience: z.string().or(z.object({ min: integer, max: integer }).partial()),
	job_change_range_days: integer,
});
export const filtersSchema = unfiltered.partial().passthrough();
export type Filters = Record<string, unknown>;

const personFields: Record<string, (lead: Lead) => string> = {
	job_title: (lead) => lead.job_title,
	// extended API, 7: the documentation says job_title, the vendor's help current_title.
	current_title: (lead) => lead.job_title,
	// Convention: a title tells both.
	seniority: (lead) => lead.job_title,
	department: (lead) => lead.job_title,
	company_name: (lead) => lead.company.name,
	company_size: (lead) => lead.company.amount_of_employees,
	industry: (lead) => lead.industry,
	prospect_location: (lead) => lead.location,
};

/** The filters of companies are unknown; convention: the names of those for people, and `location`. */
const companyFields: Record<string, (company: Company) => string> = {
	company_name: (company) => company.name,
	company_size: (company) => company.amount_of_employees,
	industry: (company) => company.industry,
	location: (company) => company.location,
};

export const personMatches = (filters: Filters) => matcher(filters, personFields);
export const companyMatches = (filters: Filters) => matcher(filters, companyFields);

/** Unknown names are ignored: the service's set of filters is not fully known (extended API, 7). */
function matcher<Row>(filters: Filters, fields: Record<string, (row: Row) => string>) {
	const tests = Object.entries(filters).flatMap(([name, value]) => {
		const read = fields[name];
		if (!read || value === null) return [];
		const parsed = filterValue.safeParse(value);
		if (!parsed.success) throw invalid({ filters: [`${name}: Not a valid filter.`] });
		const accepts = acceptor(parsed.data, name === 'company_size');
		return [(row: Row) => accepts(read(row))];
	});
	return (row: Row) => tests.every((test) => test(row));
}

/** Texts match as case-insensitive substrings; a range such as "1-10" only as a whole. */
function acceptor(value: z.infer<typeof filterValue>, isRange: boolean) {
	const isObject = typeof value === 'object' && !Array.isArray(value);
	const { must, doesnt } = isObject ? value : { must: value, doesnt: undefined };
	const holds = (text: string, wanted: string) =>
		isRange ? text === wanted : text.toLowerCase().includes(wanted.toLowerCase());
	return (text: string) =>
		(must === undefined || [must].flat().some((wanted) => holds(text, wanted))) &&
		![doesnt ?? []].flat().some((unwanted) => holds(text, unwanted));
}

export const sorting = {
	sort_field: z.string().default('id'),
	sort_direction: z.enum(['asc', 'desc']).default('asc'),
};

const sortFields = ['id', 'first_name', 'last_name', 'job_title', 'email', 'location'] as const;

/** Extended API, 2.7: `id` is the only sort field known; the others are convention. */
export function sorted(leads: Lead[], field: string, direction: 'asc' | 'desc'): Lead[] {
	const known = sortFields.find((candidate) => candidate === field);
	if (!known) throw invalid({ sort_field: [`"${field}" is not a valid choice.`] });
	const sign = direction === 'asc' ? 1 : -1;
	return [...leads].sort((a, b) => {
		if (known === 'id') return sign * (a.id - b.id);
		return sign * a[known].localeCompare(b[known], 'en');
	});
}

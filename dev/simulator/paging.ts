import type { SentResponse } from './response';
import { notFound, ok } from './response';

/** One page, and the URLs of others; `null` if there are none. */
interface Page {
	/** Counted from 1. */
	number: number;
	/** How many elements a full page has. */
	size: number;
	total: number;
	nextUrl: string | null;
	previousUrl: string | null;
}

/** The fields in which a page describes the others. Reference, Limits: pagination is not shown. */
const pagingForms = {
	next: ({ total: count, nextUrl: next, previousUrl: previous }) => ({ count, next, previous }),
	total: ({ number, size, total }) => ({ total, page: number, page_size: size }),
	silent: () => ({}),
} satisfies Record<string, (page: Page) => object>;

export type PagingForm = keyof typeof pagingForms;

export function isPagingForm(name: unknown): name is PagingForm {
	return typeof name === 'string' && name in pagingForms;
}

/** The rows to page. */
export interface Rows {
	/** The name of the rows. */
	name: string;
	all: unknown[];
	/** How many go on a page; 0 for all of them. */
	size: number;
	paging: PagingForm;
	/** Fields that are always beside the rows. */
	beside?: object;
	/** The page that was asked for; by default the query's. */
	page?: number;
}

/**
 * The rows of one page as the service sends them.
 *
 * @param call what was requested: its absolute URL without the query, and the query
 */
export function pagedResponse(
	{ url, query }: { url: string; query: URLSearchParams },
	rows: Rows,
): SentResponse {
	const { name, all, size, paging, beside, page: number = Number(query.get('page') ?? 1) } = rows;
	if (size === 0) return ok({ ...beside, [name]: all });
	if (!Number.isInteger(number) || number < 1) throw notFound('Page');
	const urlOf = (page: number) => {
		const search = new URLSearchParams(query);
		search.set('page', String(page));
		return `${url}?${search.toString()}`;
	};
	const fields = pagingForms[paging]({
		...{ number, size, total: all.length },
		nextUrl: number * size < all.length ? urlOf(number + 1) : null,
		previousUrl: number > 1 ? urlOf(number - 1) : null,
	});
	return ok({ ...beside, ...fields, [name]: all.slice((number - 1) * size, number * size) });
}

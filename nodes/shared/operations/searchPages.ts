import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { readList } from '../api/answers';
import { MAX_PAGES } from '../api/paging';

export interface PagedSearch {
	/** How many elements a page is asked to have; a page with fewer is the last. */
	pageSize: number;
	/** Stop at so many elements; all of them without it. */
	limit?: number;
	/** Throws the error of a search without end. */
	refuse: (message: string) => never;
}

/** Some services answer "not found" for the page behind the last one. */
function isBehindTheEnd(error: unknown, page: number): boolean {
	return page > 1 && error instanceof NodeApiError && error.httpCode === '404';
}

/**
 * Collects the elements of a search that counts its pages from 1 (extended API, 7).
 *
 * The keys of its answer are unknown, so the end is told by the pages themselves: an empty or short
 * one, or one that repeats the page before, as a service sends that does not page.
 *
 * @param fetchPage answers with one page, of any form
 * @returns at most `limit` elements; pages after the limit are not fetched
 */
export async function searchPages(
	{ pageSize, limit = Infinity, refuse }: PagedSearch,
	fetchPage: (page: number) => Promise<unknown>,
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	let before = '';
	for (let page = 1; page <= MAX_PAGES; page++) {
		const answer = await fetchPage(page).catch((error: unknown) =>
			isBehindTheEnd(error, page) ? [] : Promise.reject(error),
		);
		const { elements, whole } = readList(answer);
		const content = JSON.stringify(elements);
		if (content === before) return found;
		before = content;
		found.push(...elements);
		const isLast = whole || elements.length < pageSize;
		if (isLast || found.length >= limit) return found.slice(0, limit);
	}
	return refuse(
		`The search did not end after ${MAX_PAGES} pages. Turn off Return All and set a limit`,
	);
}

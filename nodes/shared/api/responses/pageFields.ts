/* Reference, Limits: pagination is not shown. These are the names that services commonly use, in snake
 * case; the first that a response has counts. */

/** A number is the page, or the offset where the list is paged by offset; a text is the cursor. */
export const EITHER = 'next';

/** Objects beside a list that hold its paging information. */
export const CONTAINERS = [
	'pagination',
	'paging',
	'pager',
	'paginator',
	'page',
	'page_info',
	'meta',
	'metadata',
	'response_metadata',
	'links',
	'cursor',
	'cursors',
];

/** Fields with the next page, and the query parameter for a value that is not a URL. */
export const NEXT = {
	next: EITHER,
	next_page: 'page',
	next_page_number: 'page',
	next_page_url: 'page',
	next_url: EITHER,
	next_link: EITHER,
	next_href: EITHER,
	next_cursor: 'cursor',
	next_page_cursor: 'cursor',
	next_page_token: 'page_token',
	next_token: 'next_token',
	next_offset: 'offset',
};

/** Names of the end cursor of a page, which the last page has too. */
export const END = { end_cursor: 'after', after: 'after', cursor: 'cursor' };

/** Fields of a `next` that is an object. */
export const ADDRESSES = ['href', 'url', 'link', 'uri'];
export const VALUES = ['page', 'cursor', 'after', 'offset', 'page_token'];

export const HAS_MORE = ['has_more', 'has_next', 'has_next_page', 'more', 'next'];
export const IS_LAST = ['is_last', 'is_last_page', 'last', 'last_page'];
export const TOTAL = [
	'total',
	'total_count',
	'total_results',
	'total_items',
	'total_elements',
	'total_records',
];
/** Of the whole list, or only of the page. */
export const COUNT = ['count'];
export const TOTAL_PAGES = ['total_pages', 'page_count', 'num_pages', 'pages', 'last_page'];
export const PAGE = ['page', 'current_page', 'page_number', 'number'];
export const PAGE_SIZE = ['page_size', 'per_page', 'limit', 'size'];
export const OFFSET = ['offset', 'skip'];

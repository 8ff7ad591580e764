import type { Answer } from './answer';
import { notFound, ok } from './answer';
import type { Settings } from './options';

/** One page with its paging information; what is about the next page is `null` on the last one. */
interface Page {
	/** Counted from 1. */
	number: number;
	pages: number;
	/** How many elements a full page has. */
	size: number;
	total: number;
	next: number | null;
	nextUrl: string | null;
	nextPath: string | null;
	nextQuery: string | null;
	nextCursor: string | null;
	previousUrl: string | null;
	hasMore: boolean;
}

interface Form {
	/** The query parameter that selects a page, `page` unless given; any other is ignored. */
	parameter?: 'offset' | 'cursor' | 'after';
	/** The fields beside the rows. */
	fields?(page: Page): object;
	/** The key of the rows, instead of their name. */
	rows?: string;
	/** Whether a Link header names the next page. */
	link?: boolean;
}

const cursorOf = (number: number) => Buffer.from(`page:${number}`).toString('base64url');

/**
 * The forms in which services page. Reference, Limits: pagination is not shown, so every form that is
 * common may be met.
 */
export const pagingForms = {
	next: {
		fields: ({ total: count, nextUrl: next, previousUrl: previous }) => ({ count, next, previous }),
	},
	nextPath: { fields: ({ nextPath }) => ({ next: nextPath }) },
	nextQuery: { fields: ({ nextQuery }) => ({ next: nextQuery }) },
	nextNumber: { fields: ({ next }) => ({ next }) },
	nextIsCursor: { parameter: 'cursor', fields: ({ nextCursor }) => ({ next: nextCursor }) },
	nextPage: { fields: ({ next }) => ({ next_page: next }) },
	nextPageUrl: { fields: ({ nextUrl }) => ({ next_page_url: nextUrl }) },
	nextCursor: {
		parameter: 'cursor',
		fields: ({ hasMore, nextCursor }) => ({ has_more: hasMore, next_cursor: nextCursor }),
	},
	'pagination.next': { fields: ({ nextUrl }) => ({ pagination: { next: nextUrl } }) },
	'links.next': { fields: ({ nextUrl }) => ({ links: { next: nextUrl } }) },
	'_links.next.href': {
		fields: ({ nextPath }) => ({ _links: nextPath === null ? {} : { next: { href: nextPath } } }),
	},
	'meta.next_cursor': {
		parameter: 'cursor',
		fields: ({ nextCursor }) => ({ meta: { next_cursor: nextCursor } }),
	},
	'meta.pagination': {
		fields: ({ number, pages, size, total }) => ({
			meta: { pagination: { total, per_page: size, current_page: number, total_pages: pages } },
		}),
	},
	'meta.total_pages': {
		fields: ({ number, pages }) => ({ meta: { page: number, total_pages: pages } }),
	},
	'paging.next': { fields: ({ nextQuery }) => ({ paging: { next: nextQuery } }) },
	page_info: {
		parameter: 'after',
		fields: ({ hasMore, nextCursor }) => ({
			page_info: { has_next_page: hasMore, end_cursor: nextCursor ?? cursorOf(0) },
		}),
	},
	has_more: { fields: ({ hasMore }) => ({ has_more: hasMore }) },
	total: { fields: ({ number, size, total }) => ({ total, page: number, page_size: size }) },
	total_count: {
		fields: ({ number, size, total }) => ({
			totalCount: total,
			currentPage: number,
			perPage: size,
		}),
	},
	offset: {
		parameter: 'offset',
		fields: ({ number, size, total }) => ({ total, limit: size, offset: (number - 1) * size }),
	},
	count: { fields: ({ total }) => ({ count: total }), rows: 'results' },
	link: { link: true },
	/** Pages without paging information. */
	silent: {},
} satisfies Record<string, Form>;

export type PagingForm = keyof typeof pagingForms;

export function isPagingForm(name: unknown): name is PagingForm {
	return typeof name === 'string' && name in pagingForms;
}

/** A request for a page: its parameters and address. */
export interface PageRequest {
	parameter(name: string): string | null;
	/** The address with one parameter set. */
	urlWith(name: string, value: string): URL;
}

/** The page that a value of the form's parameter selects. */
function numberOf({ parameter }: Form, value: string, size: number): number {
	if (parameter === undefined) return Number(value);
	if (parameter === 'offset') return Number(value) / size + 1;
	return Number(Buffer.from(value, 'base64url').toString().replace('page:', ''));
}

function valueOf({ parameter }: Form, number: number, size: number): string {
	if (parameter === undefined) return String(number);
	return parameter === 'offset' ? String((number - 1) * size) : cursorOf(number);
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
}

/** The rows of one page as the service sends them: complete, sparse, bare or in an envelope. */
export function pagedAnswer(settings: Settings, request: PageRequest, given: Rows): Answer {
	const { name, all, size, beside } = given;
	const bare = settings.listShape === 'array';
	const rows = settings.sparseElements ? all.map(sparse) : all;
	if (size === 0) return enveloped(settings, bare ? rows : { ...beside, [name]: rows });

	const form: Form = pagingForms[bare ? 'link' : given.paging];
	const parameter = form.parameter ?? 'page';
	const selected = request.parameter(parameter);
	const number = selected === null ? 1 : numberOf(form, selected, size);
	if (!Number.isInteger(number) || number < 1) throw notFound('Page');
	const pages = Math.max(1, Math.ceil(rows.length / size));
	const hasMore = number < pages;
	const urlOf = (page: number) => request.urlWith(parameter, valueOf(form, page, size));
	const nextUrl = hasMore ? urlOf(number + 1) : null;
	const page: Page = {
		...{ number, pages, size, hasMore, total: rows.length + settings.missingElements },
		next: hasMore ? number + 1 : null,
		nextUrl: nextUrl && nextUrl.href,
		nextPath: nextUrl && nextUrl.pathname + nextUrl.search,
		nextQuery: nextUrl && nextUrl.search,
		nextCursor: hasMore ? cursorOf(number + 1) : null,
		previousUrl: number > 1 ? urlOf(number - 1).href : null,
	};
	const shown = rows.slice((number - 1) * size, number * size);
	const body = bare ? shown : { ...beside, ...form.fields?.(page), [form.rows ?? name]: shown };
	const answer = enveloped(settings, body);
	if (!form.link || !nextUrl) return answer;
	return { ...answer, headers: { link: `<${nextUrl.href}>; rel="next"` } };
}

function enveloped({ listShape }: Settings, body: object): Answer {
	return ok(listShape === 'data' ? { success: true, data: body } : body);
}

const kept = new Set(['id', 'name', 'status']);

/** The short form of an element, as in lists: ID, name and status. */
function sparse(row: unknown): unknown {
	if (typeof row !== 'object' || row === null) return row;
	return Object.fromEntries(Object.entries(row).filter(([field]) => kept.has(field)));
}

import type { Answer } from './answer';
import { notFound, ok } from './answer';
import type { Settings } from './options';

/** One page with its paging information. */
interface Page {
	/** Counted from 1. */
	number: number;
	pages: number;
	/** How many elements a full page has. */
	size: number;
	total: number;
	/** The address of a page, by the only parameter that the form uses. */
	url(number: number): URL;
}

interface Form {
	/** The query parameter that selects a page; any other is ignored. */
	parameter: 'page' | 'offset' | 'cursor' | 'after';
	/** The fields beside the rows. */
	fields?(page: Page): object;
	/** The key of the rows, instead of their name. */
	rows?: string;
	/** Whether a Link header names the next page. */
	link?: boolean;
}

const nextOf = <Value>({ number, pages }: Page, value: (next: number) => Value): Value | null =>
	number < pages ? value(number + 1) : null;
const nextUrl = (page: Page) => nextOf(page, (next) => page.url(next).href);
const nextPath = (page: Page) =>
	nextOf(page, (next) => `${page.url(next).pathname}${page.url(next).search}`);
const nextQuery = (page: Page) => nextOf(page, (next) => page.url(next).search);
const cursorOf = (number: number) => Buffer.from(`page:${number}`).toString('base64url');
const nextCursor = (page: Page) => nextOf(page, cursorOf);
const hasMore = ({ number, pages }: Page) => number < pages;

/**
 * The forms in which services page. Reference, Limits: pagination is not shown, so every form that is
 * common may be met.
 */
export const pagingForms = {
	next: {
		parameter: 'page',
		fields: (page) => ({
			count: page.total,
			next: nextUrl(page),
			previous: page.number > 1 ? page.url(page.number - 1).href : null,
		}),
	},
	nextPath: { parameter: 'page', fields: (page) => ({ next: nextPath(page) }) },
	nextQuery: { parameter: 'page', fields: (page) => ({ next: nextQuery(page) }) },
	nextNumber: { parameter: 'page', fields: (page) => ({ next: nextOf(page, (next) => next) }) },
	nextIsCursor: { parameter: 'cursor', fields: (page) => ({ next: nextCursor(page) }) },
	nextPage: { parameter: 'page', fields: (page) => ({ next_page: nextOf(page, (next) => next) }) },
	nextPageUrl: { parameter: 'page', fields: (page) => ({ next_page_url: nextUrl(page) }) },
	nextCursor: {
		parameter: 'cursor',
		fields: (page) => ({ has_more: hasMore(page), next_cursor: nextCursor(page) }),
	},
	'pagination.next': {
		parameter: 'page',
		fields: (page) => ({ pagination: { next: nextUrl(page) } }),
	},
	'links.next': { parameter: 'page', fields: (page) => ({ links: { next: nextUrl(page) } }) },
	'_links.next.href': {
		parameter: 'page',
		fields: (page) => ({ _links: nextOf(page, () => ({ next: { href: nextPath(page) } })) ?? {} }),
	},
	'meta.next_cursor': {
		parameter: 'cursor',
		fields: (page) => ({ meta: { next_cursor: nextCursor(page) } }),
	},
	'meta.pagination': {
		parameter: 'page',
		fields: ({ number, pages, size, total }) => ({
			meta: { pagination: { total, per_page: size, current_page: number, total_pages: pages } },
		}),
	},
	'meta.total_pages': {
		parameter: 'page',
		fields: ({ number, pages }) => ({ meta: { page: number, total_pages: pages } }),
	},
	'paging.next': { parameter: 'page', fields: (page) => ({ paging: { next: nextQuery(page) } }) },
	page_info: {
		parameter: 'after',
		fields: (page) => ({
			page_info: { has_next_page: hasMore(page), end_cursor: nextCursor(page) ?? cursorOf(0) },
		}),
	},
	has_more: { parameter: 'page', fields: (page) => ({ has_more: hasMore(page) }) },
	total: {
		parameter: 'page',
		fields: ({ number, size, total }) => ({ total, page: number, page_size: size }),
	},
	total_count: {
		parameter: 'page',
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
	count: { parameter: 'page', fields: ({ total }) => ({ count: total }), rows: 'results' },
	link: { parameter: 'page', link: true },
	/** Pages without paging information. */
	silent: { parameter: 'page' },
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

function numberOf({ parameter }: Form, request: PageRequest, size: number): number {
	const given = request.parameter(parameter);
	if (given === null) return 1;
	if (parameter === 'page') return Number(given);
	if (parameter === 'offset') return Number(given) / size + 1;
	return Number(Buffer.from(given, 'base64url').toString().replace('page:', ''));
}

function parameterFor(form: Form, number: number, size: number): string {
	if (form.parameter === 'page') return String(number);
	return form.parameter === 'offset' ? String((number - 1) * size) : cursorOf(number);
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
	const number = numberOf(form, request, size);
	if (!Number.isInteger(number) || number < 1) throw notFound('Page');
	const page: Page = {
		number,
		pages: Math.max(1, Math.ceil(rows.length / size)),
		size,
		total: rows.length + settings.missingElements,
		url: (wanted) => request.urlWith(form.parameter, parameterFor(form, wanted, size)),
	};
	const shown = rows.slice((number - 1) * size, number * size);
	const body = bare ? shown : { ...beside, ...form.fields?.(page), [form.rows ?? name]: shown };
	const next = form.link ? nextUrl(page) : null;
	const answer = enveloped(settings, body);
	return next ? { ...answer, headers: { link: `<${next}>; rel="next"` } } : answer;
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

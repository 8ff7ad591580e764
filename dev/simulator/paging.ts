import type { Answer } from './answer';
import { notFound, ok } from './answer';

/** One page, and what leads to others; that is `null` where there is none. */
interface Page {
	/** Counted from 1. */
	number: number;
	/** How many elements a full page has. */
	size: number;
	total: number;
	hasMore: boolean;
	nextUrl: string | null;
	nextCursor: string | null;
	previousUrl: string | null;
}

interface Form {
	/** The parameter that selects a page, `page` unless given; any other is ignored. */
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
 * Forms in which services page, one for each way to get to the next page: by its address, in the body or
 * in a header, by a cursor, an offset or a number. Reference, Limits: pagination is not shown.
 */
export const pagingForms = {
	next: {
		fields: ({ total: count, nextUrl: next, previousUrl: previous }) => ({ count, next, previous }),
	},
	nextCursor: {
		parameter: 'cursor',
		fields: ({ hasMore, nextCursor }) => ({ has_more: hasMore, next_cursor: nextCursor }),
	},
	page_info: {
		parameter: 'after',
		fields: ({ hasMore, nextCursor }) => ({
			page_info: { has_next_page: hasMore, end_cursor: nextCursor ?? cursorOf(0) },
		}),
	},
	has_more: { fields: ({ hasMore }) => ({ has_more: hasMore }) },
	total: { fields: ({ number, size, total }) => ({ total, page: number, page_size: size }) },
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
	/** What a parameter was sent with; by default in the query. */
	asked?(parameter: string): string | null;
}

/**
 * The rows of one page as the service sends them.
 *
 * @param call what was requested: its absolute URL without the query, and the query
 */
export function pagedAnswer(
	{ url, query }: { url: string; query: URLSearchParams },
	rows: Rows,
): Answer {
	const { name, all, size, paging, beside, asked = (wanted) => query.get(wanted) } = rows;
	if (size === 0) return ok({ ...beside, [name]: all });
	const form: Form = pagingForms[paging];
	const parameter = form.parameter ?? 'page';
	const selected = asked(parameter);
	const number = selected === null ? 1 : numberOf(form, selected, size);
	if (!Number.isInteger(number) || number < 1) throw notFound('Page');
	const hasMore = number * size < all.length;
	const urlOf = (page: number) => {
		const search = new URLSearchParams(query);
		search.set(parameter, valueOf(form, page, size));
		return `${url}?${search.toString()}`;
	};
	const nextUrl = hasMore ? urlOf(number + 1) : null;
	const fields = form.fields?.({
		...{ number, size, total: all.length, hasMore, nextUrl },
		nextCursor: hasMore ? cursorOf(number + 1) : null,
		previousUrl: number > 1 ? urlOf(number - 1) : null,
	});
	const shown = all.slice((number - 1) * size, number * size);
	const answer = ok({ ...beside, ...fields, [form.rows ?? name]: shown });
	if (!form.link || !nextUrl) return answer;
	return { ...answer, headers: { link: `<${nextUrl}>; rel="next"` } };
}

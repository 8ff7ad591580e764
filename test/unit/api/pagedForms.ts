/** Forms in which public services page their lists, each as a small service that heeds only its own parameters. */
import { http } from '../../../dev/platform';

export const TOTAL = 60;
const SIZE = 25;

/** One page of a form. */
export interface View {
	rows: Array<{ id: number; name: string }>;
	/** The index of its first row, and of the first row after it. */
	start: number;
	end: number;
	/** Counted from 1. */
	number: number;
	pages: number;
	isLast: boolean;
	/** The parameter's value for the next page; `null` on the last. */
	next: string | null;
	/** The path and query of the next page, and the whole address; `null` on the last. */
	nextPath: string | null;
	nextUrl: string | null;
	/** The cursor after the last row of the page, also of the last page. */
	endCursor: string;
	/** The path of the list. */
	path: string;
}

/** The parameter that selects a page. */
interface Selector {
	parameter: string;
	/** The index of the page's first row; `NaN` for what the service does not understand. */
	start: (value: string) => number;
	value: (start: number) => string;
}

const page = (parameter = 'page', first = 1): Selector => ({
	parameter,
	start: (value) => (Number(value) - first) * SIZE,
	value: (start) => String(start / SIZE + first),
});
const offset = (parameter = 'offset', first = 0): Selector => ({
	parameter,
	start: (value) => Number(value) - first,
	value: (start) => String(start + first),
});
const cursor = (parameter = 'cursor'): Selector => ({
	parameter,
	start: (value) => Number(/^cD0(\d+)$/.exec(value)?.[1]),
	value: (start) => `cD0${start}`,
});
/** The ID of the last row of the page before. */
const lastId = (parameter: string): Selector => ({
	parameter,
	start: (value) => Number(value),
	value: (start) => String(start),
});

/** Read to its end; or read in part, with a hint; else the reason why neither. */
export type Outcome = 'complete' | 'told' | { silent: string };

export interface Form {
	name: string;
	by: Selector;
	body: (view: View) => unknown;
	/** Its own headers. */
	headers?: (view: View) => Record<string, string>;
	/** What comes for a page after the last: by default one without rows. */
	beyond?: 404 | 'last page';
	/** The status for parameters that the form does not have, where it refuses them. */
	strict?: boolean;
	outcome: Outcome;
}

const django = (view: View) => ({ count: TOTAL, next: view.nextUrl, previous: null });
const elsewhere = (view: View, base: string) => view.nextPath && `${base}${view.nextPath}`;
const linkTo = (target: string | null, rel = 'next'): Record<string, string> =>
	target ? { link: `<${target}>; rel="${rel}"` } : {};
const complete = 'complete';
const told = 'told';

/** Django: its own paginator in hand-written views, REST framework, django-ninja, Tastypie. */
const DJANGO: Form[] = [
	{
		name: 'REST framework, PageNumberPagination',
		by: page(),
		beyond: 404,
		body: (view) => ({ ...django(view), results: view.rows }),
		outcome: complete,
	},
	{
		name: 'REST framework, page_query_param "p" and a page_size_query_param',
		by: page('p'),
		beyond: 404,
		body: (view) => ({ ...django(view), results: view.rows }),
		outcome: complete,
	},
	{
		name: 'REST framework behind a proxy, whose links have an internal host',
		by: page(),
		beyond: 404,
		body: (view) => ({
			...django(view),
			next: elsewhere(view, 'http://app.internal:8000'),
			results: view.rows,
		}),
		outcome: complete,
	},
	{
		name: 'REST framework behind a gateway, whose links have another path',
		by: page(),
		beyond: 404,
		body: (view) => ({
			...django(view),
			next: view.next && `http://app.internal/v1/campaigns/?page=${view.next}`,
			results: view.rows,
		}),
		outcome: complete,
	},
	{
		name: 'REST framework, LimitOffsetPagination',
		by: offset(),
		body: (view) => ({ ...django(view), results: view.rows }),
		outcome: complete,
	},
	{
		name: 'REST framework, CursorPagination',
		by: cursor(),
		body: (view) => ({ next: view.nextUrl, previous: null, results: view.rows }),
		outcome: complete,
	},
	{
		name: 'REST framework, links in an object',
		by: page(),
		beyond: 404,
		body: (view) => ({
			links: { next: view.nextUrl, previous: null },
			count: TOTAL,
			results: view.rows,
		}),
		outcome: complete,
	},
	{
		name: 'REST framework, Link header',
		by: page(),
		beyond: 404,
		body: ({ rows }) => rows,
		headers: ({ nextUrl }) => linkTo(nextUrl),
		outcome: complete,
	},
	{
		name: 'django-ninja, PageNumberPagination',
		by: page(),
		body: ({ rows }) => ({ items: rows, count: TOTAL }),
		outcome: complete,
	},
	{
		name: 'django-ninja, LimitOffsetPagination',
		by: offset(),
		body: ({ rows }) => ({ items: rows, count: TOTAL }),
		outcome: told,
	},
	{
		name: 'Tastypie',
		by: offset(),
		body: ({ rows, start, nextPath }) => ({
			meta: { limit: SIZE, next: nextPath, offset: start, previous: null, total_count: TOTAL },
			objects: rows,
		}),
		outcome: complete,
	},
	{
		name: 'num_pages alone',
		by: page(),
		beyond: 'last page',
		body: ({ rows, pages }) => ({ campaigns: rows, num_pages: pages }),
		outcome: complete,
	},
	{
		name: 'total_pages alone, in meta',
		by: page(),
		body: ({ rows, pages }) => ({ success: true, data: rows, meta: { total_pages: pages } }),
		outcome: complete,
	},
	{
		name: 'pages alone',
		by: page(),
		beyond: 404,
		body: ({ rows, pages }) => ({ success: true, campaigns: rows, pages }),
		outcome: complete,
	},
	{
		name: 'page and page_size',
		by: page(),
		beyond: 'last page',
		body: ({ rows, number }) => ({ leads: rows, page: number, page_size: SIZE }),
		outcome: complete,
	},
	{
		name: 'page and nothing else',
		by: page(),
		beyond: 404,
		body: ({ rows, number }) => ({ leads: rows, page: number }),
		outcome: complete,
	},
	{
		name: 'limit and offset',
		by: offset(),
		body: ({ rows, start }) => ({ leads: rows, limit: SIZE, offset: start }),
		outcome: complete,
	},
	{
		name: 'total_leads',
		by: page(),
		body: ({ rows }) => ({ success: true, leads: rows, total_leads: TOTAL }),
		outcome: complete,
	},
	{
		name: 'campaign_count',
		by: page(),
		body: ({ rows }) => ({ campaigns: rows, campaigns_count: TOTAL }),
		outcome: complete,
	},
	{
		name: 'has_more, and 404 for page numbers',
		by: cursor('since'),
		strict: true,
		body: ({ rows, isLast }) => ({ leads: rows, has_more: !isLast }),
		outcome: told,
	},
	{
		name: 'has_more as 1 and 0',
		by: page(),
		body: ({ rows, isLast }) => ({ leads: rows, has_more: isLast ? 0 : 1 }),
		outcome: complete,
	},
	{
		name: 'has_more as text',
		by: page(),
		body: ({ rows, isLast }) => ({ leads: rows, has_more: String(!isLast) }),
		outcome: complete,
	},
	{
		name: 'has_next and next_page_number of the paginator',
		by: page(),
		beyond: 404,
		body: ({ rows, number, isLast }) => ({
			data: { leads: rows },
			pagination: { has_next: !isLast, next_page_number: isLast ? null : number + 1 },
		}),
		outcome: complete,
	},
	{
		name: 'next_page that counts on after the last page',
		by: page(),
		beyond: 404,
		body: ({ rows, number }) => ({ leads: rows, next_page: number + 1 }),
		outcome: told,
	},
	{
		name: 'cursor',
		by: cursor(),
		body: ({ rows, next }) => ({ leads: rows, cursor: next }),
		outcome: complete,
	},
	{
		name: 'next_start',
		by: offset('start'),
		body: ({ rows, end, isLast }) => ({ leads: rows, next_start: isLast ? null : end }),
		outcome: complete,
	},
];

/** Frameworks and formats. */
const FRAMEWORKS: Form[] = [
	{
		name: 'Laravel, paginate',
		by: page(),
		body: ({ rows, number, pages, start, end, nextUrl }) => ({
			current_page: number,
			data: rows,
			from: start + 1,
			last_page: pages,
			links: [{ url: nextUrl, label: 'Next &raquo;', active: false }],
			next_page_url: nextUrl,
			per_page: SIZE,
			to: end,
			total: TOTAL,
		}),
		outcome: complete,
	},
	{
		name: 'Laravel, simplePaginate',
		by: page(),
		body: ({ rows, number, start, end, nextUrl }) => ({
			current_page: number,
			data: rows,
			from: start + 1,
			next_page_url: nextUrl,
			per_page: SIZE,
			to: end,
		}),
		outcome: complete,
	},
	{
		name: 'Laravel, cursorPaginate',
		by: cursor(),
		body: ({ rows, next, nextUrl }) => ({
			data: rows,
			per_page: SIZE,
			next_cursor: next,
			next_page_url: nextUrl,
		}),
		outcome: complete,
	},
	{
		name: 'Laravel, API resource',
		by: page(),
		body: ({ rows, number, pages, start, end, nextUrl }) => ({
			data: rows,
			links: { first: null, last: null, prev: null, next: nextUrl },
			meta: {
				current_page: number,
				from: start + 1,
				last_page: pages,
				links: [{ url: nextUrl, label: 'Next', active: false }],
				per_page: SIZE,
				to: end,
				total: TOTAL,
			},
		}),
		outcome: complete,
	},
	{
		name: 'Spring Data, Page',
		by: page('page', 0),
		body: ({ rows, number, pages, start, isLast }) => ({
			content: rows,
			pageable: { pageNumber: number - 1, pageSize: SIZE, offset: start, paged: true },
			last: isLast,
			totalPages: pages,
			totalElements: TOTAL,
			size: SIZE,
			number: number - 1,
			numberOfElements: rows.length,
			first: number === 1,
			empty: false,
		}),
		outcome: complete,
	},
	{
		name: 'Spring Data, PagedModel',
		by: page('page', 0),
		beyond: 404,
		body: ({ rows, number, pages }) => ({
			content: rows,
			page: { size: SIZE, number: number - 1, totalElements: TOTAL, totalPages: pages },
		}),
		outcome: complete,
	},
	{
		name: 'Spring Data, Slice',
		by: page('page', 0),
		beyond: 404,
		body: ({ rows, number, isLast }) => ({
			content: rows,
			number: number - 1,
			size: SIZE,
			last: isLast,
		}),
		outcome: complete,
	},
	{
		name: 'pages counted from 0, without a total',
		by: page('page', 0),
		beyond: 404,
		body: ({ rows, number, pages }) => ({ leads: rows, page: number - 1, total_pages: pages }),
		outcome: complete,
	},
	{
		name: 'HAL',
		by: page(),
		body: ({ rows, nextPath }) => ({
			_embedded: { campaigns: rows },
			_links: { self: { href: '/' }, ...(nextPath && { next: { href: nextPath } }) },
		}),
		outcome: complete,
	},
	{
		name: 'JSON:API, page numbers',
		by: page('page[number]'),
		body: ({ rows, nextUrl }) => ({ data: rows, links: { next: nextUrl }, meta: {} }),
		outcome: complete,
	},
	{
		name: 'JSON:API, a link that is an object',
		by: cursor('page[after]'),
		body: ({ rows, nextUrl }) => ({
			data: rows,
			links: { next: nextUrl && { href: nextUrl, meta: {} } },
		}),
		outcome: complete,
	},
	{
		name: 'OData',
		by: offset('$skip'),
		body: ({ rows, nextUrl }) => ({
			'@odata.context': '$metadata#Leads',
			'@odata.count': TOTAL,
			value: rows,
			...(nextUrl && { '@odata.nextLink': nextUrl }),
		}),
		outcome: complete,
	},
	{
		name: 'GraphQL connection',
		by: cursor('after'),
		body: ({ rows, isLast, endCursor }) => ({
			data: {
				leads: {
					edges: rows.map((node) => ({ ...node, node })),
					pageInfo: { hasNextPage: !isLast, endCursor },
				},
			},
		}),
		outcome: complete,
	},
	{
		name: 'FHIR bundle',
		by: offset('_offset'),
		body: ({ rows, nextUrl }) => ({
			resourceType: 'Bundle',
			total: TOTAL,
			link: [
				{ relation: 'self', url: '/' },
				...(nextUrl ? [{ relation: 'next', url: nextUrl }] : []),
			],
			entry: rows,
		}),
		outcome: complete,
	},
	{
		name: 'SCIM, an index from 1',
		by: offset('startIndex', 1),
		body: ({ rows, start }) => ({
			totalResults: TOTAL,
			itemsPerPage: SIZE,
			startIndex: start + 1,
			Resources: rows,
		}),
		outcome: complete,
	},
];

/** Public services. */
const SERVICES: Form[] = [
	{
		name: 'Stripe',
		by: lastId('starting_after'),
		strict: true,
		body: ({ rows, isLast }) => ({ object: 'list', data: rows, has_more: !isLast, url: '/v1/x' }),
		outcome: told,
	},
	{
		name: 'HubSpot',
		by: lastId('after'),
		body: ({ rows, next }) => ({
			results: rows,
			...(next && { paging: { next: { after: next, link: `?after=${next}` } } }),
		}),
		outcome: complete,
	},
	{
		name: 'HubSpot, an offset that is that of the next page',
		by: offset(),
		body: ({ rows, end, isLast }) => ({ deals: rows, hasMore: !isLast, offset: end }),
		outcome: complete,
	},
	{
		name: 'Pipedrive',
		by: offset('start'),
		body: ({ rows, start, end, isLast }) => ({
			success: true,
			data: rows,
			additional_data: {
				pagination: {
					start,
					limit: SIZE,
					more_items_in_collection: !isLast,
					...(!isLast && { next_start: end }),
				},
			},
		}),
		outcome: complete,
	},
	{
		name: 'Pipedrive, version 2',
		by: cursor(),
		body: ({ rows, next }) => ({
			success: true,
			data: rows,
			additional_data: { next_cursor: next },
		}),
		outcome: complete,
	},
	{
		name: 'Salesforce, a path with the cursor',
		by: cursor('in its path'),
		body: ({ rows, isLast, next, path }) => ({
			totalSize: TOTAL,
			done: isLast,
			records: rows,
			...(next && { nextRecordsUrl: `${path}at/${next}` }),
		}),
		outcome: complete,
	},
	{
		name: 'Slack',
		by: cursor(),
		body: ({ rows, next }) => ({
			ok: true,
			channels: rows,
			response_metadata: { next_cursor: next ?? '' },
		}),
		outcome: complete,
	},
	{
		name: 'Jira',
		by: offset('startAt'),
		body: ({ rows, start }) => ({
			startAt: start,
			maxResults: SIZE,
			total: TOTAL,
			issues: rows,
		}),
		outcome: complete,
	},
	{
		name: 'Jira, next page tokens',
		by: cursor('nextPageToken'),
		body: ({ rows, next, isLast }) => ({
			issues: rows,
			isLast,
			...(next && { nextPageToken: next }),
		}),
		outcome: told,
	},
	{
		name: 'Zendesk, cursors',
		by: cursor('page[after]'),
		body: ({ rows, isLast, nextUrl, endCursor }) => ({
			tickets: rows,
			meta: { has_more: !isLast, after_cursor: endCursor, before_cursor: 'x' },
			links: { prev: null, next: nextUrl },
		}),
		outcome: complete,
	},
	{
		name: 'Zendesk, pages',
		by: page(),
		body: ({ rows, nextUrl }) => ({
			users: rows,
			count: TOTAL,
			next_page: nextUrl,
			previous_page: null,
		}),
		outcome: complete,
	},
	{
		name: 'Apollo',
		by: page(),
		body: ({ rows, number, pages }) => ({
			breadcrumbs: [],
			contacts: rows,
			pagination: { page: number, per_page: SIZE, total_entries: TOTAL, total_pages: pages },
		}),
		outcome: complete,
	},
	{
		name: 'HeyReach',
		by: offset(),
		body: ({ rows }) => ({ totalCount: TOTAL, items: rows }),
		outcome: told,
	},
	{
		name: 'Instantly',
		by: cursor('starting_after'),
		body: ({ rows, next }) => ({ items: rows, ...(next && { next_starting_after: next }) }),
		outcome: complete,
	},
	{
		name: 'GitHub',
		by: page(),
		body: ({ rows }) => rows,
		headers: ({ nextUrl }) => ({
			link: `<https://x.invalid/?page=1>; rel="first"${nextUrl ? `, <${nextUrl}>; rel="next"` : ''}`,
		}),
		outcome: complete,
	},
	{
		name: 'Shopify',
		by: cursor('page_info'),
		body: ({ rows }) => ({ products: rows }),
		headers: ({ nextUrl }) => linkTo(nextUrl),
		outcome: complete,
	},
	{
		name: 'Airtable, an offset that is a text',
		by: cursor('offset'),
		body: ({ rows, next }) => ({ records: rows, ...(next && { offset: next }) }),
		outcome: complete,
	},
	{
		name: 'Notion',
		by: cursor('start_cursor'),
		body: ({ rows, next, isLast }) => ({
			object: 'list',
			results: rows,
			next_cursor: next,
			has_more: !isLast,
		}),
		outcome: told,
	},
	{
		name: 'Google',
		by: cursor('pageToken'),
		body: ({ rows, next }) => ({
			kind: 'list',
			items: rows,
			...(next ? { nextPageToken: next } : { nextSyncToken: 'x' }),
		}),
		outcome: complete,
	},
	{
		name: 'Microsoft Graph',
		by: cursor('$skiptoken'),
		body: ({ rows, nextUrl }) => ({ value: rows, ...(nextUrl && { '@odata.nextLink': nextUrl }) }),
		outcome: complete,
	},
	{
		name: 'Twilio',
		by: page('Page', 0),
		body: ({ rows, number, start, end, nextPath }) => ({
			messages: rows,
			page: number - 1,
			page_size: SIZE,
			start,
			end: end - 1,
			next_page_uri: nextPath,
		}),
		outcome: complete,
	},
	{
		name: 'Mailchimp',
		by: offset(),
		body: ({ rows }) => ({
			campaigns: rows,
			total_items: TOTAL,
			_links: [{ rel: 'self', href: '/' }],
		}),
		outcome: told,
	},
	{
		name: 'Intercom',
		by: cursor('starting_after'),
		body: ({ rows, number, pages, next }) => ({
			type: 'list',
			data: rows,
			total_count: TOTAL,
			pages: {
				type: 'pages',
				next: next && { page: number + 1, starting_after: next },
				page: number,
				per_page: SIZE,
				total_pages: pages,
			},
		}),
		outcome: complete,
	},
	{
		name: 'Facebook',
		by: cursor('after'),
		body: ({ rows, nextUrl, endCursor }) => ({
			data: rows,
			paging: { cursors: { before: 'x', after: endCursor }, ...(nextUrl && { next: nextUrl }) },
		}),
		outcome: complete,
	},
	{
		name: 'X',
		by: cursor('next_token'),
		body: ({ rows, next }) => ({
			data: rows,
			meta: { result_count: rows.length, ...(next && { next_token: next }) },
		}),
		outcome: complete,
	},
	{
		name: 'Bitbucket',
		by: page(),
		body: ({ rows, number, nextUrl }) => ({
			pagelen: SIZE,
			size: TOTAL,
			page: number,
			values: rows,
			...(nextUrl && { next: nextUrl }),
		}),
		outcome: complete,
	},
	{
		name: 'Bitbucket Server',
		by: offset('start'),
		body: ({ rows, start, end, isLast }) => ({
			size: rows.length,
			limit: SIZE,
			isLastPage: isLast,
			values: rows,
			start,
			nextPageStart: isLast ? null : end,
		}),
		outcome: complete,
	},
	{
		name: 'DigitalOcean',
		by: page(),
		body: ({ rows, nextUrl }) => ({
			droplets: rows,
			links: nextUrl ? { pages: { next: nextUrl, last: nextUrl } } : {},
			meta: { total: TOTAL },
		}),
		outcome: complete,
	},
	{
		name: 'Cloudflare',
		by: page(),
		body: ({ rows, number, pages }) => ({
			success: true,
			errors: [],
			result: rows,
			result_info: {
				page: number,
				per_page: SIZE,
				count: rows.length,
				total_count: TOTAL,
				total_pages: pages,
			},
		}),
		outcome: complete,
	},
	{
		name: 'Asana',
		by: cursor('offset'),
		body: ({ rows, next, nextPath, nextUrl }) => ({
			data: rows,
			next_page: next && { offset: next, path: nextPath, uri: nextUrl },
		}),
		outcome: complete,
	},
	{
		name: 'Square',
		by: cursor(),
		body: ({ rows, next }) => ({ customers: rows, ...(next && { cursor: next }) }),
		outcome: complete,
	},
	{
		name: 'OpenAI',
		by: lastId('after'),
		body: ({ rows, isLast }) => ({
			object: 'list',
			data: rows,
			first_id: rows[0]?.id,
			last_id: rows.at(-1)?.id,
			has_more: !isLast,
		}),
		outcome: told,
	},
	{
		name: 'Reddit',
		by: cursor('after'),
		body: ({ rows, next }) => ({
			kind: 'Listing',
			data: { after: next, dist: SIZE, children: rows },
		}),
		outcome: complete,
	},
	{
		name: 'a total in a header alone',
		by: page(),
		body: ({ rows }) => rows,
		headers: () => ({ 'x-total-count': String(TOTAL) }),
		outcome: { silent: 'a number in a header that no standard names' },
	},
	{
		name: 'a bare array of one page',
		by: page(),
		body: ({ rows }) => rows,
		outcome: { silent: 'nothing tells a page from the whole list' },
	},
	{
		name: 'an unknown word',
		by: page(),
		body: ({ rows, end }) => ({ leads: rows, outstanding: TOTAL - end }),
		outcome: { silent: 'any other number beside a list would have to count as well' },
	},
];

export const FORMS = { django: DJANGO, frameworks: FRAMEWORKS, services: SERVICES };

const ALL = Array.from({ length: TOTAL }, (_row, index) => ({
	id: index + 1,
	name: `Lead ${index + 1}`,
}));

function viewOf({ by, beyond }: Form, url: URL, path: string): View | undefined {
	const inPath = /\/at\/(\w+)$/.exec(url.pathname)?.[1];
	const asked = inPath ?? url.searchParams.get(by.parameter);
	const wanted = asked === null ? 0 : by.start(asked);
	if (!(wanted >= 0)) return undefined;
	const isBeyond = wanted >= TOTAL;
	if (isBeyond && beyond === 404) return undefined;
	const start = isBeyond && beyond === 'last page' ? 50 : wanted;
	const end = Math.min(start + SIZE, TOTAL);
	const isLast = end === TOTAL;
	const target = new URL(path, url);
	target.searchParams.set(by.parameter, by.value(end));
	return {
		rows: ALL.slice(start, end),
		start,
		end,
		number: Math.floor(start / SIZE) + 1,
		pages: Math.ceil(TOTAL / SIZE),
		isLast,
		next: isLast ? null : by.value(end),
		nextPath: isLast ? null : `${target.pathname}${target.search}`,
		nextUrl: isLast ? null : target.href,
		endCursor: by.value(end),
		path,
	};
}

/** The service of all forms, each below its number; its own parameters alone are heeded. */
export function serviceOf(forms: Form[]) {
	return http.createServer((request, response) => {
		const url = new URL(request.url ?? '', `http://${request.headers.host}`);
		const [, path = '', number] = /^(\/api\/forms\/(\d+)\/)/.exec(url.pathname) ?? [];
		const form = forms[Number(number)];
		const isKnown =
			form && [...url.searchParams.keys()].every((name) => name === form.by.parameter);
		const view = form && (isKnown || !form.strict) ? viewOf(form, url, path) : undefined;
		response.statusCode = view ? 200 : 404;
		response.setHeader('content-type', 'application/json');
		for (const [name, value] of Object.entries((view && form?.headers?.(view)) ?? {})) {
			response.setHeader(name, value);
		}
		response.end(JSON.stringify(view ? form?.body(view) : { detail: 'Invalid page.' }));
	});
}

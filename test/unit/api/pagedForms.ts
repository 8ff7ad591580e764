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

/** The parameter that selects a page, and what the service makes of values that it does not expect. */
interface Selector {
	parameter: string;
	/** The index of the page's first row; `NaN` for what the service does not understand. */
	start: (value: string) => number;
	value: (start: number) => string;
	/** What comes for a page after the last: by default one without rows. */
	beyond?: 404 | 'last page';
	/** Whether parameters that the service does not have get a 404. */
	strict?: boolean;
}

const page = (parameter = 'page', first = 1, beyond?: Selector['beyond']): Selector => ({
	parameter,
	start: (value) => (Number(value) - first) * SIZE,
	value: (start) => String(start / SIZE + first),
	beyond,
});
const pageOr404 = (parameter = 'page', first = 1) => page(parameter, first, 404);
const pageOrLast = () => page('page', 1, 'last page');
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
const lastId = (parameter: string): Selector => ({ parameter, start: Number, value: String });
const strict = (by: Selector): Selector => ({ ...by, strict: true });

type Body = (view: View) => unknown;
type Headers = (view: View) => Record<string, string>;

export interface Form {
	name: string;
	by: Selector;
	body: Body;
	/** Its own headers. */
	headers?: Headers;
	/** Read to its end; or read in part, with a hint; else neither. */
	outcome: 'complete' | 'told' | 'silent';
}

const form = (name: string, by: Selector, body: Body, headers?: Headers): Form => ({
	...{ name, by, body, headers },
	outcome: 'complete',
});
const told = (...given: Parameters<typeof form>): Form => ({ ...form(...given), outcome: 'told' });
const silent = (...given: Parameters<typeof form>): Form => ({
	...form(...given),
	outcome: 'silent',
});

const django = ({ nextUrl, rows }: View) => ({
	...{ count: TOTAL, next: nextUrl, previous: null },
	results: rows,
});
const elsewhere = (view: View, base: string) => view.nextPath && `${base}${view.nextPath}`;
const linkTo = ({ nextUrl }: View): Record<string, string> =>
	nextUrl ? { link: `<${nextUrl}>; rel="next"` } : {};

/** Django: its own paginator in hand-written views, REST framework, django-ninja, Tastypie. */
const DJANGO: Form[] = [
	form('REST framework, PageNumberPagination', pageOr404(), django),
	form('REST framework, page_query_param "p" and a page_size_query_param', pageOr404('p'), django),
	form('REST framework behind a proxy, whose links have an internal host', pageOr404(), (view) => ({
		...django(view),
		next: elsewhere(view, 'http://app.internal:8000'),
	})),
	form('REST framework behind a gateway, whose links have another path', pageOr404(), (view) => ({
		...django(view),
		next: view.next && `http://app.internal/v1/campaigns/?page=${view.next}`,
	})),
	form('REST framework, LimitOffsetPagination', offset(), django),
	form('REST framework, CursorPagination', cursor(), (view) => ({
		next: view.nextUrl,
		previous: null,
		results: view.rows,
	})),
	form('REST framework, links in an object', pageOr404(), (view) => ({
		links: { next: view.nextUrl, previous: null },
		count: TOTAL,
		results: view.rows,
	})),
	form('REST framework, Link header', pageOr404(), ({ rows }) => rows, linkTo),
	form('django-ninja, PageNumberPagination', page(), ({ rows }) => ({ items: rows, count: TOTAL })),
	told('django-ninja, LimitOffsetPagination', offset(), ({ rows }) => ({
		items: rows,
		count: TOTAL,
	})),
	form('Tastypie', offset(), ({ rows, start, nextPath }) => ({
		meta: { limit: SIZE, next: nextPath, offset: start, previous: null, total_count: TOTAL },
		objects: rows,
	})),
	form('num_pages alone', pageOrLast(), ({ rows, pages }) => ({
		campaigns: rows,
		num_pages: pages,
	})),
	form('total_pages alone, in meta', page(), ({ rows, pages }) => ({
		success: true,
		data: rows,
		meta: { total_pages: pages },
	})),
	form('pages alone', pageOr404(), ({ rows, pages }) => ({
		success: true,
		campaigns: rows,
		pages,
	})),
	form('page and page_size', pageOrLast(), ({ rows, number }) => ({
		leads: rows,
		page: number,
		page_size: SIZE,
	})),
	form('page and nothing else', pageOr404(), ({ rows, number }) => ({ leads: rows, page: number })),
	form('limit and offset', offset(), ({ rows, start }) => ({
		leads: rows,
		limit: SIZE,
		offset: start,
	})),
	form('total_leads', page(), ({ rows }) => ({ success: true, leads: rows, total_leads: TOTAL })),
	form('campaign_count', page(), ({ rows }) => ({ campaigns: rows, campaigns_count: TOTAL })),
	told('has_more, and 404 for page numbers', strict(cursor('since')), ({ rows, isLast }) => ({
		leads: rows,
		has_more: !isLast,
	})),
	form('has_more as 1 and 0', page(), ({ rows, isLast }) => ({
		leads: rows,
		has_more: isLast ? 0 : 1,
	})),
	form('has_more as text', page(), ({ rows, isLast }) => ({
		leads: rows,
		has_more: String(!isLast),
	})),
	form(
		'has_next and next_page_number of the paginator',
		pageOr404(),
		({ rows, number, isLast }) => ({
			data: { leads: rows },
			pagination: { has_next: !isLast, next_page_number: isLast ? null : number + 1 },
		}),
	),
	told('next_page that counts on after the last page', pageOr404(), ({ rows, number }) => ({
		leads: rows,
		next_page: number + 1,
	})),
	form('cursor', cursor(), ({ rows, next }) => ({ leads: rows, cursor: next })),
	form('next_start', offset('start'), ({ rows, end, isLast }) => ({
		leads: rows,
		next_start: isLast ? null : end,
	})),
];

/** Frameworks and formats. */
const FRAMEWORKS: Form[] = [
	form('Laravel, paginate', page(), ({ rows, number, pages, start, end, nextUrl }) => ({
		current_page: number,
		data: rows,
		from: start + 1,
		last_page: pages,
		links: [{ url: nextUrl, label: 'Next &raquo;', active: false }],
		next_page_url: nextUrl,
		per_page: SIZE,
		to: end,
		total: TOTAL,
	})),
	form('Laravel, simplePaginate', page(), ({ rows, number, start, end, nextUrl }) => ({
		current_page: number,
		data: rows,
		from: start + 1,
		next_page_url: nextUrl,
		per_page: SIZE,
		to: end,
	})),
	form('Laravel, cursorPaginate', cursor(), ({ rows, next, nextUrl }) => ({
		data: rows,
		per_page: SIZE,
		next_cursor: next,
		next_page_url: nextUrl,
	})),
	form('Laravel, API resource', page(), ({ rows, number, pages, start, end, nextUrl }) => ({
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
	})),
	form('Spring Data, Page', page('page', 0), ({ rows, number, pages, start, isLast }) => ({
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
	})),
	form('Spring Data, PagedModel', pageOr404('page', 0), ({ rows, number, pages }) => ({
		content: rows,
		page: { size: SIZE, number: number - 1, totalElements: TOTAL, totalPages: pages },
	})),
	form('Spring Data, Slice', pageOr404('page', 0), ({ rows, number, isLast }) => ({
		content: rows,
		number: number - 1,
		size: SIZE,
		last: isLast,
	})),
	form(
		'pages counted from 0, without a total',
		pageOr404('page', 0),
		({ rows, number, pages }) => ({ leads: rows, page: number - 1, total_pages: pages }),
	),
	form('HAL', page(), ({ rows, nextPath }) => ({
		_embedded: { campaigns: rows },
		_links: { self: { href: '/' }, ...(nextPath && { next: { href: nextPath } }) },
	})),
	form('JSON:API, page numbers', page('page[number]'), ({ rows, nextUrl }) => ({
		data: rows,
		links: { next: nextUrl },
		meta: {},
	})),
	form('JSON:API, a link that is an object', cursor('page[after]'), ({ rows, nextUrl }) => ({
		data: rows,
		links: { next: nextUrl && { href: nextUrl, meta: {} } },
	})),
	form('OData', offset('$skip'), ({ rows, nextUrl }) => ({
		'@odata.context': '$metadata#Leads',
		'@odata.count': TOTAL,
		value: rows,
		...(nextUrl && { '@odata.nextLink': nextUrl }),
	})),
	form('GraphQL connection', cursor('after'), ({ rows, isLast, endCursor }) => ({
		data: {
			leads: {
				edges: rows.map((node) => ({ ...node, node })),
				pageInfo: { hasNextPage: !isLast, endCursor },
			},
		},
	})),
	form('FHIR bundle', offset('_offset'), ({ rows, nextUrl }) => ({
		resourceType: 'Bundle',
		total: TOTAL,
		link: [
			{ relation: 'self', url: '/' },
			...(nextUrl ? [{ relation: 'next', url: nextUrl }] : []),
		],
		entry: rows,
	})),
	form('SCIM, an index from 1', offset('startIndex', 1), ({ rows, start }) => ({
		totalResults: TOTAL,
		itemsPerPage: SIZE,
		startIndex: start + 1,
		Resources: rows,
	})),
];

/** Public services. */
const SERVICES: Form[] = [
	told('Stripe', strict(lastId('starting_after')), ({ rows, isLast }) => ({
		object: 'list',
		data: rows,
		has_more: !isLast,
		url: '/v1/x',
	})),
	form('HubSpot', lastId('after'), ({ rows, next }) => ({
		results: rows,
		...(next && { paging: { next: { after: next, link: `?after=${next}` } } }),
	})),
	form('HubSpot, an offset that is that of the next page', offset(), ({ rows, end, isLast }) => ({
		deals: rows,
		hasMore: !isLast,
		offset: end,
	})),
	form('Pipedrive', offset('start'), ({ rows, start, end, isLast }) => ({
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
	})),
	form('Pipedrive, version 2', cursor(), ({ rows, next }) => ({
		success: true,
		data: rows,
		additional_data: { next_cursor: next },
	})),
	form(
		'Salesforce, a path with the cursor',
		cursor('in its path'),
		({ rows, isLast, next, path }) => ({
			totalSize: TOTAL,
			done: isLast,
			records: rows,
			...(next && { nextRecordsUrl: `${path}at/${next}` }),
		}),
	),
	form('Slack', cursor(), ({ rows, next }) => ({
		ok: true,
		channels: rows,
		response_metadata: { next_cursor: next ?? '' },
	})),
	form('Jira', offset('startAt'), ({ rows, start }) => ({
		startAt: start,
		maxResults: SIZE,
		total: TOTAL,
		issues: rows,
	})),
	told('Jira, next page tokens', cursor('nextPageToken'), ({ rows, next, isLast }) => ({
		issues: rows,
		isLast,
		...(next && { nextPageToken: next }),
	})),
	form('Zendesk, cursors', cursor('page[after]'), ({ rows, isLast, nextUrl, endCursor }) => ({
		tickets: rows,
		meta: { has_more: !isLast, after_cursor: endCursor, before_cursor: 'x' },
		links: { prev: null, next: nextUrl },
	})),
	form('Zendesk, pages', page(), ({ rows, nextUrl }) => ({
		users: rows,
		count: TOTAL,
		next_page: nextUrl,
		previous_page: null,
	})),
	form('Apollo', page(), ({ rows, number, pages }) => ({
		breadcrumbs: [],
		contacts: rows,
		pagination: { page: number, per_page: SIZE, total_entries: TOTAL, total_pages: pages },
	})),
	told('HeyReach', offset(), ({ rows }) => ({ totalCount: TOTAL, items: rows })),
	form('Instantly', cursor('starting_after'), ({ rows, next }) => ({
		items: rows,
		...(next && { next_starting_after: next }),
	})),
	form(
		'GitHub',
		page(),
		({ rows }) => rows,
		({ nextUrl }) => ({
			link: `<https://x.invalid/?page=1>; rel="first"${nextUrl ? `, <${nextUrl}>; rel="next"` : ''}`,
		}),
	),
	form('Shopify', cursor('page_info'), ({ rows }) => ({ products: rows }), linkTo),
	form('Airtable, an offset that is a text', cursor('offset'), ({ rows, next }) => ({
		records: rows,
		...(next && { offset: next }),
	})),
	told('Notion', cursor('start_cursor'), ({ rows, next, isLast }) => ({
		object: 'list',
		results: rows,
		next_cursor: next,
		has_more: !isLast,
	})),
	form('Google', cursor('pageToken'), ({ rows, next }) => ({
		kind: 'list',
		items: rows,
		...(next ? { nextPageToken: next } : { nextSyncToken: 'x' }),
	})),
	form('Microsoft Graph', cursor('$skiptoken'), ({ rows, nextUrl }) => ({
		value: rows,
		...(nextUrl && { '@odata.nextLink': nextUrl }),
	})),
	form('Twilio', page('Page', 0), ({ rows, number, start, end, nextPath }) => ({
		messages: rows,
		page: number - 1,
		page_size: SIZE,
		start,
		end: end - 1,
		next_page_uri: nextPath,
	})),
	told('Mailchimp', offset(), ({ rows }) => ({
		campaigns: rows,
		total_items: TOTAL,
		_links: [{ rel: 'self', href: '/' }],
	})),
	form('Intercom', cursor('starting_after'), ({ rows, number, pages, next }) => ({
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
	})),
	form('Facebook', cursor('after'), ({ rows, nextUrl, endCursor }) => ({
		data: rows,
		paging: { cursors: { before: 'x', after: endCursor }, ...(nextUrl && { next: nextUrl }) },
	})),
	form('X', cursor('next_token'), ({ rows, next }) => ({
		data: rows,
		meta: { result_count: rows.length, ...(next && { next_token: next }) },
	})),
	form('Bitbucket', page(), ({ rows, number, nextUrl }) => ({
		pagelen: SIZE,
		size: TOTAL,
		page: number,
		values: rows,
		...(nextUrl && { next: nextUrl }),
	})),
	form('Bitbucket Server', offset('start'), ({ rows, start, end, isLast }) => ({
		size: rows.length,
		limit: SIZE,
		isLastPage: isLast,
		values: rows,
		start,
		nextPageStart: isLast ? null : end,
	})),
	form('DigitalOcean', page(), ({ rows, nextUrl }) => ({
		droplets: rows,
		links: nextUrl ? { pages: { next: nextUrl, last: nextUrl } } : {},
		meta: { total: TOTAL },
	})),
	form('Cloudflare', page(), ({ rows, number, pages }) => ({
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
	})),
	form('Asana', cursor('offset'), ({ rows, next, nextPath, nextUrl }) => ({
		data: rows,
		next_page: next && { offset: next, path: nextPath, uri: nextUrl },
	})),
	form('Square', cursor(), ({ rows, next }) => ({
		customers: rows,
		...(next && { cursor: next }),
	})),
	told('OpenAI', lastId('after'), ({ rows, isLast }) => ({
		object: 'list',
		data: rows,
		first_id: rows[0]?.id,
		last_id: rows.at(-1)?.id,
		has_more: !isLast,
	})),
	form('Reddit', cursor('after'), ({ rows, next }) => ({
		kind: 'Listing',
		data: { after: next, dist: SIZE, children: rows },
	})),
	// A number in a header that no standard names.
	silent(
		'a total in a header alone',
		page(),
		({ rows }) => rows,
		() => ({ 'x-total-count': String(TOTAL) }),
	),
	// Nothing tells a page from the whole list.
	silent('a bare array of one page', page(), ({ rows }) => rows),
	// Any other number beside a list would have to count as well.
	silent('an unknown word', page(), ({ rows, end }) => ({ leads: rows, outstanding: TOTAL - end })),
];

export const FORMS = { django: DJANGO, frameworks: FRAMEWORKS, services: SERVICES };

const ALL = Array.from({ length: TOTAL }, (_row, index) => ({
	id: index + 1,
	name: `Lead ${index + 1}`,
}));

function viewOf({ by }: Form, url: URL, path: string): View | undefined {
	const inPath = /\/at\/(\w+)$/.exec(url.pathname)?.[1];
	const asked = inPath ?? url.searchParams.get(by.parameter);
	const wanted = asked === null ? 0 : by.start(asked);
	if (!(wanted >= 0)) return undefined;
	const isBeyond = wanted >= TOTAL;
	if (isBeyond && by.beyond === 404) return undefined;
	const start = isBeyond && by.beyond === 'last page' ? 50 : wanted;
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
		const asked = forms[Number(number)];
		const isKnown = [...url.searchParams.keys()].every((name) => name === asked?.by.parameter);
		const view = asked && (isKnown || !asked.by.strict) ? viewOf(asked, url, path) : undefined;
		response.statusCode = view ? 200 : 404;
		response.setHeader('content-type', 'application/json');
		for (const [name, value] of Object.entries((view && asked?.headers?.(view)) ?? {})) {
			response.setHeader(name, value);
		}
		response.end(JSON.stringify(view ? asked?.body(view) : { detail: 'Invalid page.' }));
	});
}

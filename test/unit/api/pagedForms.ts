/** Forms in which public services page their lists, each as a small service that heeds only its own parameters. */
import { http } from '../../../dev/platform';

export const TOTAL = 60;
const SIZE = 25;

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

/** One page of a form. */
type View = NonNullable<ReturnType<typeof viewOf>>;
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

const django = (v: View) => ({ count: TOTAL, next: v.nextUrl, previous: null, results: v.rows });
const elsewhere = (view: View, base: string) => view.nextPath && `${base}${view.nextPath}`;
const linkTo = ({ nextUrl }: View): Record<string, string> =>
	nextUrl ? { link: `<${nextUrl}>; rel="next"` } : {};

/** Django: its own paginator in hand-written views, REST framework, django-ninja, Tastypie. */
const DJANGO: Form[] = [
	form('REST framework, PageNumberPagination', pageOr404(), django),
	form('REST framework, page_query_param "p" and a page_size_query_param', pageOr404('p'), django),
	form('REST framework behind a proxy, with an internal host in its links', pageOr404(), (v) => ({
		...django(v),
		next: elsewhere(v, 'http://app.internal:8000'),
	})),
	form('REST framework behind a gateway, whose links have another path', pageOr404(), (v) => ({
		...django(v),
		next: v.next && `http://app.internal/v1/campaigns/?page=${v.next}`,
	})),
	form('REST framework, LimitOffsetPagination', offset(), django),
	form('REST framework, CursorPagination', cursor(), (v) => ({
		next: v.nextUrl,
		previous: null,
		results: v.rows,
	})),
	form('REST framework, links in an object', pageOr404(), (v) => ({
		links: { next: v.nextUrl, previous: null },
		count: TOTAL,
		results: v.rows,
	})),
	form('REST framework, Link header', pageOr404(), (v) => v.rows, linkTo),
	form('django-ninja, PageNumberPagination', page(), (v) => ({ items: v.rows, count: TOTAL })),
	told('django-ninja, LimitOffsetPagination', offset(), (v) => ({ items: v.rows, count: TOTAL })),
	form('Tastypie', offset(), (v) => ({
		meta: { limit: SIZE, next: v.nextPath, offset: v.start, previous: null, total_count: TOTAL },
		objects: v.rows,
	})),
	form('num_pages alone', pageOrLast(), (v) => ({ campaigns: v.rows, num_pages: v.pages })),
	form('total_pages alone, in meta', page(), (v) => ({
		success: true,
		data: v.rows,
		meta: { total_pages: v.pages },
	})),
	form('pages alone', pageOr404(), (v) => ({ success: true, campaigns: v.rows, pages: v.pages })),
	form('page and page_size', pageOrLast(), (v) => ({
		leads: v.rows,
		page: v.number,
		page_size: SIZE,
	})),
	form('page and nothing else', pageOr404(), (v) => ({ leads: v.rows, page: v.number })),
	form('limit and offset', offset(), (v) => ({ leads: v.rows, limit: SIZE, offset: v.start })),
	form('total_leads', page(), (v) => ({ success: true, leads: v.rows, total_leads: TOTAL })),
	form('campaign_count', page(), (v) => ({ campaigns: v.rows, campaigns_count: TOTAL })),
	told('has_more, and 404 for page numbers', strict(cursor('since')), (v) => ({
		leads: v.rows,
		has_more: !v.isLast,
	})),
	form('has_more as 1 and 0', page(), (v) => ({ leads: v.rows, has_more: v.isLast ? 0 : 1 })),
	form('has_more as text', page(), (v) => ({ leads: v.rows, has_more: String(!v.isLast) })),
	form('has_next and next_page_number of the paginator', pageOr404(), (v) => ({
		data: { leads: v.rows },
		pagination: { has_next: !v.isLast, next_page_number: v.isLast ? null : v.number + 1 },
	})),
	told('next_page that counts on after the last page', pageOr404(), (v) => ({
		leads: v.rows,
		next_page: v.number + 1,
	})),
	form('cursor', cursor(), (v) => ({ leads: v.rows, cursor: v.next })),
	form('next_start', offset('start'), (v) => ({
		leads: v.rows,
		next_start: v.isLast ? null : v.end,
	})),
];

const laravelPart = (v: View) => ({
	...{ current_page: v.number, from: v.start + 1, next_page_url: v.nextUrl },
	...{ per_page: SIZE, to: v.end },
});
const laravelCounted = (v: View) => ({
	...{ current_page: v.number, from: v.start + 1, last_page: v.pages, per_page: SIZE },
	links: [{ url: v.nextUrl, label: 'Next &raquo;', active: false }],
	...{ to: v.end, total: TOTAL },
});
const spring = (v: View) => ({ content: v.rows, number: v.number - 1, size: SIZE });

/** Frameworks and formats. */
const FRAMEWORKS: Form[] = [
	form('Laravel, paginate', page(), (v) => ({
		...laravelCounted(v),
		data: v.rows,
		next_page_url: v.nextUrl,
	})),
	form('Laravel, simplePaginate', page(), (v) => ({ ...laravelPart(v), data: v.rows })),
	form('Laravel, cursorPaginate', cursor(), (v) => ({
		data: v.rows,
		per_page: SIZE,
		next_cursor: v.next,
		next_page_url: v.nextUrl,
	})),
	form('Laravel, API resource', page(), (v) => ({
		data: v.rows,
		links: { first: null, last: null, prev: null, next: v.nextUrl },
		meta: laravelCounted(v),
	})),
	form('Spring Data, Page', page('page', 0), (v) => ({
		...spring(v),
		pageable: { pageNumber: v.number - 1, pageSize: SIZE, offset: v.start, paged: true },
		...{ last: v.isLast, totalPages: v.pages, totalElements: TOTAL },
		...{ numberOfElements: v.rows.length, first: v.number === 1, empty: false },
	})),
	form('Spring Data, PagedModel', pageOr404('page', 0), (v) => ({
		content: v.rows,
		page: { size: SIZE, number: v.number - 1, totalElements: TOTAL, totalPages: v.pages },
	})),
	form('Spring Data, Slice', pageOr404('page', 0), (v) => ({ ...spring(v), last: v.isLast })),
	form('pages counted from 0, without a total', pageOr404('page', 0), (v) => ({
		leads: v.rows,
		page: v.number - 1,
		total_pages: v.pages,
	})),
	form('HAL', page(), (v) => ({
		_embedded: { campaigns: v.rows },
		_links: { self: { href: '/' }, ...(v.nextPath && { next: { href: v.nextPath } }) },
	})),
	form('JSON:API, page numbers', page('page[number]'), (v) => ({
		data: v.rows,
		links: { next: v.nextUrl },
		meta: {},
	})),
	form('JSON:API, a link that is an object', cursor('page[after]'), (v) => ({
		data: v.rows,
		links: { next: v.nextUrl && { href: v.nextUrl, meta: {} } },
	})),
	form('OData', offset('$skip'), (v) => ({
		'@odata.context': '$metadata#Leads',
		'@odata.count': TOTAL,
		value: v.rows,
		...(v.nextUrl && { '@odata.nextLink': v.nextUrl }),
	})),
	form('GraphQL connection', cursor('after'), (v) => ({
		data: {
			leads: {
				edges: v.rows.map((node) => ({ ...node, node })),
				pageInfo: { hasNextPage: !v.isLast, endCursor: v.endCursor },
			},
		},
	})),
	form('FHIR bundle', offset('_offset'), (v) => ({
		resourceType: 'Bundle',
		total: TOTAL,
		link: [
			{ relation: 'self', url: '/' },
			...(v.nextUrl ? [{ relation: 'next', url: v.nextUrl }] : []),
		],
		entry: v.rows,
	})),
	form('SCIM, an index from 1', offset('startIndex', 1), (v) => ({
		totalResults: TOTAL,
		itemsPerPage: SIZE,
		startIndex: v.start + 1,
		Resources: v.rows,
	})),
];

/** Public services. */
const SERVICES: Form[] = [
	told('Stripe', strict(lastId('starting_after')), (v) => ({
		object: 'list',
		data: v.rows,
		has_more: !v.isLast,
		url: '/v1/x',
	})),
	form('HubSpot', lastId('after'), (v) => ({
		results: v.rows,
		...(v.next && { paging: { next: { after: v.next, link: `?after=${v.next}` } } }),
	})),
	form('HubSpot, an offset that is that of the next page', offset(), (v) => ({
		deals: v.rows,
		hasMore: !v.isLast,
		offset: v.end,
	})),
	form('Pipedrive', offset('start'), (v) => ({
		success: true,
		data: v.rows,
		additional_data: {
			pagination: {
				start: v.start,
				limit: SIZE,
				more_items_in_collection: !v.isLast,
				...(!v.isLast && { next_start: v.end }),
			},
		},
	})),
	form('Pipedrive, version 2', cursor(), (v) => ({
		success: true,
		data: v.rows,
		additional_data: { next_cursor: v.next },
	})),
	form('Salesforce, a path with the cursor', cursor('in its path'), (v) => ({
		totalSize: TOTAL,
		done: v.isLast,
		records: v.rows,
		...(v.next && { nextRecordsUrl: `${v.path}at/${v.next}` }),
	})),
	form('Slack', cursor(), (v) => ({
		ok: true,
		channels: v.rows,
		response_metadata: { next_cursor: v.next ?? '' },
	})),
	form('Jira', offset('startAt'), (v) => ({
		startAt: v.start,
		maxResults: SIZE,
		total: TOTAL,
		issues: v.rows,
	})),
	told('Jira, next page tokens', cursor('nextPageToken'), (v) => ({
		issues: v.rows,
		isLast: v.isLast,
		...(v.next && { nextPageToken: v.next }),
	})),
	form('Zendesk, cursors', cursor('page[after]'), (v) => ({
		tickets: v.rows,
		meta: { has_more: !v.isLast, after_cursor: v.endCursor, before_cursor: 'x' },
		links: { prev: null, next: v.nextUrl },
	})),
	form('Zendesk, pages', page(), (v) => ({
		users: v.rows,
		count: TOTAL,
		next_page: v.nextUrl,
		previous_page: null,
	})),
	form('Apollo', page(), (v) => ({
		breadcrumbs: [],
		contacts: v.rows,
		pagination: { page: v.number, per_page: SIZE, total_entries: TOTAL, total_pages: v.pages },
	})),
	told('HeyReach', offset(), (v) => ({ totalCount: TOTAL, items: v.rows })),
	form('Instantly', cursor('starting_after'), (v) => ({
		items: v.rows,
		...(v.next && { next_starting_after: v.next }),
	})),
	form(
		'GitHub',
		page(),
		(v) => v.rows,
		(v) => ({
			link: `<https://x.invalid/?page=1>; rel="first"${v.nextUrl ? `, <${v.nextUrl}>; rel="next"` : ''}`,
		}),
	),
	form('Shopify', cursor('page_info'), (v) => ({ products: v.rows }), linkTo),
	form('Airtable, an offset that is a text', cursor('offset'), (v) => ({
		records: v.rows,
		...(v.next && { offset: v.next }),
	})),
	told('Notion', cursor('start_cursor'), (v) => ({
		object: 'list',
		results: v.rows,
		next_cursor: v.next,
		has_more: !v.isLast,
	})),
	form('Google', cursor('pageToken'), (v) => ({
		kind: 'list',
		items: v.rows,
		...(v.next ? { nextPageToken: v.next } : { nextSyncToken: 'x' }),
	})),
	form('Microsoft Graph', cursor('$skiptoken'), (v) => ({
		value: v.rows,
		...(v.nextUrl && { '@odata.nextLink': v.nextUrl }),
	})),
	form('Twilio', page('Page', 0), (v) => ({
		messages: v.rows,
		page: v.number - 1,
		page_size: SIZE,
		start: v.start,
		end: v.end - 1,
		next_page_uri: v.nextPath,
	})),
	told('Mailchimp', offset(), (v) => ({
		campaigns: v.rows,
		total_items: TOTAL,
		_links: [{ rel: 'self', href: '/' }],
	})),
	form('Intercom', cursor('starting_after'), (v) => ({
		type: 'list',
		data: v.rows,
		total_count: TOTAL,
		pages: {
			type: 'pages',
			next: v.next && { page: v.number + 1, starting_after: v.next },
			page: v.number,
			per_page: SIZE,
			total_pages: v.pages,
		},
	})),
	form('Facebook', cursor('after'), (v) => ({
		data: v.rows,
		paging: { cursors: { before: 'x', after: v.endCursor }, ...(v.nextUrl && { next: v.nextUrl }) },
	})),
	form('X', cursor('next_token'), (v) => ({
		data: v.rows,
		meta: { result_count: v.rows.length, ...(v.next && { next_token: v.next }) },
	})),
	form('Bitbucket', page(), (v) => ({
		pagelen: SIZE,
		size: TOTAL,
		page: v.number,
		values: v.rows,
		...(v.nextUrl && { next: v.nextUrl }),
	})),
	form('Bitbucket Server', offset('start'), (v) => ({
		size: v.rows.length,
		limit: SIZE,
		isLastPage: v.isLast,
		values: v.rows,
		start: v.start,
		nextPageStart: v.isLast ? null : v.end,
	})),
	form('DigitalOcean', page(), (v) => ({
		droplets: v.rows,
		links: v.nextUrl ? { pages: { next: v.nextUrl, last: v.nextUrl } } : {},
		meta: { total: TOTAL },
	})),
	form('Cloudflare', page(), (v) => ({
		success: true,
		errors: [],
		result: v.rows,
		result_info: {
			page: v.number,
			per_page: SIZE,
			count: v.rows.length,
			total_count: TOTAL,
			total_pages: v.pages,
		},
	})),
	form('Asana', cursor('offset'), (v) => ({
		data: v.rows,
		next_page: v.next && { offset: v.next, path: v.nextPath, uri: v.nextUrl },
	})),
	form('Square', cursor(), (v) => ({ customers: v.rows, ...(v.next && { cursor: v.next }) })),
	told('OpenAI', lastId('after'), (v) => ({
		object: 'list',
		data: v.rows,
		first_id: v.rows[0]?.id,
		last_id: v.rows.at(-1)?.id,
		has_more: !v.isLast,
	})),
	form('Reddit', cursor('after'), (v) => ({
		kind: 'Listing',
		data: { after: v.next, dist: SIZE, children: v.rows },
	})),
	// A number in a header that no standard names.
	silent(
		'a total in a header alone',
		page(),
		(v) => v.rows,
		() => ({ 'x-total-count': String(TOTAL) }),
	),
	// Nothing tells a page from the whole list.
	silent('a bare array of one page', page(), (v) => v.rows),
	// Any other number beside a list would have to count as well.
	silent('an unknown word', page(), (v) => ({ leads: v.rows, outstanding: TOTAL - v.end })),
];

export const FORMS = { django: DJANGO, frameworks: FRAMEWORKS, services: SERVICES };

const ALL = Array.from({ length: TOTAL }, (_, at) => ({ id: at + 1, name: `Lead ${at + 1}` }));

/** The page that a URL asks for. */
function viewOf(by: Selector, url: URL, path: string) {
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
		/** The index of its first row, and of the first row after it; the path of the list. */
		...{ start, end, isLast, path },
		/** Counted from 1. */
		number: Math.floor(start / SIZE) + 1,
		pages: Math.ceil(TOTAL / SIZE),
		/** The parameter's value, path and query, and whole address of the next page; `null` on the last. */
		next: isLast ? null : by.value(end),
		nextPath: isLast ? null : `${target.pathname}${target.search}`,
		nextUrl: isLast ? null : target.href,
		/** The cursor after the last row of the page, also of the last page. */
		endCursor: by.value(end),
	};
}

/** The service of all forms, each below its number; its own parameters alone are heeded. */
export function serviceOf(forms: Form[]) {
	return http.createServer((request, response) => {
		const url = new URL(request.url ?? '', `http://${request.headers.host}`);
		const [, path = '', number] = /^(\/api\/forms\/(\d+)\/)/.exec(url.pathname) ?? [];
		const asked = forms[Number(number)];
		const isKnown = [...url.searchParams.keys()].every((name) => name === asked?.by.parameter);
		const view = asked && (isKnown || !asked.by.strict) ? viewOf(asked.by, url, path) : undefined;
		response.statusCode = view ? 200 : 404;
		response.setHeader('content-type', 'application/json');
		for (const [name, value] of Object.entries((view && asked?.headers?.(view)) ?? {})) {
			response.setHeader(name, value);
		}
		response.end(JSON.stringify(view ? asked?.body(view) : { detail: 'Invalid page.' }));
	});
}

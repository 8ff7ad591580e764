/** Forms in which public services page their lists. A table: it is long because there are many. */
import {
	cursor,
	form,
	lastId,
	offset,
	page,
	pageOr404,
	pageOrLast,
	silent,
	SIZE,
	strict,
	told,
	TOTAL,
	type Form,
	type View,
} from './pagedService';

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
	form('pages in an object', pageOr404(), (v) => ({
		leads: v.rows,
		pages: { current: v.number, total: v.pages },
	})),
	form('total in words for people', page(), (v) => ({ leads: v.rows, total: { value: TOTAL } })),
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

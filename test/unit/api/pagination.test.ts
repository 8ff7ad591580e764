import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { nextPage, readPaging, type PageRequest } from '../../../nodes/shared/api/responses/paging';
import { numRuns } from '../../properties';

const current = new URL('https://api.example.com/api/v1/public/campaigns/');

interface Given {
	request?: PageRequest;
	length?: number;
	/** How many elements and pages were read so far. */
	elements?: number;
	pages?: number;
	link?: string;
}

const rows = (length: number): IDataObject[] => Array.from({ length }, (_row, id) => ({ id }));
const asking = (query: string): PageRequest => ({ url: new URL(query, current) });

/** The page that follows the given one. */
const after = (body: IDataObject, given: Given = {}) => {
	const { length = 25, elements = length, pages = 1, request = { url: current }, link } = given;
	const page = { elements: rows(length), envelopes: [body], key: 'leads', whole: false };
	return nextPage(request, readPaging(page, link), { length, elements, pages });
};
const addressAfter = (...given: Parameters<typeof after>) => after(...given)?.request?.url.href;
const queryAfter = (...given: Parameters<typeof after>) => after(...given)?.request?.url.search;

describe('a list goes on at an address', () => {
	it.each([
		'HTTPS://API.example.com/api/v1/public/campaigns/?page=2#top',
		'https://somebody:else@api.example.com/api/v1/public/campaigns/?page=2',
		'//elsewhere.example.com/campaigns/?page=2',
		'?page=2',
	])('%s, by its query alone', (next) => {
		expect(addressAfter({ next })).toBe(`${current.href}?page=2`);
	});

	it('with the parameters that it leaves out, and with those that it repeats', () => {
		const request = asking('?status=ACTIVE&tag=a&page=1');
		const repeated = { next: 'https://api.example.com/x/?tag=b&tag=c&page=2' };

		expect(queryAfter(repeated, { request })).toBe('?status=ACTIVE&tag=b&tag=c&page=2');
		expect(queryAfter({ next: '?cursor=c' }, { request })).toBe('?status=ACTIVE&tag=a&cursor=c');
	});

	it('in a list of links', () => {
		const [self, next] = ['self', 'next'].map((rel) => ({ rel, href: `/a?${rel}=2` }));

		expect(queryAfter({ links: [self, next] })).toBe('?next=2');
	});
});

describe('a list goes on at', () => {
	it.each([
		['a page that is a text', { next: '2' }, '?page=2'],
		['an offset, where those are counted', { next: 25, offset: 0, limit: 25 }, '?offset=25'],
		['a cursor that is a number', { next_cursor: 77 }, '?cursor=77'],
		['a cursor that looks like a scheme', { next: 'mailto:a' }, '?cursor=mailto%3Aa'],
		['a cursor of digits as it is', { next_cursor: '0077' }, '?cursor=0077'],
		['a token in an object', { response_metadata: { next_page_token: 't' } }, '?page_token=t'],
		['the cursor after it', { has_more: true, paging: { cursors: { after: 'e' } } }, '?after=e'],
		['a page by its number', { total: 60, page: 1, page_size: 25, next: null }, '?page=2'],
	])('%s', (_what, body, query) => {
		expect(queryAfter(body)).toBe(query);
	});

	it('what a search asks for in its body', () => {
		const request = { url: current, body: { page: 1, page_size: 25, filters: {} } };
		const bodyAfter = (body: IDataObject) => after(body, { request })?.request?.body;

		expect(bodyAfter({ total: 60 })).toEqual({ page: 2, page_size: 25, filters: {} });
		expect(bodyAfter({ next: '/search/?page=2&x=y' })).toMatchObject({ page: 2, x: 'y' });
		expect(bodyAfter({ next: 'abc' })).toEqual({ page_size: 25, filters: {}, cursor: 'abc' });
		expect(bodyAfter({ total: 60, offset: 0 })).toEqual({ page_size: 25, filters: {}, offset: 25 });
	});
});

describe('a list ends', () => {
	it.each([
		{},
		{ next: false },
		{ has_more: false, next_cursor: 'last' },
		{ next_page: 0 },
		{ total: 25 },
		{ total: 25, page: 1, page_size: 25 },
		{ page: 3, total_pages: 3, page_size: 25 },
		{ page: 1, page_size: 26 },
		{ total_campaigns: 60 },
		{ count: 25 },
		{ total: 'many' },
		{ pages: { current: 3, total: 1 } },
		{ total: { value: 25 } },
		{ total: '1,23' },
	])('where a page says %j', (body) => {
		expect(after(body)).toBeUndefined();
	});

	it('with a short page of a search, unless its length is what a service gives by default', () => {
		const request = { url: current, body: { page: 1, page_size: 100 } };
		const unclaimed = { isClaimed: false };

		expect(after({}, { request, length: 99 })).toBeUndefined();
		expect(after({}, { request, length: 100 })).toMatchObject(unclaimed);
		expect(after({ count: 100 }, { request, length: 100 })).toMatchObject(unclaimed);
		expect(after({ total: 100 }, { request, length: 100 })).toBeUndefined();
		expect(after({}, { request, length: 25 })).toMatchObject(unclaimed);
	});

	it('after as many pages as it has, whether they are counted from 0 or 1, or not at all', () => {
		const request = asking('?page=2');

		expect(after({ page: 2, pages: 3 }, { pages: 3 })).toBeUndefined();
		expect(after({ page: 2, pages: 3 }, { pages: 2 })).toMatchObject({ isClaimed: true });
		expect(after({ num_pages: 2 }, { request, pages: 1 })).toBeUndefined();
	});
});

it.each([
	['page, if that is full', { page: 2, page_size: 25 }, '?page=3'],
	['page, if no size is known', { page: 2 }, '?page=3'],
	['offset, if the page is full', { limit: 25, offset: 25 }, '?offset=50'],
])('a list may go on by its %s', (_how, body, query) => {
	const request = asking('offset' in body ? '?offset=25' : '?page=2');
	const next = after(body, { request, pages: 2, elements: 50 });

	expect(next?.request?.url.search).toBe(query);
	expect(next?.isClaimed).toBe(false);
});

it.each<[IDataObject, number]>([
	[{ total: '1,234' }, 1_234],
	[{ total: { value: 120, relation: 'eq' } }, 120],
	[{ lead_count: 120 }, 120],
	[{ total_prospects: 120 }, 120],
	[{ total_companies: 300, total_leads: 120 }, 120],
	[{ lead_list: { total_companies: 120 } }, 120],
])('%j counts the elements: %d', (body, total) => {
	const page = { elements: rows(25), envelopes: [body], key: 'leads', whole: false };

	expect(readPaging(page)).toMatchObject({ total });
});

describe('a list claims to go on', () => {
	it.each([
		['so by what it is not', { done: false }, '?page=2'],
		['the offset that comes next', { has_more: true, offset: 30 }, '?offset=30'],
	])('where it says %s', (_what, body, query) => {
		expect(after(body)?.isClaimed).toBe(true);
		expect(queryAfter(body)).toBe(query);
	});

	it('where its next address is no URL, without a request', () => {
		expect(after({ next: 'http://[' })).toEqual({ isClaimed: true });
	});
});

describe('whatever a page says', () => {
	// `fc.webUrl()` goes through all of Unicode first, which takes more than a second.
	const webUrl = fc.webAuthority({ withPort: true }).map((host) => `https://${host}/api/`);

	it('the list never leaves the origin', () => {
		const anything = fc.oneof(
			fc.string(),
			webUrl,
			fc.tuple(fc.constantFrom('/', '//'), fc.string()).map((parts) => parts.join('')),
			webUrl.map((href) => ({ href })),
		);
		fc.assert(
			fc.property(anything, (next) => {
				const request = after({ next })?.request;
				if (request) expect(request.url.origin).toBe(current.origin);
			}),
			{
				...numRuns(2_000),
				examples: [
					['https://api.example.com:8443/api/'],
					['https://api.example.com.elsewhere.com/'],
					['https://api.example.com@elsewhere.com//elsewhere.com/'],
					['/\\elsewhere.example.com/'],
					['/.//elsewhere.example.com/'],
				],
			},
		);
	});

	it('can be read', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
				expect(() => after(body)).not.toThrow();
			}),
		);
	});
});

describe('a Link header', () => {
	it.each([
		['</x?page=2>; rel=next', '?page=2'],
		['</x?page=1>; rel="prev", </x?page=3>; rel="next"', '?page=3'],
		['</x?page=2>; title="more"; rel="next"', '?page=2'],
		['</x?page=2>; rel="last next"', '?page=2'],
	])('%s names the next page', (link, query) => {
		expect(queryAfter({}, { link })).toBe(query);
	});

	const OTHERS = ['', '</x?page=1>; rel="prev"', 'next', '</x>; rel="nextish-thing"x'];

	it.each(OTHERS)('%j names none', (link) => {
		expect(after({}, { link })).toBeUndefined();
	});
});

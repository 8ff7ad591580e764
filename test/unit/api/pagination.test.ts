import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { nextFromLinkHeader, readPageInfo } from '../../../nodes/shared/api/responses/pageInfo';
import {
	followingPage,
	type PageRequest,
	type Position,
} from '../../../nodes/shared/api/responses/pagination';
import { numRuns } from '../../numRuns';

const current = new URL('https://api.example.com/api/v1/public/campaigns/');

/** Where a list goes on after its first page. */
const after = (body: IDataObject, position: Partial<Position> = {}) => {
	const { length = 25, read = length, request = { url: current } } = position;
	const info = readPageInfo([body], length);
	return followingPage({ request, info, length, read, ...position });
};
const requestAfter = (...given: Parameters<typeof after>): PageRequest | undefined => {
	const next = after(...given);
	return next && 'request' in next ? next.request : undefined;
};
const addressAfter = (...given: Parameters<typeof after>) => requestAfter(...given)?.url.href;
const queryAfter = (...given: Parameters<typeof after>) => requestAfter(...given)?.url.search;

describe('a list goes on at an address', () => {
	it.each([
		['http://api.example.com/api/v1/public/campaigns/?page=2'],
		['HTTPS://API.example.com/api/v1/public/campaigns/?page=2#top'],
		['https://somebody:else@api.example.com/api/v1/public/campaigns/?page=2'],
	])('%s, always by the scheme and as the key of the credential', (next) => {
		expect(addressAfter({ next })).toBe('https://api.example.com/api/v1/public/campaigns/?page=2');
	});

	it('that is a query, with the parameters that it leaves out', () => {
		const request = { url: new URL('?status=ACTIVE&page=1', current) };

		expect(queryAfter({ next: '?page=2' }, { request })).toBe('?page=2&status=ACTIVE');
	});

	it.each([
		{
			links: [
				{ rel: 'self', href: '/a' },
				{ rel: 'next', href: '/a?page=2' },
			],
		},
		{ '@odata.nextLink': '/a?page=2' },
		{ paging: { next: { link: '/a?page=2', after: 'x' } } },
		{ meta: { pagination: { nextPageUrl: '/a?page=2' } } },
	])('wherever it stands: %j', (body) => {
		expect(addressAfter(body)).toBe('https://api.example.com/a?page=2');
	});
});

describe('a list goes on at', () => {
	it.each([
		['a page that is a text', { next: '2' }, '?page=2'],
		['an offset, where those are counted', { next: 25, offset: 0, limit: 25 }, '?offset=25'],
		['a cursor that is a number', { next_cursor: 77 }, '?cursor=77'],
		[
			'a cursor that looks like a scheme',
			{ next: 'javascript:alert(1)' },
			'?cursor=javascript%3Aalert%281%29',
		],
		['a token', { response_metadata: { next_page_token: 't' } }, '?page_token=t'],
		['the cursor after it', { has_more: true, paging: { cursors: { after: 'e' } } }, '?after=e'],
		['the page after the present', { current_page: 7, last_page: 9 }, '?page=8'],
		[
			'the page after the present, counted from 0',
			{ page: { number: 0, totalPages: 3 } },
			'?page=1',
		],
		[
			'a page by its numbers, though it names none',
			{ total: 60, page: 1, page_size: 25, next: null },
			'?page=2',
		],
		['the elements after those read', { total: 60, offset: 0 }, '?offset=25'],
	])('%s', (_what, body, query) => {
		expect(queryAfter(body)).toBe(query);
	});

	it('what a search asks for in its body', () => {
		const request = { url: current, body: { page: 1, page_size: 25, filters: {} } };
		const bodyAfter = (body: IDataObject) => requestAfter(body, { request })?.body;

		expect(bodyAfter({ total: 60 })).toEqual({ page: 2, page_size: 25, filters: {} });
		expect(bodyAfter({ next: '/search/?page=2&x=y' })).toMatchObject({ page: 2, x: 'y' });
		expect(bodyAfter({ next: 'abc' })).toEqual({ page_size: 25, filters: {}, cursor: 'abc' });
		expect(bodyAfter({ total: 60, offset: 0 })).toEqual({ page_size: 25, filters: {}, offset: 25 });
	});
});

describe('a list ends', () => {
	it.each([
		{},
		{ next: null },
		{ next: '' },
		{ next: false },
		{ links: {} },
		{ has_more: false, next_cursor: 'last' },
		{ is_last: true },
		{ total: 25 },
		{ total: 25, page: 1, page_size: 25 },
		{ page: 3, total_pages: 3 },
		{ count: 25 },
		{ total: 'many' },
	])('where a page says %j', (body) => {
		expect(after(body)).toBeUndefined();
	});

	it('with a short page of a search, unless its length is what a service gives by default', () => {
		expect(after({}, { length: 99, requestedSize: 100 })).toBeUndefined();
		expect(after({}, { length: 100, requestedSize: 100 })).toMatchObject({ guessed: true });
		expect(after({ count: 100 }, { length: 100, requestedSize: 100 })).toMatchObject({
			guessed: true,
		});
		expect(after({ total: 100 }, { length: 100, requestedSize: 100 })).toBeUndefined();
		expect(after({}, { length: 25, requestedSize: 100 })).toMatchObject({ guessed: true });
	});
});

describe('a list cannot be followed', () => {
	it.each([
		'https://elsewhere.example.com/api/',
		'//elsewhere.example.com/api/',
		'https://api.example.com:8443/api/',
		'https://api.example.com.elsewhere.com/',
		'https://api.example.com@elsewhere.com/',
		'/\\elsewhere.example.com/',
	])('to another address: %s', (next) => {
		expect(after({ next })).toMatchObject({
			message: expect.stringContaining('goes on at another address'),
			advice: [expect.stringContaining('API key goes to the base URL alone'), expect.anything()],
		});
	});

	it('to what is no URL', () => {
		expect(after({ next: 'http://[' })).toMatchObject({
			message: expect.stringContaining('is no URL'),
		});
	});
});

describe('whatever a page says', () => {
	it('the list never leaves the origin', () => {
		const anything = fc.oneof(
			fc.string(),
			fc.webUrl(),
			fc.string().map((text) => `/${text}`),
			fc.webUrl().map((href) => ({ href })),
		);
		fc.assert(
			fc.property(anything, (next) => {
				const target = requestAfter({ next });
				if (target) expect(target.url.origin).toBe(current.origin);
			}),
			numRuns(2_000),
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
		['</x?page=2>; rel=next', '/x?page=2'],
		['</x?page=1>; rel="prev", </x?page=3>; rel="next"', '/x?page=3'],
		['</x?page=2>; title="more"; rel="next"', '/x?page=2'],
	])('%s names the next page', (link, target) => {
		expect(nextFromLinkHeader(link)).toBe(target);
	});

	it.each(['', '</x?page=1>; rel="prev"', 'next', '</x>; rel="nextish-thing"x'])(
		'%j names none',
		(link) => {
			expect(nextFromLinkHeader(link)).toBeUndefined();
		},
	);
});

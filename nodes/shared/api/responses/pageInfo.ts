import type { IDataObject } from 'n8n-workflow';
import { isDataObject } from './json';
import {
	ADDRESSES,
	CONTAINERS,
	COUNT,
	EITHER,
	END,
	HAS_MORE,
	IS_LAST,
	NEXT,
	OFFSET,
	PAGE,
	PAGE_SIZE,
	TOTAL,
	TOTAL_PAGES,
	VALUES,
} from './pageFields';

/** Where a list goes on: an address, or a value for a query parameter. */
export type Next = { address: string } | { parameter: string; value: string | number };

/** The paging information of a page; what the page does not tell is absent. */
export interface PageInfo {
	next?: Next;
	/** Whether pages follow. */
	hasMore?: boolean;
	/** How many elements the whole list has. */
	total?: number;
	totalPages?: number;
	page?: number;
	pageSize?: number;
	/** How many elements are before this page. */
	offset?: number;
}

/** `nextPage`, `_links` and `@odata.nextLink` as `next_page`, `links` and `next_link`. */
function snakeCase(name: string): string {
	const bare = name.replace(/^(@odata\.|_+)/, '');
	return bare.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
}

type Fields = Map<string, unknown>;

const fieldsOf = (object: IDataObject): Fields =>
	new Map(Object.entries(object).map(([name, value]) => [snakeCase(name), value]));

/** `[{ rel: 'next', href: '…' }]` as `{ next: '…' }`. */
function linksByRelation(links: unknown[]): Fields {
	const named = links.filter(isDataObject).map(fieldsOf);
	return new Map(named.map((link) => [String(link.get('rel')), link.get('href')]));
}

/** The fields of an envelope, then those of the containers in it, at most one container deeper. */
function placesIn(fields: Fields, depth = 2): Fields[] {
	if (depth === 0) return [fields];
	const inner = CONTAINERS.map((name) => fields.get(name)).flatMap((value) => {
		if (Array.isArray(value)) return [linksByRelation(value)];
		return isDataObject(value) ? placesIn(fieldsOf(value), depth - 1) : [];
	});
	return [fields, ...inner];
}

function asCount(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
		? number
		: undefined;
}

const asFlag = (value: unknown) => (typeof value === 'boolean' ? value : undefined);

/** The first field of these names that can be read, in the order of the places. */
function firstOf<Value>(
	places: Fields[],
	names: string[],
	read: (value: unknown) => Value | undefined,
): Value | undefined {
	for (const fields of places) {
		for (const name of names) {
			const value = read(fields.get(name));
			if (value !== undefined) return value;
		}
	}
	return undefined;
}

/** A value that begins like a URL or a path, or has a query; a cursor has neither. */
const isAddress = (text: string) => /^(https?:|[/?])|\?/i.test(text);

function asNext(value: unknown, parameter: string): Next | undefined {
	const number = asCount(value);
	if (number !== undefined) return { parameter, value: number };
	if (typeof value === 'string' && value !== '') {
		return isAddress(value) ? { address: value } : { parameter, value };
	}
	return isDataObject(value) ? nextInside(fieldsOf(value)) : undefined;
}

function nextInside(fields: Fields): Next | undefined {
	const address = firstOf([fields], ADDRESSES, (value) => value);
	if (typeof address === 'string') return { address };
	const [named] = VALUES.flatMap((name) => asNext(fields.get(name), name) ?? []);
	return named;
}

function nextIn(places: Fields[], names: Record<string, string>): Next | undefined {
	for (const fields of places) {
		for (const [name, parameter] of Object.entries(names)) {
			const next = asNext(fields.get(name), parameter);
			if (next) return next;
		}
	}
	return undefined;
}

/** The next page by a Link header (RFC 8288), which lists that are bare arrays use. */
export function nextFromLinkHeader(link = ''): string | undefined {
	const found = /<([^<>]*)>[^<]*;\s*rel="?next\b/i.exec(link);
	return found?.[1];
}

/** A `next` with its parameter, which depends on the type of its value. */
function resolved(next: Next | undefined, counted: PageInfo): Next | undefined {
	if (!next || 'address' in next || next.parameter !== EITHER) return next;
	const byOffset = counted.offset !== undefined && counted.page === undefined;
	const ofNumber = byOffset ? 'offset' : 'page';
	return { ...next, parameter: typeof next.value === 'number' ? ofNumber : 'cursor' };
}

/** Whether pages follow, as far as the page says so explicitly. */
function readHasMore(places: Fields[], next: Next | undefined): boolean | undefined {
	const hasMore = firstOf(places, HAS_MORE, asFlag);
	if (hasMore !== undefined) return hasMore;
	const isLast = firstOf(places, IS_LAST, asFlag);
	if (isLast !== undefined) return !isLast;
	if (next) return true;
	const saysNone = places.some((fields) => Object.keys(NEXT).some((name) => fields.has(name)));
	return saysNone ? false : undefined;
}

/**
 * Reads the paging information of a page.
 *
 * @param envelopes the objects around the elements, the outermost first; the innermost counts first
 * @param length how many elements the page has
 * @param link the response's Link header
 */
export function readPageInfo(envelopes: IDataObject[], length: number, link?: string): PageInfo {
	const places = [...envelopes].reverse().flatMap((envelope) => placesIn(fieldsOf(envelope)));
	const count = firstOf(places, COUNT, asCount) ?? 0;
	const counted = {
		total: firstOf(places, TOTAL, asCount) ?? (count > length ? count : undefined),
		totalPages: firstOf(places, TOTAL_PAGES, asCount),
		page: firstOf(places, PAGE, asCount),
		pageSize: firstOf(places, PAGE_SIZE, asCount),
		offset: firstOf(places, OFFSET, asCount),
	};
	const linked = nextFromLinkHeader(link);
	const named = nextIn(places, NEXT) ?? (linked === undefined ? undefined : { address: linked });
	const hasMore = readHasMore(places, named);
	if (hasMore !== true) return { ...counted, hasMore };
	return { ...counted, hasMore, next: resolved(named ?? nextIn(places, END), counted) };
}

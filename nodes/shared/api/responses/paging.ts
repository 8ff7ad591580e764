import type { IDataObject } from 'n8n-workflow';
import { asCount, asFlag, isDataObject, isText } from '../../json';
import type { ListPage } from './list';

/* Reference, Limits: pagination is not shown. One pattern for each meaning, on names in snake case. */

/** Objects beside a list that describe its pages. */
const CONTAINER =
	/(^|_)(pag(e|es|er|ing|ination|inator)|links?|meta(_?data)?|data|cursors?|info)(_|$)/;
const NEXT =
	/^next(_(?!sync|delta)\w*(page|number|cursor|token|ur[il]|link|href|path|offset|start|after|marker|key|id|skip|index))?$/;
/** Names for the end of this page, which the last page may have as well. */
const END = /^(end_cursor|after(_cursor)?|cursor|bookmark|continuation_token|offset)$/;
const MORE = /^(has_(more|next)\w*|more(_\w+)?|next(_page)?|(is_)?truncated)$/;
const LAST = /^((is_)?(last|final|end)|is_last_page|done)$/;
const TOTAL = /^total(_(count|number|size|results|items|elements|records|entries|rows|hits))?$/;
/** Names for the number of elements, in the whole list or only on the page. */
const COUNT = /^(count|found|num_(found|items|results)|(item|result|record|row)s?_(count|total))$/;
const PAGES =
	/^(pages(_total|_count)?|(total|num)_pages?|page_(count|total)|(last|max)_page(_number)?)$/;
const PAGE = /^((current_)?page(_(number|no|num|index))?|number)$/;
const SIZE = /^(page_size|(items_)?per_page|limit|pagelen|max_results|size)$/;
const OFFSET = /^(offset|skip|start|start_at|start_index)$/;
const SKIP = /^(offset|skip)$/;
/** Parameters that begin a list at a place that does not show how many elements are before it. */
const PLACE =
	/(^|_)(cursor|bookmark|marker)$|(page|next|continuation)_token$|^((start|starting|search)_)?after$|^start(_at|_index)?$/;

/** The names that the service may give to what a lead list has, whichever its key (reference, Lead list). */
const LEADS = ['leads', 'prospects', 'companies'];
/** The object that a list is of, in which it may be counted: `{ lead_list: { total_prospects: 120 } }`. */
const OWNER = /(^|_)list$/;

/** Extended API, 2.6: the page size of a service that ignores the requested one. */
const DEFAULT_PAGE_SIZE = 25;

/** What a page says about its list; undefined if it does not say it. */
export type Paging = ReturnType<typeof readPaging>;

/** A field by its name as it is sent, and in snake case. */
type Field = { name: string; snake: string; value: unknown };

/** `hasMore`, `has-more` and `_has_more` as `has_more`; `@odata.nextLink` as `next_link`. */
function toField([key, value]: [string, unknown]): Field {
	const name = key.replace(/^.*[.:@$]/, '').replace(/^_+/, '');
	const snake = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/-/g, '_');
	return { name, snake: snake.toLowerCase(), value };
}

/** The fields of an object; a `total` of pages is a number of pages. */
function fieldsOf(object: IDataObject, container = ''): Field[] {
	const isOfPages = /(^|_)pages?$/.test(container);
	const named = ({ snake, ...field }: Field) => ({
		...field,
		snake: isOfPages && snake === 'total' ? 'total_pages' : snake,
	});
	return Object.entries(object).map(toField).map(named);
}

/** The fields of an envelope, then those of the containers in it; links by their relation. */
function fieldsIn(envelope: IDataObject, depth = 3, container = ''): Field[] {
	const fields = fieldsOf(envelope, container);
	const inner = fields.flatMap(({ snake, value }) => {
		if (depth === 0 || !CONTAINER.test(snake)) return [];
		if (isDataObject(value)) return fieldsIn(value, depth - 1, snake);
		const links = Array.isArray(value) && /links?$/.test(snake) ? value.filter(isDataObject) : [];
		return links.map((link) => toField([String(link.rel ?? link.relation), link]));
	});
	return [...fields, ...inner];
}

/**
 * The parameter for a value: `cursor` for `next_cursor`, `pageToken` for `nextPageToken`, but `next_token`
 * for itself.
 */
function parameterOf(name: string, value: string | number, ofNumber: string): string {
	if (/^(end|after)/i.test(name)) return 'after';
	const rest = name.replace(/^next(?!_?token$)[_-]?(page(?![_-]?(token|id|$))[_-]?)?/i, '');
	if (rest === '') return typeof value === 'string' ? 'cursor' : ofNumber;
	const isPage = /^(page|number|no|index)$/i.test(rest);
	return isPage ? 'page' : rest.charAt(0).toLowerCase() + rest.slice(1);
}

/** The URL or the parameters of a next page; a cursor does not begin like a URL, and has no query. */
function readNext({ name, value }: Field, ofNumber = 'page'): string | IDataObject | undefined {
	if (isDataObject(value)) {
		const address = [value.href, value.url, value.link, value.uri].find(isText);
		const given = Object.entries(value).filter(([, part]) => isText(part) || asCount(part));
		return address ?? (given.length > 0 ? Object.fromEntries(given) : undefined);
	}
	if (isText(value) && /^(https?:|[/?])|\?/i.test(value)) return value;
	const given = asCount(value) ?? (isText(value) && asFlag(value) === undefined ? value : 0);
	return given === 0 ? undefined : { [parameterOf(name, given, ofNumber)]: given };
}

/** A count, also as an object or with commas: 1234 is `{ value: 1234, relation: 'eq' }`, and `1,234`. */
function readCount(value: unknown, least = 0): number | undefined {
	const given: unknown = isDataObject(value) ? value.value : value;
	const isGrouped = typeof given === 'string' && /^[1-9]\d{0,2}(,\d{3})+$/.test(given);
	return asCount(isGrouped ? given.replace(/,/g, '') : given, least);
}

/** Tells the names for the number of what the keys have: of leads `total_leads`, `leads_count`, `lead_total`. */
function countersOf(keys: string[]): Pick<RegExp, 'test'> {
	const nouns = keys.flatMap((key) => [key, key.replace(/ies$/, 'y').replace(/s$/, '')]);
	const names = nouns.flatMap((noun) => [
		...['total', 'num'].map((word) => `${word}_${noun}`),
		...['total', 'count'].map((word) => `${noun}_${word}`),
	]);
	return { test: (name) => names.includes(name) };
}

/**
 * The number of elements by a name that says of what: by the name of the list itself, or else by one under
 * which it was expected. What lead lists have goes by several names.
 *
 * @returns `undefined` without one that is above the length of the page, which may be all that it counts
 */
function numberOf(
	{ elements, envelopes, key = '' }: ListPage,
	fields: Field[],
	expected: string[],
): number | undefined {
	const owners = envelopes.flatMap((envelope) => Object.entries(envelope).map(toField));
	const inOwners = owners.flatMap(({ snake, value }) =>
		OWNER.test(snake) && isDataObject(value) ? fieldsOf(value) : [],
	);
	const others = [
		...expected,
		...(LEADS.some((name) => [key, ...expected].includes(name)) ? LEADS : []),
	];
	const counts = [[key], others].map((keys) => {
		const counter = countersOf(keys);
		return [...fields, ...inOwners].flatMap(({ snake, value }) =>
			counter.test(snake) ? (readCount(value) ?? []) : [],
		);
	});
	const named = counts.find(({ length }) => length > 0) ?? [];
	return named.find((count) => count > elements.length);
}

/**
 * Reads what a page says about the others, from the innermost envelope outwards; the first readable value
 * counts.
 *
 * @param link the response's Link header (RFC 8288), which lists that are bare arrays use
 * @param keys the keys under which the list was expected, which may also name their number
 * @returns what the page says: `next` is the URL of the next page, or its parameters; `offset` the field with
 * the number of elements before this page; `size` the number on a full page
 */
export function readPaging(list: ListPage, link = '', keys: string[] = []) {
	const { elements, envelopes } = list;
	const fields = envelopes.flatMap((envelope) => fieldsIn(envelope));
	const find = <Value>(wanted: Pick<RegExp, 'test'>, read: (field: Field) => Value | undefined) =>
		fields
			.map((field) => (wanted.test(field.snake) ? read(field) : undefined))
			.find((value) => value !== undefined);
	const count = ({ value }: Field) => readCount(value);
	const countAbove = ({ value }: Field) => readCount(value, elements.length + 1);
	const flag = ({ value }: Field) => asFlag(value);
	const page = find(PAGE, count);
	const offset = find(OFFSET, (field) => (count(field) === undefined ? undefined : field));
	const ofNumber = page === undefined ? offset?.name : undefined;
	const [, linked] = /<([^<>]*)>[^<]*;\s*rel="?([^"<;,]* )?next\b/i.exec(link) ?? [];
	const next = find(NEXT, (field) => readNext(field, ofNumber)) ?? linked;
	const isLast = find(LAST, flag) ?? (next === undefined ? find(NEXT, () => true) : undefined);
	const more = find(MORE, flag) ?? (isLast === undefined ? undefined : !isLast);
	const end = find(END, (field) => (count(field) === undefined ? readNext(field) : undefined));
	const total = find(TOTAL, count) ?? find(COUNT, countAbove) ?? numberOf(list, fields, keys);
	const goesOn = next ?? (elements.length > 0 ? end : undefined);
	const [pages, size] = [find(PAGES, count), find(SIZE, count)];
	return { next: more === false ? undefined : goesOn, more, total, pages, page, offset, size };
}

/** A request for one page; its parameters are in the body if it has one, else in the query. */
export interface PageRequest {
	url: URL;
	body?: IDataObject;
}

/** The page, page size or offset that a request asks for. */
export function requestedParam({ url, body }: PageRequest, name: string): number | undefined {
	return asCount(body ? body[name] : url.searchParams.get(name));
}

/**
 * How many elements are before the page that a request asks for.
 *
 * @returns `undefined` if that is not known: with a cursor, with an index, which may begin with 1, or after
 * pages of the service's own size
 */
export function startOffset(request: PageRequest): number | undefined {
	const { url, body } = request;
	const fields = Object.entries(body ?? Object.fromEntries(url.searchParams)).map(toField);
	const isPlace = ({ snake, value }: Field) => PLACE.test(snake) && Number(value ?? 0) !== 0;
	if (fields.some(isPlace)) return undefined;
	const [offset] = fields.flatMap(
		({ snake, value }) => (SKIP.test(snake) ? asCount(value, 1) : undefined) ?? [],
	);
	if (offset !== undefined) return offset;
	const pages = Math.max(requestedParam(request, 'page') ?? 1, 1) - 1;
	const size = requestedParam(request, 'page_size') ?? 0;
	return pages > 0 && size === 0 ? undefined : pages * size;
}

/** The request with parameters that replace its place in the list; others, such as a filter, still apply. */
function withParameters({ url, body }: PageRequest, given: Array<[string, unknown]>): PageRequest {
	if (body) {
		const added = given.map(([name, value]) => [name, asCount(value) ?? String(value)] as const);
		const others = { ...body, page: undefined, offset: undefined };
		return { url, body: { ...others, ...Object.fromEntries(added) } };
	}
	const target = new URL(url);
	const replaced = ['page', 'offset', ...given.map(([name]) => name)];
	for (const name of replaced) target.searchParams.delete(name);
	for (const [name, value] of given) target.searchParams.append(name, String(value));
	return { url: target };
}

/**
 * The request for the page at a URL: with its query at the present path, or else with its path. Services
 * behind a proxy give hosts and paths that are not theirs, and the key is sent to no other origin.
 */
function pageAtUrl(request: PageRequest, address: string): PageRequest | undefined {
	const { url, body } = request;
	if (!URL.canParse(address, url.href)) return undefined;
	const { pathname, searchParams } = new URL(address, url.href);
	if (body || searchParams.size > 0) return withParameters(request, [...searchParams]);
	return { url: new URL(pathname.replace(/^\/+/, '/'), url) };
}

/** The request for the page with the next number or offset. */
function nextNumberedPage(
	request: PageRequest,
	{ page, offset }: Paging,
	length: number,
): PageRequest {
	const name = offset?.name ?? 'offset';
	const asked = requestedParam(request, name);
	const place = asCount(offset?.value) ?? asked;
	const number = page ?? (offset ? undefined : requestedParam(request, 'page'));
	if (number !== undefined || place === undefined) {
		return withParameters(request, [['page', (number ?? 1) + 1]]);
	}
	// An offset that was not requested is that of the next page; an index may begin with 1.
	const isNext = place !== (asked ?? 0) && (place > 1 || asked !== undefined);
	return withParameters(request, [[name, isNext ? place : place + length]]);
}

/**
 * Determines the next page of a list: the one that the page names, else the next by number, if the service
 * claims that there is more or the page may be full.
 *
 * @param read the page's length; the number of elements that were read, or are before the first page; the
 * number of pages
 * @returns the request for it, always at the same origin, unless the given URL is none; and whether the
 * service claims that the page exists. `undefined` at the end
 */
export function nextPage(
	request: PageRequest,
	paging: Paging,
	read: Record<'length' | 'elements' | 'pages', number>,
): { request?: PageRequest; isClaimed: boolean } | undefined {
	const { next, more, total, pages, page, offset } = paging;
	const number = Math.max(page ?? requestedParam(request, 'page') ?? 1, read.pages);
	const isOpen = (total ?? 0) > read.elements || (pages ?? 0) > number;
	const isClaimed = next !== undefined || more === true || isOpen;
	const isSilent = [more, total, pages].every((said) => said === undefined);
	const requestedSize = requestedParam(request, 'page_size');
	const size = paging.size ?? requestedSize ?? ((page ?? offset) === undefined ? Infinity : 1);
	const isDefault = requestedSize !== undefined && read.length === DEFAULT_PAGE_SIZE;
	const mayBeFull = isSilent && (isDefault || read.length >= Math.max(size, 1));
	if (!isClaimed && !mayBeFull) return undefined;
	if (typeof next === 'string') return { request: pageAtUrl(request, next), isClaimed };
	if (next) return { request: withParameters(request, Object.entries(next)), isClaimed };
	return { request: nextNumberedPage(request, paging, read.length), isClaimed };
}

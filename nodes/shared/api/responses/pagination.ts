import type { IDataObject } from 'n8n-workflow';
import type { Problem } from '../errors/problem';
import type { Next, PageInfo } from './pageInfo';

/** A request for one page; its parameters are in the body where it has one, else in the query. */
export interface PageRequest {
	url: URL;
	body?: IDataObject;
}

/** The page that comes after another. */
export interface FollowingPage {
	request: PageRequest;
	/** Whether its number was only incremented: the service did not say that the page exists. */
	guessed: boolean;
}

/** How far a list has been read. */
export interface Position {
	request: PageRequest;
	info: PageInfo;
	/** How many elements this page has. */
	length: number;
	/** How many elements were read so far, and skipped before the first page. */
	read: number;
	/** How many elements a page was asked to have, where that was asked for. */
	requestedSize?: number;
}

/** Extended API, 2.6: the page size of a service that ignores the requested one. */
const DEFAULT_PAGE_SIZE = 25;

const LIMIT_ADVICE =
	'To work with what was found so far, turn off Return All and set a lower limit';

function valueOf({ url, body }: PageRequest, parameter: string): number | undefined {
	const value = body ? body[parameter] : (url.searchParams.get(parameter) ?? undefined);
	return value === undefined ? undefined : Number(value);
}

/** The request with another page; a cursor takes the place of a page number. */
function withValue({ url, body }: PageRequest, parameter: string, value: string | number) {
	const replaced = ['page', 'offset'].filter((name) => name !== parameter);
	if (body) {
		const kept = Object.entries(body).filter(([name]) => !replaced.includes(name));
		return { url, body: { ...Object.fromEntries(kept), [parameter]: value } };
	}
	const target = new URL(url);
	for (const name of replaced) target.searchParams.delete(name);
	target.searchParams.set(parameter, String(value));
	return { url: target };
}

/** The query parameters of an address, moved to the body. */
function withQuery(request: PageRequest, target: URL): PageRequest {
	const isNew = (name: string, value: string) => request.url.searchParams.get(name) !== value;
	const entries = [...target.searchParams]
		.filter(([name, value]) => isNew(name, value))
		.map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]);
	return { ...request, body: { ...request.body, ...Object.fromEntries(entries) } };
}

/**
 * The request for the page at an address.
 *
 * Services behind a TLS-terminating proxy send an address on the same host that differs only in the
 * scheme: it is read at the origin of the current page.
 */
function atAddress(request: PageRequest, address: string): PageRequest | Problem {
	const { url } = request;
	const target = URL.canParse(address, url.href) ? new URL(address, url.href) : undefined;
	if (!target) {
		return { message: `The list goes on at "${address}", which is no URL`, advice: [LIMIT_ADVICE] };
	}
	if (target.host !== url.host) {
		return {
			message: `The list goes on at another address (${target.origin})`,
			advice: ['It was not followed, so that the API key goes to the base URL alone', LIMIT_ADVICE],
		};
	}
	target.protocol = url.protocol;
	target.username = target.password = target.hash = '';
	if (request.body) return withQuery(request, target);
	// Parameters that the new query omits, such as a filter, still apply.
	if (address.startsWith('?')) {
		for (const [name, value] of url.searchParams) {
			if (!target.searchParams.has(name)) target.searchParams.append(name, value);
		}
	}
	return { url: target };
}

function named(request: PageRequest, next: Next): FollowingPage | Problem {
	const target =
		'address' in next
			? atAddress(request, next.address)
			: withValue(request, next.parameter, next.value);
	return 'message' in target ? target : { request: target, guessed: false };
}

function counted({ request, info, length }: Position): FollowingPage {
	const page = info.page ?? (info.offset === undefined ? valueOf(request, 'page') : undefined);
	const offset = info.offset ?? valueOf(request, 'offset');
	if (offset !== undefined && page === undefined) {
		return { request: withValue(request, 'offset', offset + length), guessed: true };
	}
	return { request: withValue(request, 'page', (page ?? 1) + 1), guessed: true };
}

/** Whether the counts of the page imply that pages follow, whatever `has_more` says. */
function countsImplyMore({ request, info, length, read }: Position): boolean {
	const { total, totalPages, pageSize = length, offset } = info;
	const page = info.page ?? valueOf(request, 'page');
	if (page !== undefined && totalPages !== undefined) return page < totalPages;
	if (total === undefined) return false;
	const isPlaced = info.page !== undefined || offset !== undefined;
	return isPlaced && total > Math.max(read, (info.page ?? 0) * pageSize);
}

/** Whether a page says that more elements follow: by a total, `next`, `has_more`, or its counts. */
export function reportsMore(position: Position): boolean {
	const { info, read } = position;
	if (countsImplyMore(position)) return true;
	return info.hasMore ?? (info.total !== undefined && info.total > read);
}

/** Whether a page without paging information may not be the last. */
function mayBeFull({ length, requestedSize }: Position): boolean {
	return requestedSize !== undefined && (length >= requestedSize || length === DEFAULT_PAGE_SIZE);
}

/**
 * Determines the next page of a list (reference, Limits: pagination is not shown).
 *
 * @returns the next page, never at another origin; `undefined` at the end, or the problem when the
 * list cannot be followed
 */
export function followingPage(position: Position): FollowingPage | Problem | undefined {
	const { request, info } = position;
	if (info.next) return named(request, info.next);
	if (reportsMore(position)) return counted(position);
	const isSilent = info.hasMore === undefined && info.total === undefined;
	return isSilent && mayBeFull(position) ? counted(position) : undefined;
}

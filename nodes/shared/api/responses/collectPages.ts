import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Problem, Verdict } from '../errors/problem';
import { isIdentifier, mismatchHint, type ResponseSchema } from './json';
import { readList } from './list';
import { askedFor, nextPage, readPaging, skippedBy, type PageRequest } from './paging';

export interface ExpectedList {
	/** Stop at so many elements; all of them without it. */
	limit?: number;
	/** The key under which the service is expected to send the elements; it goes before all others. */
	key?: string | string[];
	schema?: ResponseSchema;
}

export type Collected =
	{ ok: true; elements: IDataObject[]; hints: string[] } | { ok: false; problem: Problem };

const NO_LIST =
	'The service answered with an object in which no list was found, so it is passed on as one item';

/** Statuses with which services refuse a page after the last one, or page numbers altogether. */
const NO_SUCH_PAGE = ['400', '404', '422'];

/** Filters may leave pages empty that are named; but a service may name ever more of them. */
const MAX_WITHOUT_NEWS = 20;

/** A short hash, to save memory. */
const digest = (value: unknown) =>
	createHash('sha256').update(JSON.stringify(value)).digest('base64');
const elementKey = (element: IDataObject) =>
	isIdentifier(element.id) ? JSON.stringify(element.id) : digest(element);

/** The elements of a list, each once: by its ID, or else as a whole. */
class Elements {
	readonly all: IDataObject[] = [];

	/** How many came on pages with something new, and how many without an ID came again. */
	received = 0;
	alike = 0;

	private readonly known = new Set<string>();

	/** @returns whether the page has what earlier ones did not have; equal elements within it are kept */
	add(page: IDataObject[], isClaimed: boolean): boolean {
		const again = new Set(page.filter((element) => this.known.has(elementKey(element))));
		const hasNews = again.size < page.length;
		if (hasNews) this.received += page.length;
		if (hasNews || isClaimed) this.alike += [...again].filter(({ id }) => !isIdentifier(id)).length;
		for (const element of page) {
			this.known.add(elementKey(element));
			if (!again.has(element)) this.all.push(element);
		}
		return hasNews;
	}
}

/** What the user should know of a list that ends here: at most one thing, the most important. */
function endHint({ all, received, alike }: Elements, total: number, isOpen: boolean) {
	const read = all.length + alike;
	if (total > read) return `The service reports ${total} elements, but only ${read} could be read`;
	if (isOpen) {
		return `The service says that the list goes on after ${received} elements, but gave no further ones`;
	}
	if (alike === 0) return undefined;
	return `Elements without an ID that are equal to others on earlier pages were left out: ${alike}`;
}

/** Whether a page may be the one that ends after so many elements of the list; a short one is the last. */
const fits = (end: number, total: number, isShort: boolean) =>
	isShort ? total === end : total === 0 || total >= end;

/** The problem with a page, with how much of the list was read before it. */
function withProgress(problem: Problem, page: number, read: number): Problem {
	if (page === 1) return problem;
	const progress = `This was page ${page} of the list; ${read} elements had been read before it`;
	return { ...problem, advice: [...problem.advice, progress] };
}

/**
 * Reads a list page by page, until nothing follows, nothing new comes, or a request would be repeated.
 *
 * @param first the request for the first page
 * @param send sends a request for a page, with retries
 * @returns at most `limit` elements, without a request for a page that they do not need, and hints when
 * the service has more than it gave; or the problem with a page, which says how much was read before
 */
export async function collectPages(
	first: PageRequest,
	{ limit = Infinity, key = [], schema }: ExpectedList,
	send: (request: PageRequest) => Promise<Verdict>,
): Promise<Collected> {
	const size = askedFor(first, 'page_size') ?? 0;
	const skipped = skippedBy(first) ?? 0;
	let isUncounted = skippedBy(first) === undefined;
	const elements = new Elements();
	const sent = new Set<string>();
	let [request, isClaimed, hasAddress, total, withoutNews] = [first, false, true, 0, 0];
	const end = (isOpen: boolean): Collected => {
		const all = elements.all.slice(0, limit);
		const hint = all.length < limit ? endHint(elements, total - skipped, isOpen) : undefined;
		const hints = [hint, mismatchHint(all, schema)].filter((text) => text !== undefined);
		return { ok: true, elements: all, hints };
	};
	for (;;) {
		sent.add(digest(request));
		const verdict = await send(request);
		if (!verdict.ok) {
			const { httpCode = '', isReported } = verdict.problem;
			// A 2xx that refuses gives no reason: it is taken for the end only where nothing says that more follows.
			const isEnd = NO_SUCH_PAGE.includes(httpCode) || (isReported && !isClaimed);
			if (!hasAddress && isEnd) return end(isClaimed);
			return { ok: false, problem: withProgress(verdict.problem, sent.size, elements.all.length) };
		}
		const page = readList(verdict.body, ...[key].flat());
		if (page.whole && sent.size > 1) return end(isClaimed);
		if (page.whole) return { ok: true, elements: page.elements, hints: [NO_LIST] };
		const hasNews = elements.add(page.elements, isClaimed);
		if (elements.all.length >= limit) return end(false);
		const paging = readPaging(page, verdict.headers.link);
		total = paging.total ?? total;
		const { length } = page.elements;
		// The pages before the first were smaller, too, or what looks like an offset is none.
		isUncounted ||= sent.size === 1 && skipped > 0 && !fits(skipped + length, total, length < size);
		if (isUncounted) [paging.total, paging.size, total] = [undefined, 1, 0];
		const read = { length, elements: skipped + elements.received, pages: sent.size };
		const next = nextPage(request, paging, read);
		withoutNews = hasNews ? 0 : withoutNews + 1;
		const isRepeated = !hasNews && length > 0 && elements.alike === 0;
		const isOpen = next?.isClaimed || (isClaimed && isRepeated);
		const isStuck = withoutNews > (paging.next === undefined ? 0 : MAX_WITHOUT_NEWS);
		if (isStuck || !next?.request || sent.has(digest(next.request))) return end(isOpen);
		[request, isClaimed, hasAddress] = [next.request, isOpen, typeof paging.next === 'string'];
	}
}

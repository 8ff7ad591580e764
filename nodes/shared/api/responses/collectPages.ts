import type { IDataObject } from 'n8n-workflow';
import { RATE_LIMIT } from '../errors/advice';
import { errorMessages } from '../errors/errorMessages';
import type { Problem, Verdict } from '../errors/problem';
import { digest, Elements } from './elements';
import { mismatchHint, type ResponseSchema } from '../../json';
import { readList, type ListPage } from './list';
import {
	requestedParam,
	nextPage,
	readPaging,
	startOffset,
	type PageRequest,
	type Paging,
} from './paging';

/** A list as it is expected. */
export interface ExpectedList {
	/** The most elements to return; without it, all of them. */
	limit?: number;
	/** The key under which the service is expected to send the elements; it takes precedence over all others. */
	key?: string | string[];
	schema?: ResponseSchema;
}

export type Collected =
	| {
			ok: true;
			elements: IDataObject[];
			hints: string[];
			/** In words, why elements are known to be missing, other than for the limit. */
			gap?: string;
	  }
	| { ok: false; problem: Problem };

type Accepted = Verdict & { ok: true };
type Send = (request: PageRequest) => Promise<Verdict>;

const NO_LIST = 'The response contains no list';

/** Statuses with which services reject a page after the last one, or page numbers altogether. */
const NO_SUCH_PAGE = ['400', '404', '422'];

/** Words for that page, or for the end of the list; but not for a maximum, behind which there may be more. */
const NO_PAGE =
	/^(?!.*\b(only|at most|max\w*|limit\w*|exceed\w*)\b).*\b(pages?|pagination|cursor|offset|out of range|end of|not found|nothing|no (more|further|other|results?|data|items?))\b/is;
/** Words that say nothing. */
const NO_REASON =
	/^(no|none|null|ok|done|success|error|failed|bad request|(invalid|rejected)( request)?|validation (error|failed)|unprocessable( entity| content)?|.* gave no reason)\W*$/is;
const QUOTA = /\bquotas?\b/i;

/** Filters can leave announced pages empty, but a faulty service could announce new pages for ever. */
const MAX_PAGES_WITHOUT_NEW = 20;

/** A number of elements in words. */
const count = (elements: number) => (elements === 1 ? '1 element' : `${elements} elements`);

/** In words, what is missing of a list that ends here, although the service says that there is more. */
function missingIn(elements: Elements, total: number, isOpen: boolean): string | undefined {
	const { all, received, duplicatesWithoutId } = elements;
	const read = all.length + duplicatesWithoutId;
	if (total > read) return `The service reports ${count(total)}, but only ${read} could be read`;
	return isOpen
		? `The service says that the list continues after ${count(received)}, but sent no more`
		: undefined;
}

/** A hint about elements of a whole list that were taken for others. */
function duplicatesHint({ duplicatesWithoutId: left }: Elements): string | undefined {
	if (left === 0) return undefined;
	return `Elements without an ID that are equal to others on earlier pages were left out: ${left}`;
}

/** Whether a page failed for want of credits or for a rate limit, which the first page would fail for as well. */
const isLimit = ({ message, failure }: Problem) =>
	failure?.cause === 'quota-exhausted' || RATE_LIMIT.test(message) || QUOTA.test(message);

/** A hint about a page that the service rejects in words; not if they say only that there is no such page. */
function rejectionHint(words: string[]): string | undefined {
	const said = words.filter((text) => !NO_REASON.test(text.replace(/^\w+: /, '')));
	if (said.length === 0 || said.some((text) => NO_PAGE.test(text))) return undefined;
	return `The next page was rejected: ${said.slice(0, 3).join(', ')}`;
}

/** Whether a page may end after so many elements of the list; a short page is the last one. */
const fits = (end: number, total: number, isShort: boolean) =>
	isShort ? total === end : total === 0 || total >= end;

/** A list that is being read, one page after another. */
class PagedList {
	/** The request for the next page. */
	request: PageRequest;

	private readonly elements = new Elements();

	/** The requests of the pages so far, and how many elements were known before each. */
	private readonly pages: Array<{ request: PageRequest; start: number }> = [];

	private readonly sent = new Set<string>();

	private readonly hints = new Set<string>();

	/** How many elements are before the first page, as far as that is known. */
	private readonly skipped: number;

	private firstLength = 0;

	private isUncounted: boolean;

	private serverSaysMore = false;

	private nextIsUrl = true;

	private total = 0;

	private pagesWithoutNew = 0;

	constructor(
		first: PageRequest,
		private readonly expected: ExpectedList,
	) {
		this.request = first;
		this.skipped = startOffset(first) ?? 0;
		this.isUncounted = startOffset(first) === undefined;
	}

	/** Sends the request for the next page. */
	async send(send: Send): Promise<Verdict> {
		this.sent.add(digest(this.request));
		this.pages.push({ request: this.request, start: this.elements.all.length });
		return await send(this.request);
	}

	/** Ends the list at a page that failed: as its regular end, or with a failure that says how much was read before. */
	endAtFailure(problem: Problem): Collected {
		const { httpCode = '', isReported, isEmpty } = problem;
		// A 2xx that rejects, or is empty, gives no reason: it ends the list only if nothing says that more
		// follows.
		const mayEnd =
			NO_SUCH_PAGE.includes(httpCode) || (!this.serverSaysMore && (isReported || isEmpty));
		const isEnd = !this.nextIsUrl && mayEnd && !isLimit(problem);
		const isSilent = httpCode === '404' || isEmpty;
		if (isEnd) return this.end(this.serverSaysMore, isSilent ? [] : [problem.message]);
		const page = this.pages.length;
		if (page === 1) return { ok: false, problem };
		const progress = `This was page ${page} of the list; ${count(this.elements.all.length)} had been read before it`;
		return { ok: false, problem: { ...problem, advice: [...problem.advice, progress] } };
	}

	/** Adds a page. Returns the list if it ends there; else `request` is the one for the next page. */
	async add(verdict: Accepted, send: Send): Promise<Collected | undefined> {
		const page = this.listIn(verdict);
		if (page.whole && this.pages.length > 1) {
			// If more was announced, the hint about that says enough.
			return this.end(this.serverSaysMore, this.serverSaysMore ? [] : errorMessages(verdict.body));
		}
		if (page.whole) {
			const hints = [`${NO_LIST}, so it is output as one item`, ...this.hints];
			return { ok: true, elements: page.elements, hints, gap: NO_LIST };
		}
		if (verdict.hint !== undefined) this.hints.add(verdict.hint);
		await this.checkIds(page, send);
		const hasNew = this.elements.add(page.elements, this.serverSaysMore);
		if (this.elements.all.length >= (this.expected.limit ?? Infinity)) return this.end(false);
		return this.advance(this.pagingOf(page, verdict), page.elements.length, hasNew);
	}

	private listIn({ body }: Accepted): ListPage {
		return readList(body, ...this.keys);
	}

	private get keys(): string[] {
		return [this.expected.key ?? []].flat();
	}

	/** If an ID comes with other content, finds out whether its element has changed or is another one. */
	private async checkIds({ elements }: ListPage, send: Send): Promise<void> {
		const conflict = this.elements.conflictWith(elements);
		if (conflict === undefined) return;
		if (conflict !== 'onPage') {
			const earlier = this.pages.findLast(({ start }) => start <= conflict);
			const again = await send(earlier?.request ?? this.request);
			const page = again.ok ? this.listIn(again).elements : [];
			if (!this.elements.isUnchanged(conflict, page)) return;
		}
		this.elements.ignoreIds();
	}

	/** What the page says about the others; an impossible total does not count. */
	private pagingOf(page: ListPage, { headers, status }: Accepted): Paging {
		const said = readPaging(page, headers.link, this.keys);
		const { length } = page.elements;
		if (this.pages.length === 1) this.firstLength = length;
		// A 206 is a part (RFC 9110, 15.3.7), and so is the last page: only that may be shorter.
		const isPart = status === 206 && length > 0 && length >= this.firstLength;
		const paging = isPart ? { ...said, more: said.more ?? true } : said;
		this.total = paging.total ?? this.total;
		const [{ request: first } = { request: this.request }] = this.pages;
		const isShort = length < (requestedParam(first, 'page_size') ?? 0);
		// Smaller pages came before the first one, or its offset is not an offset: the total is useless.
		this.isUncounted ||=
			this.pages.length === 1 &&
			this.skipped > 0 &&
			!fits(this.skipped + length, this.total, isShort);
		if (!this.isUncounted) return paging;
		this.total = 0;
		return { ...paging, total: undefined, size: 1 };
	}

	/** Continues with the next page, unless there is none, nothing new comes, or a request would be repeated. */
	private advance(paging: Paging, length: number, hasNew: boolean): Collected | undefined {
		const { received, duplicatesWithoutId } = this.elements;
		const read = { length, elements: this.skipped + received, pages: this.pages.length };
		const next = nextPage(this.request, paging, read);
		this.pagesWithoutNew = hasNew ? 0 : this.pagesWithoutNew + 1;
		const isRepeated = !hasNew && length > 0 && duplicatesWithoutId === 0;
		const isOpen = (next?.isClaimed ?? false) || (this.serverSaysMore && isRepeated);
		const most = paging.next === undefined ? 0 : MAX_PAGES_WITHOUT_NEW;
		const isStuck = this.pagesWithoutNew > most;
		if (isStuck || !next?.request || this.sent.has(digest(next.request))) return this.end(isOpen);
		this.request = next.request;
		this.serverSaysMore = isOpen;
		this.nextIsUrl = typeof paging.next === 'string';
		return undefined;
	}

	/** @param words what the service says of the page that did not come */
	private end(isOpen: boolean, words: string[] = []): Collected {
		const { limit = Infinity, schema } = this.expected;
		const all = this.elements.all.slice(0, limit);
		const isUnlimited = all.length < limit;
		const total = this.total - this.skipped;
		const missing = isUnlimited ? missingIn(this.elements, total, isOpen) : undefined;
		const rejection = rejectionHint(words);
		const gap = missing ?? rejection;
		const about = gap === undefined && isUnlimited ? duplicatesHint(this.elements) : undefined;
		const hints = [missing, rejection, about, mismatchHint(all, schema), ...this.hints];
		return { ok: true, elements: all, hints: hints.filter((text) => text !== undefined), gap };
	}
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
	expected: ExpectedList,
	send: Send,
): Promise<Collected> {
	const list = new PagedList(first, expected);
	for (;;) {
		const verdict = await list.send(send);
		const collected = verdict.ok
			? await list.add(verdict, send)
			: list.endAtFailure(verdict.problem);
		if (collected) return collected;
	}
}

/**
 * A list that must be complete could not be read completely. The caller decides whether the part that was read
 * is enough; otherwise it refuses the request, which must not depend on what is missing.
 */
export class IncompleteList extends Error {
	/**
	 * @param elements those that were read
	 * @param gap a sentence that says why elements are missing
	 */
	constructor(
		readonly elements: IDataObject[],
		private readonly gap: string,
	) {
		super(`The list could not be read completely: ${gap}`);
	}

	/** The problem for the user. @param list the list in words, such as `The chats` */
	problemWith(list: string): string {
		const gap = this.gap.charAt(0).toLowerCase() + this.gap.slice(1);
		return `${list} could not be read completely: ${gap}`;
	}
}

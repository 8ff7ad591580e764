import type { IDataObject } from 'n8n-workflow';
import type { Problem, Verdict } from '../errors/problem';
import { Collection, digest } from './collection';
import { mismatch, type ResponseSchema } from './json';
import { readList, type ListPage } from './list';
import { readPageInfo } from './pageInfo';
import {
	followingPage,
	reportsMore,
	type FollowingPage,
	type PageRequest,
	type Position,
} from './pagination';

export interface PagesOptions {
	/** Stop at so many elements; all of them without it. */
	limit?: number;
	/** The keys under which the elements are expected. */
	keys?: string[];
	/** What an element is expected to be; one that differs leaves a hint. */
	schema?: ResponseSchema;
	/** How many elements a page is asked to have, where that is asked for. */
	requestedSize?: number;
	/** How many elements are before the first page. */
	skipped?: number;
}

export type Collected =
	{ ok: true; elements: IDataObject[]; hints: string[] } | { ok: false; problem: Problem };

const NO_LIST =
	'The service answered with an object in which no list was found, so it is passed on as one item';

/** Statuses with which services refuse a page after the last one, or page numbers altogether. */
const NO_SUCH_PAGE = ['400', '404', '422'];

function requestIdentity({ url, body }: PageRequest): string {
	return digest(`${url.href} ${JSON.stringify(body)}`);
}

/** Hints about a list that may be incomplete. */
function incompletenessHints(total: number | undefined, read: number, hasMore: boolean): string[] {
	if (total !== undefined && total > read) {
		return [`The service reports ${total} elements, but only ${read} could be read`];
	}
	if (!hasMore) return [];
	return [
		`The service says that the list goes on after ${read} elements, but gave no further ones`,
	];
}

/** Hints about elements that do not match the schema; they are returned all the same. */
function schemaHints(elements: IDataObject[], schema?: ResponseSchema): string[] {
	const problems = elements.flatMap((element) => mismatch(element, schema) ?? []);
	if (problems.length === 0) return [];
	const differ =
		problems.length === 1
			? '1 element of the list differs'
			: `${problems.length} elements of the list differ`;
	return [
		`${differ} from what was expected (${problems[0]}). What the service sent is passed on unchanged`,
	];
}

/** The problem with a page, extended by how much of the list was read before it. */
function withReadProgress(problem: Problem, page: number, read: number): Problem {
	if (page === 1) return problem;
	const progress = `This was page ${page} of the list; ${read} elements had been read before it. To have those alone, set a limit of ${read}`;
	return { ...problem, advice: [...problem.advice, progress] };
}

/** The state of a list that is being read. */
class ListReader {
	private readonly collection = new Collection();

	/** The requests that were sent. */
	private readonly sent = new Set<string>();

	/** How many elements the list has, as the service reports. */
	private total: number | undefined;

	constructor(private readonly options: PagesOptions) {}

	/** Handles the response to a request for a page. */
	take({ request, guessed }: FollowingPage, verdict: Verdict): Collected | FollowingPage {
		this.sent.add(requestIdentity(request));
		if (!verdict.ok) {
			const isEnd = guessed && NO_SUCH_PAGE.includes(verdict.problem.httpCode ?? '');
			return isEnd ? this.done(false) : this.failed(verdict.problem);
		}
		const page = readList(verdict.body, ...(this.options.keys ?? []));
		if (page.whole) return this.withoutList(page);
		return this.add(request, page, verdict);
	}

	private add(
		request: PageRequest,
		page: ListPage,
		{ status, headers }: Verdict & { ok: true },
	): Collected | FollowingPage {
		const { limit = Infinity, skipped = 0, requestedSize } = this.options;
		const isNew = this.collection.add(page.elements);
		const { length } = page.elements;
		const info = readPageInfo(page.envelopes, length, headers.link);
		this.total = info.total ?? this.total;
		const read = skipped + this.collection.received;
		const position: Position = { request, info, length, read, requestedSize };
		if (!isNew) return this.done(reportsMore(position));
		const { elements } = this.collection;
		if (elements.length >= limit) return this.complete(elements.slice(0, limit));

		const next = followingPage(position);
		if (!next) return this.done(false);
		if ('message' in next) return this.failed({ ...next, httpCode: String(status) });
		const wasRead = this.sent.has(requestIdentity(next.request));
		return wasRead ? this.done(!next.guessed) : next;
	}

	private withoutList({ elements }: ListPage): Collected {
		return this.sent.size === 1 ? { ok: true, elements, hints: [NO_LIST] } : this.done(true);
	}

	private done(hasMore: boolean): Collected {
		const { elements, received } = this.collection;
		const expected =
			this.total === undefined ? undefined : this.total - (this.options.skipped ?? 0);
		return this.complete(elements, incompletenessHints(expected, received, hasMore));
	}

	private complete(elements: IDataObject[], hints: string[] = []): Collected {
		return { ok: true, elements, hints: [...hints, ...schemaHints(elements, this.options.schema)] };
	}

	private failed(problem: Problem): Collected {
		const read = this.collection.elements.length;
		return { ok: false, problem: withReadProgress(problem, this.sent.size, read) };
	}
}

/**
 * Reads a list page by page, until the service names no further page or a page brings nothing new.
 * There is no other bound: besides the elements, only a short identity of each is kept in memory.
 *
 * @param first the request for the first page
 * @param send sends a request for a page, with retries
 * @returns at most `limit` elements, without a request for a page that they do not need, and hints when
 * the service has more than it gave; or the problem with a page, which says how much was read before
 */
export async function collectPages(
	first: PageRequest,
	options: PagesOptions,
	send: (request: PageRequest) => Promise<Verdict>,
): Promise<Collected> {
	const reader = new ListReader(options);
	let page: FollowingPage = { request: first, guessed: false };
	for (;;) {
		const step = reader.take(page, await send(page.request));
		if ('ok' in step) return step;
		page = step;
	}
}

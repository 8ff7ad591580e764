import { NodeOperationError, type IDataObject, type IHttpRequestMethods } from 'n8n-workflow';
import { collectPages, IncompleteList, type ExpectedList } from './responses/collectPages';
import { readObject, readResult, type ExpectedObject, type ResponseSchema } from '../json';
import type { PageRequest } from './responses/paging';
import { systemClock, type Clock } from '../clock';
import { credentialsOf } from '../credentials';
import { unexpectedForm } from './errors/classify';
import { toNodeError, type Problem, type Verdict } from './errors/problem';
import type { ApiContext } from './http/exchange';
import { cancelSignal, request, type Connection, type Query, type RequestOptions } from './request';
import type { ApiPath } from './path';
import { rateLimiterFor } from './rateLimit/rateLimiter';
import { redactKey } from './http/redaction';

export interface ObjectOptions extends RequestOptions, ExpectedObject {}

export interface ListOptions extends ExpectedList {
	/** Query of the first page; the service repeats it in its links to further pages. */
	query?: Query;
	/** Whether the requests for its pages are urgent. */
	urgent?: boolean;
	/** Whether the list counts as empty if the service does not have it, or does not give it to this key. */
	mayBeMissing?: boolean;
	/** Whether to throw an {@link IncompleteList} if elements are known to be missing. */
	mustBeComplete?: boolean;
}

export interface SearchOptions extends ListOptions {
	/** The search, with the first page and the page size. */
	body: IDataObject & { page: number; page_size: number };
}

/** Options for all requests of one item. */
export type ItemOptions = Pick<RequestOptions, 'writes' | 'timeoutMs' | 'outputFields'>;

/** Is notified of what happens to the requests of a run. */
export interface RunObserver {
	/** A request has to wait for the rate limit; `ended` settles when that wait is over, and never rejects. */
	onDelay?: (ended: Promise<void>, requestsPerMinute: number) => void;
	/** Something that the user should know about a run that succeeded. */
	onHint?: (text: string) => void;
}

/** The item that requests and errors belong to, and its options. */
interface Scope extends ItemOptions {
	itemIndex?: number;
	/** Advice that depends on the caller, appended to the error's description. */
	advice?: string;
}

/** The names of fields that an output has: its keys, and those of its schema. */
function fieldsOf(key: string | string[] = [], schema?: ResponseSchema): string[] {
	return [...[key].flat(), ...Object.keys(schema?.shape ?? {})];
}

/** The service's API for one node run: paces requests, retries them, and throws errors meant for users. */
export class ApiClient {
	private constructor(
		/** The credential and what else the requests share; for `nodes/shared` only. */
		readonly connection: Connection,
		private readonly observer: RunObserver,
		private readonly scope: Scope = {},
	) {}

	/** @throws NodeOperationError when the credential cannot be used */
	static async connect(
		context: ApiContext,
		observer: RunObserver = {},
		clock: Clock = systemClock,
	): Promise<ApiClient> {
		const credentials = await credentialsOf(context);
		const { requestsPerMinute } = credentials;
		const limiter = rateLimiterFor(credentials, clock);
		const run = limiter.startRun();
		const onDelay = (ended: Promise<void>) => observer.onDelay?.(ended, requestsPerMinute);
		return new ApiClient({ context, credentials, limiter, run, clock, onDelay }, observer);
	}

	/** The same client, whose errors name the item they belong to. */
	forItem(itemIndex: number, options: ItemOptions = {}): ApiClient {
		return this.with({ ...options, itemIndex });
	}

	/** The same client with other options, or with advice that depends on the caller for its errors. */
	with(scope: Scope): ApiClient {
		return new ApiClient(this.connection, this.observer, { ...this.scope, ...scope });
	}

	/** Shows the user a hint about a run that succeeds; the same text once. */
	hint(text: string): void {
		this.observer.onHint?.(text);
	}

	/** Ends the run: its pending requests are rejected, and do not count against the key's limit. */
	end(): void {
		const { limiter, run } = this.connection;
		limiter.endRun(run);
	}

	/**
	 * Sends one request whose response is an object.
	 *
	 * @returns the object below `unwrap`, or the whole response if that key is absent, with the fields beside
	 * it; for an accepted write, any response
	 * @throws NodeApiError with the service's words, `httpCode` and the item's index
	 */
	async object(
		method: IHttpRequestMethods,
		path: ApiPath,
		{ unwrap, schema, ...options }: ObjectOptions = {},
	): Promise<IDataObject> {
		const outputFields = fieldsOf(unwrap, schema);
		const { body, status } = await this.fullResponse(method, path, { outputFields, ...options });
		if (method !== 'GET') return readResult(body, { unwrap, schema });
		const found = readObject(body, { unwrap, schema });
		return typeof found === 'string' ? this.fail(unexpectedForm(status, found)) : found;
	}

	/**
	 * `GET` of a list of unknown shape, page by page to its end. When the service reports more elements
	 * than it returned, the run gets a hint and the log a warning.
	 *
	 * @returns the elements, each once, at most `limit` of them; pages after the limit are not fetched
	 * @throws NodeApiError when a page fails or the list cannot be followed; it says how much was read.
	 * IncompleteList if the list must be complete and is not
	 */
	async list(path: ApiPath, options: ListOptions = {}): Promise<IDataObject[]> {
		return await this.pages('GET', { url: this.urlOf(path, options.query) }, options);
	}

	/**
	 * `POST` of a search that takes `page` and `page_size` in its body (extended API, 7), page by page.
	 * Returns and throws as {@link list}.
	 */
	async search(path: ApiPath, options: SearchOptions): Promise<IDataObject[]> {
		const first = { url: this.urlOf(path, options.query), body: options.body };
		return await this.pages('POST', first, options);
	}

	private async pages(
		method: 'GET' | 'POST',
		first: PageRequest,
		options: ListOptions,
	): Promise<IDataObject[]> {
		const { urgent, mayBeMissing, key, schema } = options;
		const outputFields = fieldsOf(key, schema);
		const collected = await collectPages(first, options, async ({ url, body }) =>
			this.attempt(method, url, { body, urgent, idempotent: true, format: 'json', outputFields }),
		);
		if (!collected.ok) {
			const { httpCode = '', isReported } = collected.problem;
			const isMissing = isReported || /^(400|403|404|405|501)$/.test(httpCode);
			return mayBeMissing && isMissing ? [] : this.fail(collected.problem);
		}
		for (const text of collected.hints) {
			this.hint(text);
			const { context } = this.connection;
			context.logger.warn(`${text} (${method} ${first.url.pathname})`, {
				node: context.getNode().name,
			});
		}
		const { elements, gap } = collected;
		if (options.mustBeComplete && gap !== undefined) throw new IncompleteList(elements, gap);
		return elements;
	}

	/** Sends one request and returns its body with the relevant headers. Errors as for {@link object}. */
	async fullResponse(
		method: IHttpRequestMethods,
		path: ApiPath,
		options: RequestOptions = {},
	): Promise<Verdict & { ok: true }> {
		const verdict = await this.attempt(method, this.urlOf(path, options.query), options);
		if (!verdict.ok) return this.fail(verdict.problem);
		if (verdict.hint !== undefined) this.hint(verdict.hint);
		return verdict;
	}

	private async attempt(
		method: IHttpRequestMethods,
		url: URL,
		options: RequestOptions,
	): Promise<Verdict> {
		const { writes, timeoutMs, outputFields = [] } = this.scope;
		const known = [...outputFields, ...(options.outputFields ?? [])];
		const sent = request(this.connection, method, url, {
			writes,
			timeoutMs,
			...options,
			// A deletion has no output that could stand beside an error.
			outputFields: method === 'DELETE' ? [] : known,
		});
		return await sent.catch((reason: unknown) => this.interrupted(reason));
	}

	private interrupted(reason: unknown): never {
		const { context } = this.connection;
		if (!cancelSignal(context)?.aborted) throw reason;
		// n8n recognizes a stopped execution by the word "canceled".
		throw new NodeOperationError(context.getNode(), 'The execution was canceled', {
			itemIndex: this.scope.itemIndex,
		});
	}

	private urlOf(path: ApiPath, query: Query = {}): URL {
		const url = new URL(`${this.connection.credentials.origin}${path.toString()}`);
		for (const [name, values] of Object.entries(query)) {
			for (const value of [values].flat()) url.searchParams.append(name, value);
		}
		return url;
	}

	/** Fails the item with an error for the user. */
	private fail(problem: Problem): never {
		const { itemIndex, advice } = this.scope;
		const { context, credentials } = this.connection;
		const hide = (text: string) => redactKey(text, credentials.apiKey);
		// With another key the advice may not apply.
		const isForCaller = advice !== undefined && problem.failure?.cause !== 'credential-invalid';
		const redacted = {
			...problem,
			// The service's messages are already redacted; a path that the user entered may still contain the key.
			message: hide(problem.message),
			advice: [...problem.advice, ...(isForCaller ? [advice] : [])].map(hide),
		};
		throw toNodeError(context.getNode(), redacted, itemIndex);
	}
}

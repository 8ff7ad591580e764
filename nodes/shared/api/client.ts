import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import { collectPages, type PagesOptions } from './responses/collectPages';
import { readObject, readResult } from './responses/object';
import type { PageRequest } from './responses/pagination';
import { systemClock, type Clock } from './clock';
import { unexpectedForm } from './errors/classify';
import type { Verdict } from './errors/problem';
import type { Connection } from './http/connection';
import type { ApiContext } from './http/exchange';
import { anyBodyByDefault, type RequestOptions } from './http/request';
import { credentialsOf } from './nodeCredentials';
import type {
	ItemOptions,
	RunObserver,
	ListOptions,
	ObjectOptions,
	SearchOptions,
} from './options';
import type { ApiPath } from './path';
import type { Delay } from './rateLimit/rateLimiter';
import { rateLimiterFor } from './rateLimit/rateLimiters';
import { Sender } from './sender';

export type { ResponseSchema } from './responses/json';
export type { Query } from './http/request';
export type {
	ItemOptions,
	RunObserver,
	ListOptions,
	ObjectOptions,
	SearchOptions,
} from './options';

/** The service's API for one node run: paces requests, retries them, and throws errors meant for users. */
export class ApiClient {
	private constructor(
		private readonly sender: Sender,
		private readonly observer: RunObserver,
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
		const onDelay = (delay: Delay) => observer.onDelay?.({ ...delay, requestsPerMinute });
		const connection = { context, credentials, limiter, run, clock, onDelay };
		return new ApiClient(new Sender(connection), observer);
	}

	/** The credential and what else the requests share; for `nodes/shared` only. */
	get connection(): Connection {
		return this.sender.connection;
	}

	/** The same client, whose errors name the item they belong to. */
	forItem(itemIndex: number, options: ItemOptions = {}): ApiClient {
		return new ApiClient(this.sender.withScope({ ...options, itemIndex }), this.observer);
	}

	/** The same client, which appends advice that depends on the caller to its errors. */
	withAdvice(advice: string): ApiClient {
		return new ApiClient(this.sender.withScope({ advice }), this.observer);
	}

	/** Whether a write of this item was, or may have been, carried out in an earlier attempt. */
	get isRepeated(): boolean {
		return this.sender.scope.writes?.isRepeated ?? false;
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
	 * @returns the object below `unwrap`, or the whole response when that key is absent; for a write, the
	 *   body of any 2xx response
	 * @throws NodeApiError with the service's words, `httpCode` and the item's index
	 */
	async object(
		method: IHttpRequestMethods,
		path: ApiPath,
		{ unwrap, schema, ...options }: ObjectOptions = {},
	): Promise<IDataObject> {
		const { body, status } = await this.sender.send(
			method,
			this.sender.urlOf(path, options.query),
			options,
		);
		if (anyBodyByDefault(method)) {
			// Such as truncated JSON.
			if (typeof body === 'string') this.hint(NOT_JSON);
			return readResult(body, { unwrap, schema });
		}
		const found = readObject(body, { unwrap, schema });
		return typeof found === 'string' ? this.sender.fail(unexpectedForm(status, found)) : found;
	}

	/** `GET` of one object; options and errors as for {@link object}. */
	async get(path: ApiPath, options: ObjectOptions = {}): Promise<IDataObject> {
		return await this.object('GET', path, options);
	}

	/**
	 * `GET` of a list of unknown shape, page by page to its end. When the service reports more elements
	 * than it returned, the run gets a hint and the log a warning.
	 *
	 * @returns its elements, each once, at most `limit`; pages after the limit are not fetched
	 * @throws NodeApiError when a page fails or the list cannot be followed; it says how much was read
	 */
	async list(path: ApiPath, options: ListOptions = {}): Promise<IDataObject[]> {
		return await this.pages('GET', { url: this.sender.urlOf(path, options.query) }, options);
	}

	/**
	 * `POST` of a search that takes `page` and `page_size` in its body (extended API, 7), page by page.
	 * Returns and throws as {@link list}.
	 */
	async search(path: ApiPath, options: SearchOptions): Promise<IDataObject[]> {
		const { body } = options;
		const paging = { requestedSize: body.page_size, skipped: (body.page - 1) * body.page_size };
		const first = { url: this.sender.urlOf(path, options.query), body };
		return await this.pages('POST', first, { ...options, ...paging });
	}

	private async pages(
		method: 'GET' | 'POST',
		first: PageRequest,
		{ key = [], urgent, ...options }: ListOptions & PagesOptions,
	): Promise<IDataObject[]> {
		const keys = [key].flat();
		const collected = await collectPages(first, { ...options, keys }, async ({ url, body }) =>
			this.sender.attempt(method, url, { body, urgent, idempotent: true, anyBody: false }),
		);
		if (!collected.ok) return this.sender.fail(collected.problem);
		for (const text of collected.hints) {
			this.hint(text);
			const { context } = this.connection;
			context.logger.warn(`${text} (${method} ${first.url.pathname})`, {
				node: context.getNode().name,
			});
		}
		return collected.elements;
	}

	/** Sends one request and returns its JSON, whatever its shape. Errors as for {@link object}. */
	async raw(
		method: IHttpRequestMethods,
		path: ApiPath,
		options: RequestOptions = {},
	): Promise<unknown> {
		const { body } = await this.fullResponse(method, path, options);
		return body;
	}

	/** The same with the relevant headers; text or bytes where `format` asks for them. */
	async fullResponse(
		method: IHttpRequestMethods,
		path: ApiPath,
		options: RequestOptions = {},
	): Promise<Verdict & { ok: true }> {
		return await this.sender.send(method, this.sender.urlOf(path, options.query), options);
	}
}

const NOT_JSON =
	'The service carried this out, but its answer is no JSON, so it is passed on as text';

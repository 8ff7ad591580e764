import { NodeOperationError, type IDataObject, type IHttpRequestMethods } from 'n8n-workflow';
import { describe, isDataObject, mismatch, readList, type AnswerSchema } from './answers';
import { systemClock, type Clock } from './clock';
import { checkCredentials, type ApiCredentials } from './credentials';
import { endless, toNodeError, unexpectedForm, type Problem, type Verdict } from './errors';
import { CREDENTIAL_TYPE, type Caller } from './exchange';
import { withoutKey } from './key';
import { pacerFor } from './pacers';
import type { Delay } from './pacing';
import { linkedNext, MAX_PAGES, nextPage } from './paging';
import type { ApiPath } from './path';
import { cancelSignal, effectOf, request, type Connection, type RequestOptions } from './request';

export type { AnswerSchema } from './answers';

export interface ObjectOptions extends RequestOptions {
	/** The envelope's key: `{ success: true, campaign: {…} }` becomes the campaign. */
	unwrap?: string;
	schema?: AnswerSchema;
}

export interface ListOptions {
	/** Stop at so many elements; all of them without it. */
	limit?: number;
	schema?: AnswerSchema;
	/** Whether every page of it is, as a request of its own would be. */
	urgent?: boolean;
}

/** What a run hears from its requests. */
export interface Listener {
	/** A request has to wait for the rate limit. */
	onDelay?: (delay: Delay & { requestsPerMinute: number }) => void;
	/** Something that the user should know of a run that succeeded. */
	onHint?: (text: string) => void;
}

/**
 * Reads and checks the node's credential.
 *
 * @throws NodeOperationError that names the field and what was expected, before anything is sent
 */
export async function credentialsOf(caller: Caller): Promise<ApiCredentials> {
	const checked = checkCredentials(await caller.getCredentials(CREDENTIAL_TYPE));
	if (checked.valid) return checked.credentials;
	throw new NodeOperationError(caller.getNode(), checked.problem, {
		description: 'Open the credential "Public Outreach API" of this node and correct it',
	});
}

/** The service as one node run sees it: paced, patient, and speaking in errors that users understand. */
export class ApiClient {
	private constructor(
		/** Who the service takes it for; only `shared` looks into it. */
		readonly connection: Connection,
		private readonly listener: Listener,
		private readonly about: { itemIndex?: number; advice?: string } = {},
	) {}

	/** @throws NodeOperationError when the credential cannot be used */
	static async connect(
		caller: Caller,
		listener: Listener = {},
		clock: Clock = systemClock,
	): Promise<ApiClient> {
		const credentials = await credentialsOf(caller);
		const { requestsPerMinute } = credentials;
		const pacer = pacerFor(credentials, clock);
		const onDelay = (delay: Delay) => listener.onDelay?.({ ...delay, requestsPerMinute });
		return new ApiClient({ caller, credentials, pacer, clock, onDelay }, listener);
	}

	/** The same client, whose errors name the item they belong to. */
	forItem(itemIndex: number): ApiClient {
		return new ApiClient(this.connection, this.listener, { ...this.about, itemIndex });
	}

	/** The same client, whose errors end their description with what only the caller can know. */
	withAdvice(advice: string): ApiClient {
		return new ApiClient(this.connection, this.listener, { ...this.about, advice });
	}

	/** Ends the run: requests of it that still wait are given up, and take nothing of the key's limit. */
	end(): void {
		this.connection.ended = true;
	}

	/**
	 * One request, answered with an object.
	 *
	 * @returns the object below `unwrap`, or the whole answer when that key is absent
	 * @throws NodeApiError with the service's words, `httpCode` and the item's index
	 */
	async object(
		method: IHttpRequestMethods,
		path: ApiPath,
		{ unwrap, schema, ...options }: ObjectOptions = {},
	): Promise<IDataObject> {
		const { body, status } = await this.send(method, this.urlOf(path, options.query), options);
		const { effect = effectOf(method) } = options;
		const inner = unwrap !== undefined && isDataObject(body) ? body[unwrap] : undefined;
		const found = inner ?? body;
		if (!isDataObject(found)) {
			const what = `expected an object, got ${describe(found)}`;
			return this.fail(unexpectedForm(status, what, effect));
		}
		const problem = mismatch(found, schema);
		if (problem !== undefined) return this.fail(unexpectedForm(status, problem, effect));
		return found;
	}

	/** `GET` of one object; options and errors as for {@link object}. */
	async get(path: ApiPath, options: ObjectOptions = {}): Promise<IDataObject> {
		return await this.object('GET', path, options);
	}

	/**
	 * `GET` of a list of unknown shape, page after page.
	 *
	 * @returns its elements, at most `limit`; pages after the limit are not fetched
	 * @throws NodeApiError when a page fails or the list cannot be followed to its end
	 */
	async list(path: ApiPath, { limit, schema, urgent }: ListOptions = {}): Promise<IDataObject[]> {
		const found: IDataObject[] = [];
		const seen = new Set<string>();
		let url: URL | undefined = this.urlOf(path);
		while (url) {
			if (seen.size >= MAX_PAGES) return this.fail(endless(seen.size));
			seen.add(url.href);
			const { body, status, headers } = await this.send('GET', url, { urgent });
			const page = readList(body);
			if (page.whole) this.listener.onHint?.(NO_LIST);
			for (const element of page.elements) {
				const problem = page.whole ? undefined : mismatch(element, schema);
				if (problem !== undefined) return this.fail(unexpectedForm(status, problem, 'read'));
				found.push(element);
			}
			if (limit !== undefined && found.length >= limit) return found.slice(0, limit);
			const next = nextPage(page.next ?? linkedNext(headers.link), url, seen);
			if (next && 'message' in next) return this.fail({ ...next, httpCode: String(status) });
			url = next;
		}
		return found;
	}

	/** One request, answered with whatever JSON the service sends. Errors as for {@link object}. */
	async raw(
		method: IHttpRequestMethods,
		path: ApiPath,
		options: RequestOptions = {},
	): Promise<unknown> {
		const { body } = await this.send(method, this.urlOf(path, options.query), options);
		return body;
	}

	private async send(
		method: IHttpRequestMethods,
		url: URL,
		options: RequestOptions,
	): Promise<Verdict & { ok: true }> {
		const verdict = await request(this.connection, method, url, options).catch((reason: unknown) =>
			this.interrupted(reason),
		);
		return verdict.ok ? verdict : this.fail(verdict.problem);
	}

	private interrupted(reason: unknown): never {
		const { caller } = this.connection;
		if (!cancelSignal(caller)?.aborted) throw reason;
		// By the word "canceled" n8n tells an execution that was stopped from one that failed.
		throw new NodeOperationError(caller.getNode(), 'The execution was canceled', {
			itemIndex: this.about.itemIndex,
		});
	}

	private urlOf(path: ApiPath, query: Record<string, string> = {}): URL {
		const url = new URL(`${this.connection.credentials.origin}${path.toString()}`);
		for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
		return url;
	}

	private fail(problem: Problem): never {
		const { itemIndex, advice } = this.about;
		const { caller, credentials } = this.connection;
		const hide = (text: string) => withoutKey(text, credentials.apiKey);
		const told = {
			...problem,
			// The service's words come without the key; a path that a user gave may hold it all the same.
			message: hide(problem.message),
			advice: [...problem.advice, ...(advice ? [advice] : [])].map(hide),
		};
		throw toNodeError(caller.getNode(), told, itemIndex);
	}
}

const NO_LIST =
	'The service answered with an object in which no list was found, so it is passed on as one item';

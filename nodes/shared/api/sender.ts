import { NodeOperationError, type IHttpRequestMethods } from 'n8n-workflow';
import { toNodeError } from './errors/nodeError';
import type { Problem, Verdict } from './errors/problem';
import { cancelSignal, type Connection } from './http/connection';
import { idempotentByDefault, request, type Query, type RequestOptions } from './http/request';
import { redactKey } from './redaction';
import type { ItemOptions } from './options';
import type { ApiPath } from './path';

/** The item that requests and errors belong to, and its options. */
export interface Scope extends ItemOptions {
	itemIndex?: number;
	/** Advice that depends on the caller, appended to the error's description. */
	advice?: string;
}

/** Sends requests for one item, and turns their problems into the errors that n8n shows. */
export class Sender {
	constructor(
		readonly connection: Connection,
		readonly scope: Scope = {},
	) {}

	/** The same sender with a narrower scope. */
	withScope(about: Scope): Sender {
		return new Sender(this.connection, { ...this.scope, ...about });
	}

	/** Sends a request that has to succeed. */
	async send(
		method: IHttpRequestMethods,
		url: URL,
		options: RequestOptions,
	): Promise<Verdict & { ok: true }> {
		const verdict = await this.attempt(method, url, options);
		return verdict.ok ? verdict : this.fail(verdict.problem);
	}

	/** Sends a request and returns its verdict; a write that was, or may have been, carried out is not sent again. */
	async attempt(method: IHttpRequestMethods, url: URL, options: RequestOptions): Promise<Verdict> {
		const { idempotent = idempotentByDefault(method) } = options;
		const { writes, timeoutMs } = this.scope;
		const send = async () =>
			await request(this.connection, method, url, { timeoutMs, ...options }).catch(
				(reason: unknown) => this.interrupted(reason),
			);
		return writes && !idempotent ? await writes.once(send) : await send();
	}

	private interrupted(reason: unknown): never {
		const { context } = this.connection;
		if (!cancelSignal(context)?.aborted) throw reason;
		// n8n recognizes a stopped execution by the word "canceled".
		throw new NodeOperationError(context.getNode(), 'The execution was canceled', {
			itemIndex: this.scope.itemIndex,
		});
	}

	/** The URL of a path of the service. */
	urlOf(path: ApiPath, query: Query = {}): URL {
		const url = new URL(`${this.connection.credentials.origin}${path.toString()}`);
		for (const [name, values] of Object.entries(query)) {
			for (const value of [values].flat()) url.searchParams.append(name, value);
		}
		return url;
	}

	/** Fails the item with an error for the user. */
	fail(problem: Problem): never {
		const { itemIndex, advice } = this.scope;
		const { context, credentials } = this.connection;
		const hide = (text: string) => redactKey(text, credentials.apiKey);
		const redacted = {
			...problem,
			// The service's messages are redacted already; a path that a user gave may still contain the key.
			message: hide(problem.message),
			advice: [...problem.advice, ...(advice ? [advice] : [])].map(hide),
		};
		throw toNodeError(context.getNode(), redacted, itemIndex);
	}
}

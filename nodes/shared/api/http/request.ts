import type { IHttpRequestMethods } from 'n8n-workflow';
import { classify } from '../errors/classify';
import type { RequestInfo, Verdict } from '../errors/problem';
import type { Connection } from './connection';
import type { ResponseFormat, Body, Outcome } from './exchange';
import { requestedWaitMs } from './retry';
import { sendWithRetries } from './sendWithRetries';

/** Query parameters; an array is sent as a repeated parameter. */
export type Query = Record<string, string | string[]>;

export interface RequestOptions {
	query?: Query;
	body?: Body;
	/** How the response is read; by default as JSON. */
	format?: ResponseFormat;
	/** Whether it is safe to retry after a lost response; by default only a GET is. */
	idempotent?: boolean;
	/** Whether a response without a body is accepted; it reads as `{}`. */
	emptyAllowed?: boolean;
	/**
	 * Whether a 2xx response may have any body except an HTML page; one that is not JSON reads as text.
	 * By default true for every method but GET: an accepted write did not fail.
	 */
	anyBody?: boolean;
	/** How long its response may take; by default a minute. */
	timeoutMs?: number;
	/** Takes precedence over all other pending requests of the key, such as when a person waits for it. */
	urgent?: boolean;
}

/** Every method but GET changes something: an accepted write was carried out, whatever its body. */
export function anyBodyByDefault(method: IHttpRequestMethods): boolean {
	return method !== 'GET';
}

/** Only GET: for any other method, the effect of a repetition is not documented. */
export function idempotentByDefault(method: IHttpRequestMethods): boolean {
	return method === 'GET';
}

const TIMEOUT_MS = 60_000;
const MAX_REDIRECTS = 3;

/** The target of a redirect that may be followed: an idempotent request's, within the origin (a trailing slash). */
function sameOriginTarget(outcome: Outcome, { request, idempotent }: RequestInfo): URL | undefined {
	if (!idempotent || outcome.kind !== 'response') return undefined;
	const { location } = outcome.headers;
	if (!location || ![301, 302, 303, 307, 308].includes(outcome.status)) return undefined;
	if (!URL.canParse(location, request.url.href)) return undefined;
	const target = new URL(location, request.url.href);
	return target.origin === request.url.origin ? target : undefined;
}

/**
 * The only request function: paced by the key's limit, retried by the retry rule, classified by the
 * error table. Redirects are followed for idempotent requests and within the origin alone.
 *
 * @param url at the credential's origin
 * @throws the execution's cancel reason when it is stopped meanwhile
 */
export async function request(
	connection: Connection,
	method: IHttpRequestMethods,
	url: URL,
	options: RequestOptions = {},
): Promise<Verdict> {
	const { body, idempotent = idempotentByDefault(method), emptyAllowed = false } = options;
	const { anyBody = anyBodyByDefault(method) } = options;
	const { timeoutMs = TIMEOUT_MS, format } = options;
	const wire = { method, url, body, format, timeoutMs };
	let info: RequestInfo = { request: wire, idempotent, emptyAllowed, anyBody };
	const ticket = connection.limiter.ticket(connection.run, options.urgent);
	let result = await sendWithRetries(connection, info, ticket);
	for (let hops = 0; hops < MAX_REDIRECTS; hops++) {
		const target = sameOriginTarget(result.outcome, info);
		if (!target) break;
		info = { ...info, request: { ...info.request, url: target } };
		result = await sendWithRetries(connection, info, ticket);
	}
	const { outcome } = result;
	const retryAfterMs = requestedWaitMs(outcome, connection.clock.now());
	return classify(outcome, { ...info, requestedWaitMs: result.requestedWaitMs, retryAfterMs });
}

import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { z } from 'zod';
import { within, type Clock } from '../../clock';
import { isDataObject } from '../../json';
import { CREDENTIAL_TYPE, type ApiCredentials } from '../../credentials';
import { redactKey } from './redaction';
import { decodeHeader, decodeText } from './charset';

/** The contexts of n8n from which the service can be called. */
export type ApiContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| ITriggerFunctions
	| IWebhookFunctions;

/** The body of a request: bytes are sent unchanged, with their own content type, anything else as JSON. */
export type Body = IDataObject | IDataObject[] | TypedBytes;

export class TypedBytes {
	constructor(
		readonly bytes: Buffer,
		readonly contentType: string,
	) {}
}

/** One request as it goes over the wire. */
export interface WireRequest {
	method: IHttpRequestMethods;
	/** Absolute, at the credential's origin. */
	url: URL;
	body?: Body;
	format: ResponseFormat;
	/** Whether it is safe to repeat. */
	idempotent: boolean;
	timeoutMs: number;
	/** The names of the fields that a successful response may have, as far as they are known. */
	outputFields?: readonly string[];
}

/** How a response is read: as JSON, as JSON or else text (`any`), as text, or as bytes. */
export type ResponseFormat = 'json' | 'any' | 'text' | 'file';

/** A response, whatever its status. */
export interface ServiceResponse {
	kind: 'response';
	status: number;
	headers: ResponseHeaders;
	text: string;
	/** The body, if it was requested as a file. */
	bytes?: Buffer;
	/** Whether it rate-limits this request alone (429), while the service accepts others with the key. */
	isAlone?: boolean;
	/** The wait that the service asks for, from the arrival of the response. */
	retryAfterMs?: number;
}

/** Why there is no response: the network error code and its message. */
export interface NoResponse {
	kind: 'failure';
	code: string;
	reason: string;
}

/** The outcome of sending a request once. */
export type Outcome = ServiceResponse | NoResponse;

/** The headers that are used. */
const HEADERS = [
	'content-disposition',
	'content-type',
	'date',
	'link',
	'location',
	'retry-after',
] as const;

export type ResponseHeaders = Partial<Record<(typeof HEADERS)[number], string>>;

const fullResponse = z.object({
	statusCode: z.number(),
	headers: z.unknown().optional(),
	body: z.unknown(),
});

/**
 * Reads each header by its name: n8n's headers object is no plain object for zod 4, and a schema of six
 * fields would take longer for each response.
 */
function headersIn(headers: unknown): ResponseHeaders {
	const found: ResponseHeaders = {};
	for (const name of HEADERS) {
		const value = isDataObject(headers) ? headers[name] : undefined;
		if (typeof value === 'string') found[name] = value;
	}
	return found;
}

const optionalText = z.string().optional().catch(undefined);

const thrown = z.object({ code: optionalText, message: optionalText });

/** n8n wraps network errors; the code is in the cause. */
const networkError = thrown.extend({ cause: thrown.optional().catch(undefined) }).catch({});

function toNoResponse(error: unknown, apiKey: string): Outcome {
	const { code = 'UNKNOWN', message = '', cause } = networkError.parse(error);
	const reason = redactKey(cause?.message || message, apiKey);
	return { kind: 'failure', code: cause?.code ?? code, reason };
}

/**
 * The wait that a `Retry-After` header asks for (RFC 9110, 10.2.3: seconds or an HTTP date).
 *
 * @param now the time by the system clock, as the service's is
 * @returns milliseconds; `undefined` when it is missing, invalid, zero or past, which would cause
 * retries without any delay
 */
export function retryAfterMs(headers: ResponseHeaders, now: number): number | undefined {
	const text = headers['retry-after'] ?? '';
	if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return Number(text) * 1_000 || undefined;
	// Date.parse also accepts short numbers and words: only what looks like an HTTP date counts.
	const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
	// The clocks may differ, so the service's own Date header is the reference if there is one.
	const served = Date.parse(headers.date ?? '');
	const ms = at - (Number.isNaN(served) ? now : served);
	return ms > 0 ? ms : undefined;
}

function toResponse(
	response: unknown,
	{ format }: WireRequest,
	apiKey: string,
	now: number,
): Outcome {
	const { statusCode, body, ...rest } = fullResponse.parse(response);
	const headers = headersIn(rest.headers);
	const hide = (text: string | undefined) => text && redactKey(text, apiKey);
	const [location, link] = [headers.location, headers.link].map(decodeHeader);
	const disposition = decodeHeader(headers['content-disposition']);
	return {
		kind: 'response',
		status: statusCode,
		headers: {
			...headers,
			'content-disposition': disposition,
			location: hide(location),
			link: hide(link),
		},
		text: redactKey(textOf(body, format, statusCode, headers['content-type']), apiKey),
		...(format === 'file' && Buffer.isBuffer(body) && { bytes: body }),
		retryAfterMs: retryAfterMs(headers, now),
	};
}

/** A body as text; of a file only if it may be an error message instead: a rejection, JSON or HTML. */
function textOf(body: unknown, format: ResponseFormat, status: number, contentType = ''): string {
	if (typeof body === 'string') return body;
	if (!Buffer.isBuffer(body)) return body == null ? '' : JSON.stringify(body);
	const isText = format !== 'file' || status >= 300 || /json|html/.test(contentType);
	return isText ? decodeText(body, contentType) : '';
}

/**
 * Sets `abortSignal` to the client's own signal.
 *
 * n8n overwrites `abortSignal` with the execution's and calls the credential's `authenticate`
 * afterwards (n8n-core 2.41, request-helpers/authentication.js). So the client passes its signal
 * under another name, and the credential applies it. The execution's signal is still observed,
 * because the client aborts its own signal when the execution is stopped.
 *
 * @returns the options without `clientAbortSignal`; options that have none, such as those of other nodes,
 * unchanged
 */
export function applyClientAbortSignal(options: IHttpRequestOptions): IHttpRequestOptions {
	const { clientAbortSignal, ...rest }: IHttpRequestOptions & { clientAbortSignal?: unknown } =
		options;
	return clientAbortSignal instanceof AbortSignal
		? { ...rest, abortSignal: clientAbortSignal }
		: options;
}

function optionsFor(
	request: WireRequest,
	clientAbortSignal: AbortSignal,
): IHttpRequestOptions & { clientAbortSignal: AbortSignal } {
	const { body, format } = request;
	const isBytes = body instanceof TypedBytes;
	return {
		method: request.method,
		url: request.url.href,
		body: isBytes ? body.bytes : body,
		headers: {
			...(isBytes && { 'content-type': body.contentType }),
			// The HTTP client does not notice if a compressed file or text was cut off.
			...((format === 'file' || format === 'text') && { 'accept-encoding': 'identity' }),
		},
		json: format === 'json' || format === 'any',
		// Bytes, because the HTTP client reads every text as UTF-8.
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		// The HTTP client applies this to idle time only: a slow but steady response is ended by the signal.
		timeout: request.timeoutMs,
		clientAbortSignal,
	};
}

/**
 * Sends one request once and reports the outcome; the only place that talks to the network.
 *
 * Redirects are not followed, since they would pass the key on. The response is read as bytes, since n8n's
 * own handling loses the service's error message (it turns an error status into its own error).
 *
 * @returns the response, whatever its status, or the failure with its network code (`ECONNRESET`, …);
 * `TIMEOUT` when the response was not complete within `timeoutMs`; its connection is then closed
 * @throws the execution's cancel reason as soon as it is stopped
 */
export async function exchange(
	context: ApiContext,
	{ apiKey }: ApiCredentials,
	request: WireRequest,
	clock: Clock,
	signal?: AbortSignal,
): Promise<Outcome> {
	const send = async (end: AbortSignal) =>
		await context.helpers.httpRequestWithAuthentication
			.call(context, CREDENTIAL_TYPE, optionsFor(request, end))
			.then((response: unknown) => toResponse(response, request, apiKey, clock.date()))
			.catch((error: unknown) => toNoResponse(error, apiKey));
	const reason = `no response within ${request.timeoutMs / 1_000} s`;
	const tooLate: Outcome = { kind: 'failure', code: 'TIMEOUT', reason };
	const outcome = await within(clock, request.timeoutMs, send, signal, 'response').catch(
		() => tooLate,
	);
	signal?.throwIfAborted();
	return outcome;
}

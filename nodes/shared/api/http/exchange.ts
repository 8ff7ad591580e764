import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { z } from 'zod';
import { unlessAborted, type Clock } from '../clock';
import type { ApiCredentials } from '../credentials';
import type { AbortableRequest } from './abort';
import { redactKey } from '../redaction';

/** The contexts of n8n from which the service can be called. */
export type ApiContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| ITriggerFunctions
	| IWebhookFunctions;

export const CREDENTIAL_TYPE = 'publicOutreachApi';

/** One request as it goes over the wire. */
export interface WireRequest {
	method: IHttpRequestMethods;
	/** Absolute, at the credential's origin. */
	url: URL;
	body?: Body;
	/** By default JSON is expected. */
	format?: ResponseFormat;
	timeoutMs: number;
}

/** Bytes go as they are, under their own content type; anything else as JSON. */
export type Body = IDataObject | IDataObject[] | TypedBytes;

export class TypedBytes {
	constructor(
		readonly bytes: Buffer,
		readonly contentType: string,
	) {}
}

/** How a response is read: parsed, as text, or as bytes. */
export type ResponseFormat = 'json' | 'text' | 'file';

/** A response, whatever its status. */
export interface ServiceResponse {
	kind: 'response';
	status: number;
	headers: ResponseHeaders;
	text: string;
	/** The body, where it was requested as a file. */
	bytes?: Buffer;
}

/** Why there is no response: the network error code and its message. */
export interface Failure {
	kind: 'failure';
	code: string;
	reason: string;
}

/** The outcome of sending a request once. */
export type Outcome = ServiceResponse | Failure;

const header = z.string().optional().catch(undefined);

/** The headers that are used; by name, since n8n's headers object is not a record for zod 4. */
const responseHeaders = z.object({
	'content-disposition': header,
	'content-type': header,
	date: header,
	link: header,
	location: header,
	'retry-after': header,
});

export type ResponseHeaders = z.infer<typeof responseHeaders>;

const fullResponse = z.object({
	statusCode: z.number(),
	headers: responseHeaders.catch({}),
	body: z.unknown(),
});

/** n8n wraps network errors; the code is in the cause. */
const networkError = z
	.object({
		code: z.string().optional().catch(undefined),
		message: z.string().catch(''),
		cause: z
			.object({ code: z.string().optional().catch(undefined), message: z.string().catch('') })
			.optional()
			.catch(undefined),
	})
	.catch({ message: '' });

function toFailure(error: unknown, apiKey: string): Outcome {
	const { code, message, cause } = networkError.parse(error);
	const reason = redactKey(cause?.message || message, apiKey);
	return { kind: 'failure', code: cause?.code ?? code ?? 'UNKNOWN', reason };
}

function toResponse(response: unknown, apiKey: string): Outcome {
	const { statusCode, headers, body } = fullResponse.parse(response);
	const bytes = Buffer.isBuffer(body) ? body : undefined;
	const text = textOf(bytes ? readableText(bytes, statusCode, headers['content-type']) : body);
	const { location, link } = headers;
	const clean = {
		...headers,
		...(location !== undefined && { location: redactKey(location, apiKey) }),
		...(link !== undefined && { link: redactKey(link, apiKey) }),
	};
	const fields = { status: statusCode, headers: clean, text: redactKey(text, apiKey) };
	return { kind: 'response', ...fields, ...(bytes && { bytes }) };
}

function textOf(body: unknown): string {
	return typeof body === 'string' ? body : body == null ? '' : JSON.stringify(body);
}

/** The text of a body that may be an error message instead of a file: a refusal, JSON or HTML. */
function readableText(bytes: Buffer, status: number, contentType = ''): string {
	return status >= 300 || /json|html/.test(contentType) ? bytes.toString('utf8') : '';
}

function optionsFor(request: WireRequest, clientAbortSignal: AbortSignal): AbortableRequest {
	const { body, format = 'json' } = request;
	const isBytes = body instanceof TypedBytes;
	return {
		method: request.method,
		url: request.url.href,
		body: isBytes ? body.bytes : body,
		...(isBytes && { headers: { 'content-type': body.contentType } }),
		json: format === 'json',
		encoding: format === 'file' ? 'arraybuffer' : 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		// The HTTP client applies this to idle time: a slow but steady response is ended by the signal alone.
		timeout: request.timeoutMs,
		clientAbortSignal,
	};
}

/**
 * Sends one request once and reports the outcome; the only place that talks to the network.
 *
 * Redirects are not followed, since they would carry the key along. The response is read as text, since
 * n8n's own handling loses the service's error message (it turns a refused status into its own error).
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
	const end = new AbortController();
	const sent = context.helpers.httpRequestWithAuthentication
		.call(context, CREDENTIAL_TYPE, optionsFor(request, end.signal))
		.then((response: unknown) => toResponse(response, apiKey))
		.catch((error: unknown) => toFailure(error, apiKey));
	const inTime = unlessAborted(sent, clock.deadline(request.timeoutMs));
	const outcome = await unlessAborted(inTime, signal).catch((): Outcome => {
		// The connection is closed: the rest of the response is not needed.
		end.abort();
		const reason = `no answer in ${request.timeoutMs / 1_000} s`;
		return { kind: 'failure', code: 'TIMEOUT', reason };
	});
	signal?.throwIfAborted();
	return outcome;
}

import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { z } from 'zod';
import { unlessAborted, type Clock } from './clock';
import type { ApiCredentials } from './credentials';
import type { EndableRequest } from './ending';
import { withoutKey } from './key';

/** The contexts of n8n from which the service can be called. */
export type Caller = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

export const CREDENTIAL_TYPE = 'publicOutreachApi';

/** One request as it goes over the wire. */
export interface WireRequest {
	method: IHttpRequestMethods;
	/** Absolute, at the credential's origin. */
	url: URL;
	body?: IDataObject | IDataObject[];
	timeoutMs: number;
}

/** An answer of whatever status. */
export interface Answer {
	kind: 'answer';
	status: number;
	headers: AnswerHeaders;
	text: string;
}

/** What became of a request: an answer, or the network's code for why there is none. */
export type Outcome = Answer | { kind: 'failure'; code: string; reason: string };

const header = z.string().optional().catch(undefined);

/** The headers that mean something here; by name, since what n8n hands over is no record for zod 4. */
const answerHeaders = z.object({
	'content-type': header,
	date: header,
	link: header,
	location: header,
	'retry-after': header,
});

export type AnswerHeaders = z.infer<typeof answerHeaders>;

const fullResponse = z.object({
	statusCode: z.number(),
	headers: answerHeaders.catch({}),
	body: z.unknown(),
});

/** n8n wraps what went wrong on the network; the code of it stands in the cause. */
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
	const reason = withoutKey(cause?.message || message, apiKey);
	return { kind: 'failure', code: cause?.code ?? code ?? 'UNKNOWN', reason };
}

function toAnswer(response: unknown, apiKey: string): Outcome {
	const { statusCode, headers, body } = fullResponse.parse(response);
	const text = typeof body === 'string' ? body : body == null ? '' : JSON.stringify(body);
	const { location, link } = headers;
	const clean = {
		...headers,
		...(location !== undefined && { location: withoutKey(location, apiKey) }),
		...(link !== undefined && { link: withoutKey(link, apiKey) }),
	};
	return { kind: 'answer', status: statusCode, headers: clean, text: withoutKey(text, apiKey) };
}

function optionsFor(request: WireRequest, endSignal: AbortSignal): EndableRequest {
	return {
		method: request.method,
		url: request.url.href,
		body: request.body,
		json: true,
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		// To the HTTP client this is the longest silence: what drips is ended by the signal alone.
		timeout: request.timeoutMs,
		endSignal,
	};
}

/**
 * Sends one request once and reports what became of it; the only place that talks to the network.
 *
 * Redirects are not followed, for the key would go along, and the answer is taken as text, for
 * n8n's own handling loses the service's words (n8n turns a refused status into an error of its own).
 *
 * @returns the answer of any status, or the failure with its network code (`ECONNRESET`, …);
 * `TIMEOUT` when the answer was not complete within `timeoutMs`; its connection then ends
 * @throws the execution's cancel reason as soon as it is stopped
 */
export async function exchange(
	caller: Caller,
	{ apiKey }: ApiCredentials,
	request: WireRequest,
	clock: Clock,
	signal?: AbortSignal,
): Promise<Outcome> {
	const end = new AbortController();
	const sent = caller.helpers.httpRequestWithAuthentication
		.call(caller, CREDENTIAL_TYPE, optionsFor(request, end.signal))
		.then((response: unknown) => toAnswer(response, apiKey))
		.catch((error: unknown) => toFailure(error, apiKey));
	const inTime = unlessAborted(sent, clock.deadline(request.timeoutMs));
	const outcome = await unlessAborted(inTime, signal).catch((): Outcome => {
		// What is left of the answer would come in all the same, to nobody.
		end.abort();
		return { kind: 'failure', code: 'TIMEOUT', reason: `no answer in ${request.timeoutMs} ms` };
	});
	signal?.throwIfAborted();
	return outcome;
}

import { parseJson } from '../responses/json';
import type { NoResponse, Outcome, ServiceResponse, WireRequest } from '../http/exchange';
import { isRepeatable, MAX_RETRY_MS } from '../http/retry';
import { diagnose, wasNeverSent } from './advice';
import {
	deniesSuccess,
	errorMessages,
	isHtml,
	isPage,
	reportsFailure,
	pageTitle,
} from './errorMessages';
import { failureOf, formatDuration, type Problem, type Verdict } from './problem';

const UNKNOWN_OUTCOME =
	'It is unknown whether the service carried this out. Look there before you run it again, or it may happen twice';

const NO_SUCH_PATH =
	'There is no such path. Check the path, and that the base URL leads to the API, not to the web app';

const INTERMEDIARY_ADVICE =
	'A proxy, a firewall or a log-in page may stand in between, or the base URL leads to the web app instead of the API';

const NOT_JSON =
	'The service carried this out, but its answer is no JSON, so it is passed on as text';

function waitAdvice(ms: number): string {
	return `The service asks to wait ${formatDuration(ms)}; the node waits ${formatDuration(MAX_RETRY_MS)} in all. Run it again after that time`;
}

function networkProblem({ code, reason }: NoResponse, request: WireRequest): Problem {
	const { message = '', advice, cause } = diagnose(code, request);
	const shown = [...advice, `(${code}: ${reason})`];
	return { message, advice: shown, httpCode: code, failure: failureOf(cause) };
}

/** The problem of a response; a wait that the service asks for takes precedence over what its status means. */
function problemAt(
	response: ServiceResponse,
	request: WireRequest,
	[message = '', ...more]: string[],
): Problem {
	const { status, retryAfterMs } = response;
	const known = diagnose(String(status), request, [message, ...more].join(' '));
	const failure = failureOf(known.cause, retryAfterMs);
	const isAwaited = retryAfterMs !== undefined && isRepeatable(response, request);
	const advice = [...more, ...(isAwaited ? [waitAdvice(retryAfterMs)] : known.advice)];
	return { message, advice, httpCode: String(status), failure };
}

function pageProblem(response: ServiceResponse, request: WireRequest): Problem {
	const { status, text } = response;
	const shown = [`status ${status}`, pageTitle(text)].filter(Boolean).join(', ');
	const message = `The service answered with an HTML page instead of JSON (${shown})`;
	const { advice, failure, ...problem } = problemAt(response, request, [message]);
	// A refusal with a page may as well come from a proxy or a firewall.
	if (status === 404) return { ...problem, advice: [NO_SUCH_PATH] };
	const cause = status === 403 ? undefined : failure;
	// What has the status of an answer may be no answer of the service at all.
	const known = status < 300 ? [] : advice;
	return { ...problem, advice: [...known, INTERMEDIARY_ADVICE], failure: cause };
}

/** A 2xx response that cannot be parsed. */
function unreadable({ status, text }: ServiceResponse): Problem {
	const start = text.trim().slice(0, 200);
	const what = start === '' ? 'an empty answer' : 'an answer that is not valid JSON';
	const advice = ['Check that the base URL in the credential leads to the API'];
	if (start !== '') advice.push(`The answer begins with: ${start}`);
	const message = `The service sent ${what} (status ${status})`;
	return { message, advice, httpCode: String(status) };
}

function refusal(response: ServiceResponse, request: WireRequest, body: unknown): Problem {
	const messages = errorMessages(body, request.body);
	const unsaid = `The service answered with status ${response.status} and gave no reason`;
	return problemAt(response, request, messages.length > 0 ? messages : [unsaid]);
}

function redirection(response: ServiceResponse, { url }: WireRequest): Problem {
	const { location } = response.headers;
	const target = location ? `to ${location}` : 'without saying where';
	const isOwn =
		location && URL.canParse(location, url.href) && new URL(location, url).origin === url.origin;
	const advice = isOwn
		? 'It was not followed. Check the path, such as its slash at the end, and the base URL in the credential'
		: 'It was not followed, so that the API key goes to the base URL alone. Check the base URL in the credential';
	return {
		message: `The service redirects this request ${target}`,
		advice: [advice],
		httpCode: String(response.status),
	};
}

function problemOf(outcome: Outcome, request: WireRequest): Problem {
	if (outcome.kind === 'failure') return networkProblem(outcome, request);
	const { status, headers, text } = outcome;
	if ([300, 301, 302, 303, 307, 308].includes(status)) return redirection(outcome, request);
	const parsed = parseJson(text);
	if (parsed) return refusal(outcome, request, parsed.value);
	// Django's default for a text, or for nothing, is the type of a page as well.
	const isMarkup = text.trim().startsWith('<') && isHtml(text, headers['content-type']);
	if (isMarkup) return pageProblem(outcome, request);
	return status < 300 ? unreadable(outcome) : refusal(outcome, request, text);
}

/**
 * The body of a 2xx response, where it is what was asked for.
 *
 * The status of an accepted write says that it was carried out, whatever its body (Django's default is a
 * text as `text/html`); but that of a whole page is the status of whoever made the page.
 */
function contentOf(
	{ text, bytes, headers }: ServiceResponse,
	{ method, format }: WireRequest,
): { body: unknown; hint?: string } | undefined {
	const parsed = parseJson(text);
	if (parsed && reportsFailure(parsed.value)) return undefined;
	if (format === 'text') {
		const page = pageTitle(text) || 'without a title';
		const hint = `The answer is an HTML page (${page}). If you expected none, a proxy, a firewall or a log-in page may stand in between`;
		return { body: text, ...(isPage(text) && { hint }) };
	}
	if (format === 'file') {
		const isFile = /^\s*attachment/i.test(headers['content-disposition'] ?? '');
		return isFile || !isHtml(text, headers['content-type']) ? { body: bytes } : undefined;
	}
	if (parsed) return { body: parsed.value };
	if (format === 'json' || isPage(text)) return undefined;
	if (text.trim() === '') return { body: {} };
	return method === 'GET' ? undefined : { body: text, hint: NOT_JSON };
}

/** Whether a failed request with this status or network code may have been carried out. */
function isUncertain(code = ''): boolean {
	// A 2xx with a page may come from a proxy that never passed the request on. After a 303 the result is
	// elsewhere, so there is one (RFC 9110, 15.4.4).
	return /^\d/.test(code) ? /^(2..|303|408|5..)$/.test(code) : code !== '' && !wasNeverSent(code);
}

/**
 * Classifies an outcome as a body or a problem. The only table of errors.
 *
 * A body that says so is a failure whatever the status, 200 included (reference, Errors).
 */
export function classify(outcome: Outcome, request: WireRequest): Verdict {
	if (outcome.kind === 'response' && outcome.status >= 200 && outcome.status < 300) {
		const { status, headers } = outcome;
		const content = contentOf(outcome, request);
		if (content) return { ok: true, status, headers, ...content };
	}
	const accepted = outcome.kind === 'response' && outcome.status < 300 ? outcome.text : '';
	// A 2xx with JSON says itself that the call failed; beside an error alone the status may still hold.
	const told = parseJson(accepted);
	const problem = { ...problemOf(outcome, request), isReported: told !== undefined };
	const isKnown = deniesSuccess(told?.value) || !isUncertain(problem.httpCode);
	if (request.idempotent || isKnown) return { ok: false, problem };
	const advice = [UNKNOWN_OUTCOME, ...problem.advice];
	return { ok: false, problem: { ...problem, advice, uncertain: true } };
}

/** The problem of a read whose JSON does not match the schema. */
export function unexpectedForm(status: number, what: string): Problem {
	return {
		message: `The service's answer has an unexpected form: ${what}`,
		advice: ['The service may have changed. Compare with what API Endpoint: Call returns'],
		httpCode: String(status),
	};
}

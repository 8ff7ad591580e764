import { parseResponse } from '../../json';
import type { NoResponse, Outcome, ServiceResponse, WireRequest } from '../http/exchange';
import { isRepeatable, MAX_RETRY_MS } from './retry';
import { adviceOnMissingPath, diagnose, wasNeverSent } from './advice';
import { errorMessages, isHtml, isPage, pageTitle } from './errorMessages';
import { complaintIn, deniesInText, isCertainDenial, reportedFailure } from './failures';
import { failureOf, formatDuration, type Problem, type Verdict } from './problem';

const UNKNOWN_OUTCOME =
	'The service may have carried this out. Check there before you run it again, or it may happen twice';

const INTERMEDIARY_ADVICE =
	'A proxy, a firewall or a log-in page may stand in between, or the base URL points to the web app instead of the API';

const ELSEWHERE =
	'If other operations work, the service has changed here; otherwise check that the base URL in the credential points to the API';

const RATE_LIMITED_ALONE =
	'The service rejected this request for 10 minutes, while it accepted others with the same API key: it seems to have a limit of its own. Run it again later, and send fewer of them';

const NOT_JSON =
	'The service carried this out, but its response is not JSON, so it is output as text';

function waitAdvice(ms: number): string {
	const wait = formatDuration(ms);
	const most = formatDuration(MAX_RETRY_MS);
	const again = `Run it again ${wait.startsWith('more') ? 'then' : `in ${wait}`}`;
	return ms > MAX_RETRY_MS
		? `The service asks to wait ${wait}, more than the ${most} that the node waits. ${again}`
		: `The service asks to wait another ${wait}, and the node waits ${most} in all. ${again}`;
}

function networkProblem({ code, reason }: NoResponse, request: WireRequest): Problem {
	const { message = '', advice, cause } = diagnose(code, request, reason);
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
	const alone =
		response.isAlone && known.cause === 'rate-limited' ? [RATE_LIMITED_ALONE] : undefined;
	const advice = [...more, ...(alone ?? (isAwaited ? [waitAdvice(retryAfterMs)] : known.advice))];
	return { message: known.message ?? message, advice, httpCode: String(status), failure };
}

function pageProblem(response: ServiceResponse, request: WireRequest): Problem {
	const { status, text } = response;
	const shown = [`status ${status}`, pageTitle(text)].filter(Boolean).join(', ');
	const message = `The service returned an HTML page instead of JSON (${shown})`;
	const { advice, failure, ...problem } = problemAt(response, request, [message]);
	// A rejection with a page may also come from a proxy or a firewall.
	if (status === 404) return { ...problem, advice: [adviceOnMissingPath(request)] };
	const cause = status === 403 ? undefined : failure;
	// A 2xx page may come from something other than the service.
	const known = status < 300 ? [] : advice;
	return { ...problem, advice: [...known, INTERMEDIARY_ADVICE], failure: cause };
}

/** A 2xx response that cannot be parsed. */
function unreadable({ status, text, headers }: ServiceResponse): Problem {
	const start = text.trim().slice(0, 200);
	const [type = ''] = (headers['content-type'] ?? '').split(';');
	const isOther = start !== '' && !/^$|json|text\/(plain|html)/i.test(type.trim());
	const unparsed = start === '' ? 'an empty response' : 'a response that is not valid JSON';
	const what = isOther ? `${type.trim()} instead of JSON` : unparsed;
	const advice = isOther
		? ['API Endpoint: Call reads it with the option Response Format set to Text or File']
		: [ELSEWHERE];
	if (start !== '') advice.push(`The response begins with: ${start}`);
	return {
		message: `The service sent ${what} (status ${status})`,
		advice,
		httpCode: String(status),
	};
}

function rejection(response: ServiceResponse, request: WireRequest, body: unknown): Problem {
	const messages = errorMessages(body, request.body);
	const unsaid = `The service returned status ${response.status} and gave no reason`;
	return problemAt(response, request, messages.length > 0 ? messages : [unsaid]);
}

function redirection(response: ServiceResponse, { url }: WireRequest): Problem {
	const { location } = response.headers;
	const target = location ? `to ${location}` : 'without saying where';
	const isOwn =
		location && URL.canParse(location, url.href) && new URL(location, url).origin === url.origin;
	const advice = isOwn
		? 'The redirect was not followed. Check the path, such as its slash at the end, and the base URL in the credential'
		: 'The redirect was not followed, because the API key is only sent to the base URL. Check the base URL in the credential';
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
	const parsed = parseResponse(text);
	if (parsed && status < 300) {
		return rejection(outcome, request, reportedFailure(parsed.value, request) ?? parsed.value);
	}
	// A proxy's own response, whatever it says.
	if (status === 407) return problemAt(outcome, request, []);
	if (parsed) return rejection(outcome, request, parsed.value);
	// Django sends text, or nothing, with the type of a page by default.
	const isMarkup = text.trim().startsWith('<') && isHtml(text, headers['content-type']);
	if (isMarkup) return pageProblem(outcome, request);
	return status < 300 ? unreadable(outcome) : rejection(outcome, request, text);
}

/** A hint with the service's words if an error stands beside the output. */
function hintOfComplaint(body: unknown, request: WireRequest): string | undefined {
	// What is read as JSON may have errors of its own: those of a campaign, or of an element of a list.
	const complaint = request.format === 'json' ? undefined : complaintIn(body, request);
	const words = errorMessages(complaint, request.body).join('. ');
	return words ? `The service sent an error together with this output: ${words}` : undefined;
}

/** What a 2xx response holds, with a hint for the user. */
type Content = { body: unknown; hint?: string };

/**
 * The body of a 2xx response, if it has the requested format.
 *
 * The status of an accepted write says that it was carried out, whatever its body (Django's default is text
 * as `text/html`). But the status of a whole HTML page comes from the proxy or web app that sent it.
 */
function contentOf(
	{ status, text, bytes, headers }: ServiceResponse,
	request: WireRequest,
): Content | undefined {
	const { method, format } = request;
	const parsed = parseResponse(text);
	if (parsed && reportedFailure(parsed.value, request)) return undefined;
	if (format === 'text') {
		const page = pageTitle(text) || 'without a title';
		const hint = `The response is an HTML page (${page}). If you expected none, a proxy, a firewall or a log-in page may stand in between`;
		return { body: text, ...(isPage(text) && { hint }) };
	}
	if (format === 'file') {
		const isFile = /^\s*attachment/i.test(headers['content-disposition'] ?? '');
		return isFile || !isHtml(text, headers['content-type']) ? { body: bytes } : undefined;
	}
	if (parsed) {
		return { body: parsed.value, hint: parsed.hint ?? hintOfComplaint(parsed.value, request) };
	}
	// "No content" reads as a list without elements, but not as an object.
	if (status === 204 && format === 'json') return { body: null };
	if (format === 'json' || isPage(text)) return undefined;
	if (text.trim() === '') return { body: {} };
	return method === 'GET' || deniesInText(text) ? undefined : { body: text, hint: NOT_JSON };
}

/** Whether a failed request with this outcome may have been carried out, judging by its status or code. */
function isUncertain(outcome: Outcome): boolean {
	if (outcome.kind === 'failure') return !wasNeverSent(outcome.code, outcome.reason);
	// A 2xx with a page may come from a proxy that never passed the request on. After a 303 the result is
	// elsewhere, so there is one (RFC 9110, 15.4.4).
	return /^(2..|303|408|5..)$/.test(String(outcome.status));
}

/**
 * Classifies an outcome as a body or a problem. The only table of errors.
 *
 * A body that reports a failure is one, whatever the status, 200 included (reference, Errors).
 */
export function classify(outcome: Outcome, request: WireRequest): Verdict {
	const isAccepted = outcome.kind === 'response' && outcome.status >= 200 && outcome.status < 300;
	if (isAccepted) {
		const { status, headers } = outcome;
		const content = contentOf(outcome, request);
		if (content) return { ok: true, status, headers, ...content };
	}
	const body = isAccepted ? parseResponse(outcome.text) : undefined;
	const failure = body && reportedFailure(body.value, request);
	const isUnsent = outcome.kind === 'failure' && !isUncertain(outcome);
	const isEmpty = isAccepted && outcome.text.trim() === '';
	const isReported = body !== undefined;
	const problem = { ...problemOf(outcome, request), isReported, isEmpty, isUnsent };
	// With only an error the write may still have happened, as may parts of it with 207 (RFC 4918, 13).
	const isPartial = isAccepted && outcome.status === 207;
	const isDenied = failure && !isPartial && isCertainDenial(failure, request);
	const isCertain = isDenied || !isUncertain(outcome);
	if (request.idempotent || isCertain) return { ok: false, problem };
	const advice = [UNKNOWN_OUTCOME, ...problem.advice];
	return { ok: false, problem: { ...problem, advice, uncertain: true } };
}

/** The problem of a read whose JSON does not match the schema. */
export function unexpectedForm(status: number, what: string): Problem {
	return {
		message: `The service's response has an unexpected format: ${what}`,
		advice: ['The service may have changed. Compare with what API Endpoint: Call returns'],
		httpCode: String(status),
	};
}

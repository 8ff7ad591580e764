import { parseJson } from '../responses/json';
import type { ServiceResponse, Failure, Outcome } from '../http/exchange';
import { MAX_RETRY_MS } from '../http/retry';
import { adviceFor, causeOf } from './advice';
import { formatDuration } from './duration';
import { failureOf } from './failure';
import { FAILURES, NEVER_SENT } from './networkFailures';
import type { Problem, RequestInfo, Verdict } from './problem';
import { isHtml, reportsFailure, errorMessages } from './errorMessages';

const UNKNOWN_OUTCOME =
	'It is unknown whether the service carried this out. Look there before you run it again, or it may happen twice';

const NO_SUCH_PATH =
	'There is no such path. Check the path, and that the base URL leads to the API, not to the web app';

const INTERMEDIARY_ADVICE =
	'A proxy, a firewall or a log-in page may stand in between, or the base URL leads to the web app instead of the API';

function failureProblem({ code, reason }: Failure): Problem {
	const known = FAILURES.find(({ codes }) => codes.test(code));
	return {
		message: known?.message ?? 'The request failed',
		advice: [known?.advice ?? 'Try again later', `(${code}: ${reason})`],
		httpCode: code,
		failure: failureOf(known?.cause),
	};
}

/** The warning for a failed write that may have been carried out. */
function writeUncertainty(outcome: Outcome): string | undefined {
	if (outcome.kind === 'failure') {
		return NEVER_SENT.test(outcome.code) ? undefined : UNKNOWN_OUTCOME;
	}
	const { status, text } = outcome;
	// A page may come from a proxy that never passed the request on.
	if (status < 300) return parseJson(text) ? undefined : UNKNOWN_OUTCOME;
	// After a 303 the result is elsewhere, so there is one (RFC 9110, 15.4.4).
	return [303, 408].includes(status) || status >= 500 ? UNKNOWN_OUTCOME : undefined;
}

/** What to do about a status; a wait that the service asks for takes precedence. */
function adviceOn(status: number, message: string, info: RequestInfo): string[] {
	const { request, requestedWaitMs } = info;
	if (requestedWaitMs === undefined) return adviceFor(status, message, request);
	const limit = formatDuration(MAX_RETRY_MS);
	return [
		`The service asks to wait ${formatDuration(requestedWaitMs)}; the node waits ${limit} in all. Run it again after that time`,
	];
}

function failureAt(status: number, message: string, { retryAfterMs }: RequestInfo) {
	return failureOf(causeOf(status, message), retryAfterMs);
}

function htmlPage(status: number, text: string, info: RequestInfo): Problem {
	const title = /<title>([^<]{1,120})<\/title>/i.exec(text)?.[1]?.trim();
	const shown = title ? `status ${status}, "${title}"` : `status ${status}`;
	// Other statuses say more about the proxy that made the page than about the service.
	const isKnown = [401, 429].includes(status) || info.requestedWaitMs !== undefined;
	const known = isKnown ? adviceOn(status, '', info) : [];
	const page = status === 404 ? NO_SUCH_PATH : INTERMEDIARY_ADVICE;
	const permission = status === 403 ? [...adviceOn(403, '', info), page] : [page];
	return {
		message: `The service answered with an HTML page instead of JSON (${shown})`,
		advice: known.length > 0 ? known : permission,
		httpCode: String(status),
		// A refusal with an HTML page may as well come from a proxy or a firewall.
		failure: [403, 404].includes(status) ? undefined : failureAt(status, '', info),
	};
}

/** A 2xx response that cannot be parsed. */
function unreadable(status: number, text: string): Problem {
	const start = text.trim().slice(0, 200);
	const what = start === '' ? 'an empty answer' : 'an answer that is not valid JSON';
	const advice = ['Check that the base URL in the credential leads to the API'];
	if (start !== '') advice.push(`The answer begins with: ${start}`);
	const message = `The service sent ${what} (status ${status})`;
	return { message, advice, httpCode: String(status) };
}

function refusal(status: number, body: unknown, info: RequestInfo): Problem {
	const messages = errorMessages(body);
	const [first = `The service answered with status ${status} and gave no reason`, ...more] =
		messages;
	const message = messages.join(' ');
	const advice = [...more, ...adviceOn(status, message, info)];
	const failure = failureAt(status, message, info);
	return { message: first, advice, httpCode: String(status), failure };
}

function redirection(status: number, location: string | undefined): Problem {
	return {
		message: `The service redirects this request to ${location ?? 'nowhere'}`,
		advice: [
			'It was not followed, so that the API key goes to the base URL alone. Check the base URL in the credential',
		],
		httpCode: String(status),
	};
}

/** The body of a response requested as text or as a file; an HTML page or a failure is neither. */
function contentOf(response: ServiceResponse, { request: { format } }: RequestInfo): unknown {
	const { text, bytes, headers } = response;
	if (format !== 'text' && format !== 'file') return undefined;
	if (isHtml(text, headers['content-type']) || reportsFailure(parseJson(text)?.value))
		return undefined;
	return format === 'file' ? bytes : text;
}

/**
 * Classifies an outcome as a parsed body or a problem. The only table of errors.
 *
 * `success: false` is a failure whatever the status, 200 included (reference, Errors).
 */
export function classify(outcome: Outcome, info: RequestInfo): Verdict {
	if (outcome.kind === 'response') {
		const { status, headers, text } = outcome;
		const success = (body: unknown): Verdict => ({ ok: true, status, headers, body });
		const parsed = parseJson(text);
		if (status >= 200 && status < 300) {
			const isJson = (info.request.format ?? 'json') === 'json';
			if (isJson && parsed && !reportsFailure(parsed.value)) return success(parsed.value);
			const content = contentOf(outcome, info);
			if (content !== undefined) return success(content);
			const isEmpty = text.trim() === '';
			if (isEmpty && (info.emptyAllowed || info.anyBody)) return success({});
			if (!parsed && info.anyBody && !isHtml(text, headers['content-type'])) return success(text);
		}
	}
	const problem = problemOf(outcome, info);
	const uncertainty = info.idempotent ? undefined : writeUncertainty(outcome);
	if (uncertainty === undefined) return { ok: false, problem };
	const advice = [uncertainty, ...problem.advice];
	return { ok: false, problem: { ...problem, advice, uncertain: true } };
}

function problemOf(outcome: Outcome, info: RequestInfo): Problem {
	if (outcome.kind === 'failure') return failureProblem(outcome);
	const { status, headers, text } = outcome;
	const parsed = parseJson(text);
	if (status >= 300 && status < 400) return redirection(status, headers.location);
	if (parsed) return refusal(status, parsed.value, info);
	if (isHtml(text, headers['content-type'])) return htmlPage(status, text, info);
	return status < 300 ? unreadable(status, text) : refusal(status, text, info);
}

/** The problem of a read whose JSON does not match the schema. */
export function unexpectedForm(status: number, what: string): Problem {
	return {
		message: `The service's answer has an unexpected form: ${what}`,
		advice: ['The service may have changed. Compare with the API endpoint operation "Call"'],
		httpCode: String(status),
	};
}

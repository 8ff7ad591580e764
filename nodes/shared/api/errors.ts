import { NodeApiError, type INode } from 'n8n-workflow';
import { isHtml, parseJson, saysFailure, serviceWords } from './answers';
import { adviceFor, FAILURES, NEVER_SENT } from './advice';
import type { Answer, AnswerHeaders, Outcome, WireRequest } from './exchange';
import type { Effect } from './retry';

/** Why a request did not succeed, in words for the user. */
export interface Problem {
	/** The service's own words where there are any. */
	message: string;
	/** What they mean and what to do; joined into the error's description. */
	advice: string[];
	/** The status, or the network's code where no answer came, as n8n's own nodes do. */
	httpCode?: string;
}

export type Verdict =
	| { ok: true; status: number; headers: AnswerHeaders; body: unknown }
	| { ok: false; problem: Problem };

/** What the error table needs to know of a request. */
export interface Asked {
	request: WireRequest;
	effect: Effect;
	/** Whether an answer without a body is fine. */
	emptyAllowed: boolean;
}

const UNKNOWN_OUTCOME =
	'It is unknown whether the service carried this out. Look there before you run it again, or it may happen twice';

const DONE_UNREAD =
	'The service accepted the request, and only its answer could not be read. Look there before you run it again, or it may happen twice';

const NO_SUCH_PATH =
	'There is no such path. Check the path, and that the base URL leads to the API, not to the web app';

const SOMEBODY_BETWEEN =
	'A proxy, a firewall or a log-in page may stand in between, or the base URL leads to the web app instead of the API';

function failureProblem(code: string, reason: string, effect: Effect): Problem {
	const known = FAILURES.find(({ codes }) => codes.test(code));
	const unknown = effect === 'write' && !NEVER_SENT.test(code) ? [UNKNOWN_OUTCOME] : [];
	return {
		message: known?.message ?? 'The request failed',
		advice: [...unknown, known?.advice ?? 'Try again later', `(${code}: ${reason})`],
		httpCode: code,
	};
}

/** What the user has to know of a write besides the error: whether it may have happened. */
function fateOfWrite(status: number, effect: Effect): string[] {
	if (effect === 'read') return [];
	if (status < 300) return [DONE_UNREAD];
	// After a 303 the result is elsewhere, so there is one (RFC 9110, 15.4.4).
	return [303, 408].includes(status) || status >= 500 ? [UNKNOWN_OUTCOME] : [];
}

function htmlPage(status: number, text: string, asked: Asked): Problem {
	const title = /<title>([^<]{1,120})<\/title>/i.exec(text)?.[1]?.trim();
	const shown = title ? `status ${status}, "${title}"` : `status ${status}`;
	// The other statuses say less about the service than about whoever made the page.
	const known = [401, 429].includes(status) ? adviceFor(status, '', asked.request) : [];
	const page = status === 404 ? NO_SUCH_PATH : SOMEBODY_BETWEEN;
	return {
		message: `The service answered with an HTML page instead of JSON (${shown})`,
		advice: [...fateOfWrite(status, asked.effect), ...(known.length > 0 ? known : [page])],
		httpCode: String(status),
	};
}

/** A success that cannot be read. */
function unreadable(status: number, text: string, asked: Asked): Problem {
	const start = text.trim().slice(0, 200);
	const what = start === '' ? 'an empty answer' : 'an answer that is not valid JSON';
	const check = 'Check that the base URL in the credential leads to the API';
	const advice = [...fateOfWrite(status, asked.effect), check];
	if (start !== '') advice.push(`The answer begins with: ${start}`);
	const message = `The service sent ${what} (status ${status})`;
	return { message, advice, httpCode: String(status) };
}

function refusal(status: number, body: unknown, asked: Asked): Problem {
	const words = serviceWords(body);
	const [first = `The service answered with status ${status} and gave no reason`, ...more] = words;
	const fate = status < 300 ? [] : fateOfWrite(status, asked.effect);
	const advice = adviceFor(status, words.join(' '), asked.request);
	return { message: first, advice: [...more, ...fate, ...advice], httpCode: String(status) };
}

function redirection(status: number, location: string | undefined, asked: Asked): Problem {
	return {
		message: `The service redirects this request to ${location ?? 'nowhere'}`,
		advice: [
			...fateOfWrite(status, asked.effect),
			'It was not followed, so that the API key goes to the base URL alone. Check the base URL in the credential',
		],
		httpCode: String(status),
	};
}

/**
 * Judges an outcome: a parsed body, or the problem in words. The only table of errors.
 *
 * `success: false` is a failure whatever the status, 200 included (reference, Errors).
 */
export function judge(outcome: Outcome, asked: Asked): Verdict {
	if (outcome.kind === 'failure') {
		return { ok: false, problem: failureProblem(outcome.code, outcome.reason, asked.effect) };
	}
	const { status, headers, text } = outcome;
	const success = (body: unknown): Verdict => ({ ok: true, status, headers, body });
	const parsed = parseJson(text);
	if (status >= 200 && status < 300) {
		if (parsed && !saysFailure(parsed.value)) return success(parsed.value);
		if (text.trim() === '' && asked.emptyAllowed) return success({});
	}
	return { ok: false, problem: problemOf(outcome, parsed, asked) };
}

function problemOf(
	{ status, headers, text }: Answer,
	parsed: { value: unknown } | undefined,
	asked: Asked,
): Problem {
	if (status >= 300 && status < 400) return redirection(status, headers.location, asked);
	if (parsed) return refusal(status, parsed.value, asked);
	if (isHtml(text, headers['content-type'])) return htmlPage(status, text, asked);
	return status < 300 ? unreadable(status, text, asked) : refusal(status, text, asked);
}

/** A success whose JSON is not what was promised. */
export function unexpectedForm(status: number, what: string, effect: Effect): Problem {
	return {
		message: `The service's answer has an unexpected form: ${what}`,
		advice: [
			...fateOfWrite(status, effect),
			'The service may have changed. Compare with the API endpoint operation "Call"',
		],
		httpCode: String(status),
	};
}

export function endless(pages: number): Problem {
	return {
		message: `The list did not end after ${pages} pages`,
		advice: ['Turn off Return All and set a limit'],
	};
}

/**
 * A fresh error for the user. It is built from words alone: an error of the HTTP client, if kept as
 * its cause, would carry the request's headers, and so the key, into logs and execution data.
 */
export function toNodeError(node: INode, problem: Problem, itemIndex?: number): NodeApiError {
	const { message, advice, httpCode } = problem;
	const description = advice.map((text) => text.replace(/[.\s]+$/, '')).join('. ');
	const error = new NodeApiError(node, {}, { message, description, itemIndex });
	// n8n puts stock words in place of a message or code in which it finds the name of a system
	// error, such as EEXIST in "a preexisting lead": what it was given is set once more.
	error.message = message;
	error.messages = [];
	error.httpCode = httpCode ?? null;
	return error;
}

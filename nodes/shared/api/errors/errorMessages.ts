import type { IDataObject } from 'n8n-workflow';
import { isDataObject } from '../responses/json';

/** As much as a person reads; the body may be megabytes. */
const MAX_MESSAGES = 10;
const MAX_MESSAGE_LENGTH = 500;
const MAX_DEPTH = 5;

const NAMED = ['error', 'detail', 'message', 'errors', 'details', 'reason'];

/** Whether a text says something of what was sent, instead of repeating it. */
const isAbout = (text: string, sent: unknown) =>
	sent !== undefined && text !== sent && text !== JSON.stringify(sent);

function textsOf(body: unknown, sent: IDataObject, depth: number): string[] {
	if (typeof body === 'string') return body.trim() === '' ? [] : [body.trim()];
	if (depth > MAX_DEPTH) return [];
	if (!isDataObject(body)) {
		const elements: unknown[] = Array.isArray(body) ? body.slice(0, MAX_MESSAGES) : [];
		return elements.flatMap((element) => textsOf(element, sent, depth + 1));
	}
	const named = NAMED.flatMap((key) => textsOf(body[key], sent, depth + 1));
	const fields = Object.entries(body)
		.filter(([key]) => ![...NAMED, 'success'].includes(key))
		// Beside an error message, a plain text is a code or an echo, unless it is about a field that was sent.
		.filter(
			([key, value]) =>
				typeof value !== 'string' || named.length === 0 || isAbout(value, sent[key]),
		)
		.flatMap(([key, value]) => textsOf(value, sent, depth + 1).map((text) => `${key}: ${text}`));
	return [...named, ...fields];
}

/**
 * The service's own error messages.
 *
 * Shapes: `{ error, message? }` (reference, Errors: missing key, rate limit), `{ success: false,
 * error }` (campaign-scoped operations), and by convention, where nothing is shown,
 * `{ detail }` and `{ field: [text, …] }`.
 *
 * @param sent the body of the request
 * @returns the texts, the most important first; empty when there are none
 */
export function errorMessages(body: unknown, sent?: unknown): string[] {
	const fields = isDataObject(sent) ? sent : {};
	const texts = [...new Set(textsOf(body, fields, 0))].slice(0, MAX_MESSAGES);
	return texts.map((text) =>
		text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH)}…` : text,
	);
}

/** Whether a value says anything: null, 0, false and what is empty do not. */
const hasContent = (value: unknown) =>
	typeof value === 'object' && value ? Object.keys(value).length > 0 : Boolean(value);

/** Whether the body says that the call was not carried out (reference, Errors). */
export function deniesSuccess(body: unknown): boolean {
	return isDataObject(body) && body.success === false;
}

/**
 * Whether the body says that the call failed, whatever the status (reference, Errors): with `success:
 * false`, or with an error and nothing that the call could have been for.
 */
export function reportsFailure(body: unknown): boolean {
	if (!isDataObject(body)) return false;
	const said = Object.keys(body).filter((key) => hasContent(body[key]));
	const isErrorAlone = said.includes('error') && said.every((key) => NAMED.includes(key));
	return deniesSuccess(body) || isErrorAlone;
}

/** Whether a text is a whole HTML page, as proxies, web apps and log-in pages send. */
export function isPage(text: string): boolean {
	return /^\s*<(!doctype|!--|html|head|body)/i.test(text);
}

/** Whether a text is HTML, a whole page or not. */
export function isHtml(text: string, contentType = ''): boolean {
	return isPage(text) || contentType.includes('text/html');
}

/** The title of a page in quotes, to recognize it by; empty where it has none. */
export function pageTitle(page: string): string {
	const title = /<title>([^<]{1,120})<\/title>/i.exec(page)?.[1]?.trim();
	return title ? `"${title}"` : '';
}

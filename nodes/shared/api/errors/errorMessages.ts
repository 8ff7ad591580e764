import { z } from 'zod';
import { isDataObject } from '../responses/json';

const list = z.array(z.unknown()).catch([]);

/** As much as a person reads; the body may be megabytes. */
const MAX_MESSAGES = 10;
const MAX_MESSAGE_LENGTH = 500;
const MAX_DEPTH = 5;

const NAMED = ['error', 'detail', 'message', 'errors'];

function textsOf(body: unknown, depth: number): string[] {
	if (typeof body === 'string') return body.trim() === '' ? [] : [body.trim()];
	if (depth > MAX_DEPTH) return [];
	if (!isDataObject(body)) {
		const elements = list.parse(body).slice(0, MAX_MESSAGES);
		return elements.flatMap((element) => textsOf(element, depth + 1));
	}
	const named = NAMED.flatMap((key) => textsOf(body[key], depth + 1));
	const fields = Object.entries(body)
		.filter(([key]) => ![...NAMED, 'success'].includes(key))
		// Beside an error message, a plain text is a code or an echo of what was sent.
		.filter(([, value]) => typeof value !== 'string' || named.length === 0)
		.flatMap(([key, value]) => textsOf(value, depth + 1).map((text) => `${key}: ${text}`));
	return [...named, ...fields];
}

/**
 * The service's own error messages.
 *
 * Shapes: `{ error, message? }` (reference, Errors: missing key, rate limit), `{ success: false,
 * error }` (campaign-scoped operations), and by convention, where nothing is shown,
 * `{ detail }` and `{ field: [text, …] }`.
 *
 * @returns the texts, the most important first; empty when there are none
 */
export function errorMessages(body: unknown): string[] {
	const texts = [...new Set(textsOf(body, 0))].slice(0, MAX_MESSAGES);
	return texts.map((text) =>
		text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH)}…` : text,
	);
}

/** Whether the body says that the call failed, whatever the status (reference, Errors). */
export function reportsFailure(body: unknown): boolean {
	return isDataObject(body) && body.success === false;
}

/** Whether a text is an HTML page, as proxies and login pages send. */
export function isHtml(text: string, contentType = ''): boolean {
	return /^\s*<(!doctype|html|head|body)/i.test(text) || contentType.includes('text/html');
}

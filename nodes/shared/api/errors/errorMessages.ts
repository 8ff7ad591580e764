import type { IDataObject } from 'n8n-workflow';
import { isDataObject, isText } from '../../json';

/** As many as a person reads; the body may have megabytes. */
const MAX_MESSAGES = 10;
const MAX_MESSAGE_LENGTH = 500;
const MAX_DEPTH = 5;

/** Names of error messages, the most important first, in snake case. */
const MESSAGES = [
	'error',
	'error_description',
	'error_message',
	'error_msg',
	'faultstring',
	'detail',
	'message',
	'msg',
	'default_message',
	'fault',
	'errors',
	'non_field_errors',
	'invalid_params',
	'details',
	'reason',
];
/** The names in problem details (RFC 9457) and some frameworks, unless the request has a field of that name. */
const TITLES = ['title', 'description'];

/** Names under which an element of a list of errors gives its field. */
const LOCATORS = [
	'field',
	'field_name',
	'loc',
	'pointer',
	'param',
	'parameter',
	'property',
	'path',
];
/** The parts of a request that a field may be in (FastAPI, django-ninja, JSON:API). */
const PLACES = ['body', 'query', 'path', 'header', 'form', 'data', 'attributes'];

const snake = (name: string) =>
	name
		.replace(/([a-z\d])([A-Z])/g, '$1_$2')
		.replace(/-/g, '_')
		.toLowerCase();

/** Whether a text says something about a sent value, instead of repeating it. */
const isAbout = (text: string, sent: unknown) =>
	sent !== undefined && text !== sent && text !== JSON.stringify(sent);

/** The field that an element of a list of errors is about: `["body", "name"]` and `/data/attributes/name` are `name`. */
function fieldOf(element: IDataObject): string {
	const { source } = element;
	const given = isDataObject(source) ? { ...source, ...element } : element;
	const locator = LOCATORS.map((name) => given[name]).find(
		(value) => Array.isArray(value) || isText(value),
	);
	const name = locator ?? (isText(element.reason) ? element.name : undefined);
	const parts: unknown[] = Array.isArray(name) ? name : isText(name) ? name.split('/') : [];
	const rest = parts.filter((part) => part !== '');
	while (rest.length > 1 && PLACES.includes(String(rest[0]))) rest.shift();
	return rest.join('.');
}

/** The texts of the elements of a list, each after the field that it is about. */
function textsInList(list: unknown[], sent: IDataObject, depth: number): string[] {
	return list.slice(0, MAX_MESSAGES).flatMap((element) => {
		const texts = textsOf(element, sent, depth + 1);
		if (!isDataObject(element)) return texts;
		const said = messagesIn(element, sent, depth + 1);
		const field = fieldOf(element);
		// The other texts beside a message are codes, and values that were sent.
		return (said.length > 0 ? said : texts).map((text) => (field ? `${field}: ${text}` : text));
	});
}

const isMessage = (name: string, value: unknown, sent: IDataObject) =>
	(MESSAGES.includes(snake(name)) && !(Array.isArray(value) && Object.hasOwn(sent, name))) ||
	(TITLES.includes(snake(name)) && isText(value) && !Object.hasOwn(sent, name));

/** The texts under the names of error messages. */
function messagesIn(object: IDataObject, sent: IDataObject, depth: number): string[] {
	const rank = ([name]: [string, unknown]) => [...MESSAGES, ...TITLES].indexOf(snake(name));
	return Object.entries(object)
		.filter(([name, value]) => isMessage(name, value, sent))
		.sort((one, other) => rank(one) - rank(other))
		.flatMap(([, value]) => textsOf(value, sent, depth + 1));
}

function textsOf(body: unknown, sent: IDataObject, depth: number): string[] {
	if (typeof body === 'string') return body.trim() === '' ? [] : [body.trim()];
	if (depth > MAX_DEPTH) return [];
	if (Array.isArray(body)) return textsInList(body, sent, depth);
	if (!isDataObject(body)) return [];
	const said = messagesIn(body, sent, depth);
	const fields = Object.entries(body)
		.filter(
			([name, value]) =>
				name !== 'success' && value !== 'about:blank' && !isMessage(name, value, sent),
		)
		// Beside an error message, a plain text is a code or an echo, unless it is about a field that was sent.
		.filter(
			([name, value]) =>
				typeof value !== 'string' || said.length === 0 || isAbout(value, sent[name]),
		)
		.flatMap(([name, value]) => textsOf(value, sent, depth + 1).map((text) => `${name}: ${text}`));
	return [...said, ...fields];
}

/** `invalid_grant`, `ACTIVE` or `E-401`: a code for programs. The sentence beside it goes first, for people. */
const CODE = /^([A-Z\d]+([_.:-][A-Z\d]+)*|[a-z\d]+([_.:-][a-z\d]+)+)$/;

/** The numbers under which the service's support may know an error that has no words. */
function codesIn(body: unknown): string[] {
	if (!isDataObject(body)) return [];
	const codes = ['error', 'code', 'error_code'].filter((name) => typeof body[name] === 'number');
	return codes.map((name) => `${name}: ${body[name]}`);
}

/**
 * The service's own error messages: each text under a name for messages, after the field that it is about.
 *
 * Shapes: `{ error, message? }` (reference, Errors: missing key, rate limit), `{ success: false, error }`
 * (campaign-scoped operations), and by convention, since no others are shown, those of Django, FastAPI,
 * JSON:API and problem details: `{ "detail": [{ "loc": ["body", "name"], "msg": "Field required", "type":
 * "missing" }] }` says "name: Field required", `{ "type": "about:blank", "title": "Not Found" }` "Not Found".
 *
 * @param sent the body of the request
 * @returns the texts, the most important first; empty when there are none
 */
export function errorMessages(body: unknown, sent?: unknown): string[] {
	const said = textsOf(body, isDataObject(sent) ? sent : {}, 0);
	const texts = [...new Set(said.length > 0 ? said : codesIn(body))];
	const ordered = [
		...texts.filter((text) => !CODE.test(text)),
		...texts.filter((text) => CODE.test(text)),
	];
	return ordered
		.slice(0, MAX_MESSAGES)
		.map((text) =>
			text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH)}…` : text,
		);
}

/** Whether a text is a whole HTML page, as proxies, web apps and log-in pages send. */
export function isPage(text: string): boolean {
	return /^\s*(<\?xml[^>]*>\s*)?<(!doctype|!--|(html|head|body|title|meta|script|style|link|form|frameset)\b)/i.test(
		text,
	);
}

/** Whether a text is HTML, a whole page or not. */
export function isHtml(text: string, contentType = ''): boolean {
	return isPage(text) || contentType.includes('text/html');
}

/** The title of a page in quotes, to recognize it by; empty if it has none. */
export function pageTitle(page: string): string {
	const title = /<title>([^<]{1,120})<\/title>/i.exec(page)?.[1]?.trim();
	return title ? `"${title}"` : '';
}

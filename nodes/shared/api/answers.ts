import type { GenericValue, IDataObject } from 'n8n-workflow';
import { z } from 'zod';

const list = z.array(z.unknown()).catch([]);

/** @returns whether a parsed JSON value is an object, as opposed to a list, text, number or null */
export function isDataObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a parsed JSON value is, in words. */
export function describe(value: unknown): string {
	return Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
}

/** A check of an answer: it must pass, and the answer itself is then used unchanged. */
export type AnswerSchema = z.ZodType<unknown>;

/** How an answer differs from what was promised, in words; `undefined` when it does not. */
export function mismatch(value: unknown, schema?: AnswerSchema): string | undefined {
	const [issue] = schema?.safeParse(value).error?.issues ?? [];
	return issue && `${issue.path.join('.')}: ${issue.message}`;
}

/** The text as JSON, or `undefined` when it is none. */
export function parseJson(text: string): { value: unknown } | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return { value };
	} catch {
		return undefined;
	}
}

/** As much as a person reads; an answer may be megabytes of something else. */
const MAX_WORDS = 10;
const MAX_WORD_LENGTH = 500;
const MAX_DEPTH = 5;

const NAMED = ['error', 'detail', 'message', 'errors'];

function textsOf(body: unknown, depth: number): string[] {
	if (typeof body === 'string') return body.trim() === '' ? [] : [body.trim()];
	if (depth > MAX_DEPTH) return [];
	if (!isDataObject(body)) {
		const elements = list.parse(body).slice(0, MAX_WORDS);
		return elements.flatMap((element) => textsOf(element, depth + 1));
	}
	const named = NAMED.flatMap((key) => textsOf(body[key], depth + 1));
	const fields = Object.entries(body)
		.filter(([key]) => ![...NAMED, 'success'].includes(key))
		// Beside words of its own, a plain text is a code or an echo of what was sent.
		.filter(([, value]) => typeof value !== 'string' || named.length === 0)
		.flatMap(([key, value]) => textsOf(value, depth + 1).map((text) => `${key}: ${text}`));
	return [...named, ...fields];
}

/**
 * The service's own words about what went wrong.
 *
 * Shapes: `{ error, message? }` (reference, Errors: missing key, rate limit), `{ success: false,
 * error }` (campaign-scoped operations), and by convention, where the reference says "not shown",
 * `{ detail }` and `{ field: [text, …] }`.
 *
 * @returns the texts, the most important first; empty when there are none
 */
export function serviceWords(body: unknown): string[] {
	const texts = [...new Set(textsOf(body, 0))].slice(0, MAX_WORDS);
	return texts.map((text) =>
		text.length > MAX_WORD_LENGTH ? `${text.slice(0, MAX_WORD_LENGTH)}…` : text,
	);
}

/** Whether an answer says of itself that the call failed, whatever its status (reference, Errors). */
export function saysFailure(body: unknown): boolean {
	return isDataObject(body) && body.success === false;
}

/** Whether a text is a page for people, as proxies and log-in walls send. */
export function isHtml(text: string, contentType = ''): boolean {
	return /^\s*<(!doctype|html|head|body)/i.test(text) || contentType.includes('text/html');
}

/** Keys under which lists come, in the order in which they are looked for (reference: not shown). */
const LIST_KEYS = [
	'campaigns',
	'steps',
	'lead_lists',
	'chats',
	'leads',
	'prospects',
	'results',
	'data',
	'items',
];

export interface ListPage {
	elements: IDataObject[];
	/** Where the service says that the list goes on. */
	next?: string;
	/** Whether no list was found, so that the only element is the whole answer. */
	whole: boolean;
}

/** The list under one of the known keys, at most one envelope (`{ data: { leads: […] } }`) deeper. */
function findKnown(body: IDataObject, deeper: boolean): Found | undefined {
	const values = LIST_KEYS.map((key) => body[key]);
	const known = values.find(Array.isArray);
	if (known) return { list: known, next: body.next };
	if (!deeper) return undefined;
	const [inner] = values.filter(isDataObject).flatMap((value) => findKnown(value, false) ?? []);
	return inner && { list: inner.list, next: inner.next ?? body.next };
}

interface Found {
	list: unknown[];
	next?: unknown;
}

function findList(body: unknown): Found | undefined {
	if (Array.isArray(body)) return { list: list.parse(body) };
	if (!isDataObject(body)) return undefined;
	const known = findKnown(body, true);
	if (known) return known;
	const [only, another] = Object.values(body).filter(Array.isArray);
	return only && !another ? { list: only, next: body.next } : undefined;
}

function asNext(value: unknown): string | undefined {
	if (typeof value === 'string') return value === '' ? undefined : value;
	return value === undefined || value === null || value === false
		? undefined
		: JSON.stringify(value);
}

/**
 * Finds the elements of a list, whose shape the reference does not show: a bare array, one of the
 * known keys, else the only array in the object, else the object itself.
 */
export function readList(body: unknown): ListPage {
	const found = findList(body);
	if (!found) return { elements: [isDataObject(body) ? body : wrap(body)], whole: true };
	const elements = found.list.map((value) => (isDataObject(value) ? value : wrap(value)));
	return { elements, next: asNext(found.next), whole: false };
}

/** An answer of unknown form as it is: an object stays whole, a list gives its elements. */
export function asItems(body: unknown): IDataObject | IDataObject[] {
	return isDataObject(body) ? body : readList(body).elements;
}

function isPlainValue(value: unknown): value is GenericValue {
	return !['function', 'symbol', 'bigint'].includes(typeof value);
}

/** Gives an element that is no object (a number, a text) the object that an item needs. */
function wrap(value: unknown): IDataObject {
	return { value: isPlainValue(value) ? value : String(value) };
}

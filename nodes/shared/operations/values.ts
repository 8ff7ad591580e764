import { isDataObject, parseJson } from '../api/responses/json';

const MAX_SHOWN = 120;

/** Whether a value is empty; expressions inside a text leave "undefined" or "null". */
export function isBlank(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return typeof value === 'string' && /^\s*(undefined|null)?\s*$/.test(value);
}

/** Text as shown in an error message, truncated. */
export function shorten(text: string): string {
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** A value as shown in an error message, truncated. */
export function formatValue(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'nothing';
	const text = JSON.stringify(value) ?? String(value);
	if (text === '[]') return 'an empty list';
	if (text === '{}') return 'an empty object';
	return shorten(text);
}

export function toInteger(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

export function toId(value: unknown): number | undefined {
	// Number() would also take "0x10", "1e3" and "12.0".
	if (typeof value === 'string' && !/^\s*\d+\s*$/.test(value)) return undefined;
	const number = toInteger(value);
	return number !== undefined && number > 0 ? number : undefined;
}

/** The ID of an object, as searches and lists return them; any other value is returned as is. */
function idOf(value: unknown): unknown {
	return isDataObject(value) ? value.id : value;
}

/**
 * Text with IDs separated by commas, semicolons or newlines, a JSON array as text, one number, one object with
 * an `id`, or an array of any of these.
 */
export function toIds(value: unknown): number[] | undefined {
	const text = typeof value === 'string' ? value.trim() : undefined;
	const parsed = text?.startsWith('[') ? parseJson(text)?.value : undefined;
	const parts =
		parsed ?? (text === undefined ? value : text.split(/[,;\n]/).filter((part) => part.trim()));
	const ids = (Array.isArray(parts) ? parts : [parts]).map((part) => toId(idOf(part)));
	return ids.every((id) => id !== undefined) ? ids : undefined;
}

/** Texts from an array, or from one text separated by commas or newlines; without blank ones. */
export function toNames(value: unknown): string[] | undefined {
	const parts = typeof value === 'string' ? value.split(/[,\n]/) : value;
	if (!Array.isArray(parts)) return undefined;
	const texts = parts.map((part: unknown) => (typeof part === 'string' ? part.trim() : undefined));
	if (!texts.every((text) => text !== undefined)) return undefined;
	return texts.filter((text) => text !== '');
}

export function toText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	return ['number', 'boolean', 'bigint'].includes(typeof value) ? String(value) : undefined;
}

export function toFlag(value: unknown): boolean | undefined {
	const text = String(value);
	return text === 'true' || (text === 'false' ? false : undefined);
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A number or a UUID as text. */
export function toKeyId(value: unknown): string | undefined {
	const number = toId(value);
	if (number !== undefined) return String(number);
	const text = typeof value === 'string' ? value.trim() : '';
	return UUID.test(text) ? text : undefined;
}

/** A query value: objects and arrays as JSON. */
export function toQueryValue(value: unknown): string {
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A full http or https URL, trimmed. */
export function toWebUrl(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined;
}

/** The value of a resource locator; any other value is returned as is. */
export function withoutLocator(value: unknown): unknown {
	return isDataObject(value) && value.__rl === true ? value.value : value;
}

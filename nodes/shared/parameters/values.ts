import type { IDataObject } from 'n8n-workflow';
import type { Query } from '../api/request';
import { isDataObject, parseJson } from '../json';
import { toInteger } from '../integers';
import { comparable, trimmed } from '../normalize';

const MAX_SHOWN = 120;

/** Whether a text is invisible: nothing but white space and zero-width characters. */
export const isInvisible = (text: string): boolean => comparable(text) === '';

/** Whether a value is absent or an empty text. */
export const isMissing = (value: unknown): boolean =>
	value === undefined || value === null || value === '';

/** Whether a value is empty. The word "null" is a text; if an expression made it out of nothing, it is a gap. */
export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && isInvisible(value));
}

/** The texts that AI models write if they have no value for a field. */
const NOTHING_OF_MODEL =
	/^[<([]?(none|null|nil|undefined|n\/?a|empty|not (available|applicable|provided|specified|given)|-+|\u2013|\u2014)[>)\]]?\.?$/i;

/**
 * Whether an AI model left a field empty. It has to give a value for every field: "None", "N/A", "-", an
 * empty list.
 */
export function isNothingOfModel(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isNothingOfModel);
	return isBlank(value) || (typeof value === 'string' && NOTHING_OF_MODEL.test(value.trim()));
}

/**
 * A date of JavaScript or Luxon, which expressions may give.
 *
 * @returns its ISO text, and whether it is a valid date; `undefined` for any other value
 */
export function dateOf(value: unknown): { isValid: boolean; text: string } | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	const isLuxon = 'toISO' in value && typeof value.toISO === 'function';
	if (!isLuxon && Object.prototype.toString.call(value) !== '[object Date]') return undefined;
	const text = parseJson(JSON.stringify(value))?.value;
	return typeof text === 'string' ? { isValid: true, text } : { isValid: false, text: '' };
}

/**
 * A value as it can be sent: dates as ISO text, and without half characters, such as `slice()` leaves of an
 * emoji, and NUL, which databases cannot store. Holes in a list become `undefined`.
 */
export function sendable(value: unknown): unknown {
	if (typeof value === 'string') return value.replace(/[\p{Surrogate}\0]/gu, '');
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return Array.from(value, sendable);
	const date = dateOf(value);
	if (date) return date.isValid ? date.text : value;
	if (!isDataObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sendable(one)]));
}

/** Text as shown in an error message, truncated. */
export function shorten(text: string): string {
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Characters that cannot be seen, other than those of which emojis are made. */
const UNSEEN = /(?!\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
const escaped = (character: string) =>
	character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A value as shown in an error message, truncated; characters that cannot be seen are escaped, as in JSON. */
export function formatValue(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'nothing';
	// JSON has no NaN, no infinity and no bigint.
	const isNumber = typeof value === 'number' || typeof value === 'bigint';
	const text = isNumber ? String(value) : (JSON.stringify(value) ?? String(value));
	if (text === '[]') return 'an empty list';
	if (text === '{}') return 'an empty object';
	return shorten(text.replace(UNSEEN, escaped));
}

export function toId(value: unknown): number | undefined {
	const number = toInteger(value);
	return number !== undefined && number > 0 ? number : undefined;
}

/** The elements of a JSON array as text, or the filled parts of another text; any other value as it is. */
export function partsOf(value: unknown, split: (text: string) => string[]): unknown {
	if (typeof value !== 'string') return value;
	const text = value.trim();
	const parsed = text.startsWith('[') ? parseJson(text)?.value : undefined;
	return parsed ?? split(text).filter((part) => part.trim() !== '');
}

/**
 * IDs, from text with commas, semicolons or newlines, a JSON array as text, one number, one object with an
 * `id`, or an array of any of these.
 */
export function toIds(value: unknown): number[] | undefined {
	// An ID between two commas is missing.
	if (typeof value === 'string' && /[,;]\s*[,;]/.test(value)) return undefined;
	const parts = partsOf(value, (text) => text.split(/[,;\n\r]/));
	const ids = Array.from(Array.isArray(parts) ? parts : [parts], (part: unknown) =>
		toId(isDataObject(part) ? part.id : part),
	);
	return ids.every((id) => id !== undefined) ? ids : undefined;
}

/** Texts from an array, a JSON array as text, or text with commas or newlines; at least one, without blank ones. */
export function toNames(value: unknown): string[] | undefined {
	const parts = partsOf(value, (text) => text.split(/[,\n\r]/));
	if (!Array.isArray(parts)) return undefined;
	const texts = Array.from(parts, (part: unknown) =>
		typeof part === 'string' ? trimmed(part) : undefined,
	);
	const names = texts.filter((text) => text !== '');
	return names.length > 0 && names.every((name) => name !== undefined) ? names : undefined;
}

/** A text, number, flag or date as text. */
export function toText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
	const date = dateOf(value);
	if (date) return date.isValid ? date.text : undefined;
	return ['number', 'boolean', 'bigint'].includes(typeof value) ? String(value) : undefined;
}

/** A boolean, which may be text in any case: spreadsheets have `TRUE`. */
export function toFlag(value: unknown): boolean | undefined {
	const text = trimmed(toText(value) ?? '').toLowerCase();
	return text === 'true' || (text === 'false' ? false : undefined);
}

/** The ID of an API key, whose form is not documented: any text that can be a segment of a path. */
export function toKeyId(value: unknown): string | undefined {
	const id = typeof value === 'string' ? trimmed(value) : toId(value)?.toString();
	return ['', '.', '..'].includes(id ?? '') ? undefined : id;
}

/** A query value: dates as ISO text, objects and arrays as JSON. */
export function toQueryValue(value: unknown): string {
	const text = toText(value);
	if (text !== undefined) return text;
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Query parameters, without those that have no value; an array is a repeated parameter. */
export function toQuery(object: IDataObject): Query {
	const given = Object.entries(object).map(([name, value]): [string, unknown[]] => [
		name,
		[value].flat().filter((one) => one !== undefined && one !== null),
	]);
	const query = given.filter(([, values]) => values.length > 0);
	return Object.fromEntries(query.map(([name, values]) => [name, values.map(toQueryValue)]));
}

/** A scheme, and no character that a parser of URLs would remove or encode: the text is sent as it is. */
const WEB_URL = /^https?:\/\/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\\{}<>"]+$/iu;

/** A second URL, after any separator. */
const ANOTHER_URL = /.[,;|]https?:\/\//i;

/** One full http or https URL, trimmed. */
export function toWebUrl(value: unknown): string | undefined {
	const text = typeof value === 'string' ? trimmed(value) : '';
	const isOne = WEB_URL.test(text) && !ANOTHER_URL.test(text);
	return isOne && URL.canParse(text) ? text : undefined;
}

/** The value of a resource locator; any other value as it is. */
export function withoutLocator(value: unknown): unknown {
	return isDataObject(value) && value.__rl === true ? value.value : value;
}

import type { IDataObject } from 'n8n-workflow';
import { isDataObject } from '../../shared/json';

/** Limits of one simplified object: fields, and bytes as JSON. */
export const MAX_FIELDS = 10;
export const MAX_BYTES = 1_000;

/** The least that a text is cut to, in characters. */
const MIN_TEXT = 20;

/** URLs of pictures, which are useless to an AI model. */
const PICTURE = /picture|logo|image|avatar|photo/i;

const jsonSize = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** The value at a path such as `company.name`; a field whose own name has that dot takes precedence. */
function valueAt(element: IDataObject, path: string): IDataObject[string] {
	if (Object.hasOwn(element, path)) return element[path];
	const [first = '', ...rest] = path.split('.');
	const inner = Object.hasOwn(element, first) ? element[first] : undefined;
	return rest.length > 0 && isDataObject(inner) ? valueAt(inner, rest.join('.')) : undefined;
}

type Plain = string | number | boolean | null;

/** A value without structure; a list of such values as text. */
function plain(value: unknown): Plain | undefined {
	if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
	if (typeof value === 'string') return value;
	if (!Array.isArray(value)) return undefined;
	const values = value.map(plain);
	return values.every((one) => one !== undefined) ? values.join(', ') : undefined;
}

/** Names of nested fields as flat ones: `company.name` as `company_name`. */
const flatName = (path: string): string => path.replaceAll('.', '_');

function shortened(text: string): string {
	const characters = [...text];
	const half = Math.max(MIN_TEXT, Math.floor(characters.length / 2));
	return `${characters.slice(0, half).join('').trimEnd()}…`;
}

/** The object with its longest texts truncated until it fits. */
function fitted(record: Record<string, Plain>): Record<string, Plain> {
	const result = { ...record };
	while (jsonSize(result) > MAX_BYTES) {
		const texts = Object.entries(result).filter(([, value]) => typeof value === 'string');
		const [longest] = texts
			.map(([name, value]): [string, string] => [name, String(value)])
			.sort(([, one], [, other]) => other.length - one.length);
		if (!longest || [...longest[1]].length <= MIN_TEXT + 1) return result;
		result[longest[0]] = shortened(longest[1]);
	}
	return result;
}

/**
 * A simplified object: at most ten fields, none of them nested, about 1 KB; truncated texts end with "…".
 *
 * @param preferred fields to take, the most important first; if an object has fewer than ten of them, as
 * undocumented ones may, its other plain fields follow
 */
export function simplified(element: IDataObject, preferred: string[]): IDataObject {
	const others = Object.keys(element).filter((name) => !PICTURE.test(name));
	const found = [...new Set([...preferred, ...others])].flatMap((path): Array<[string, Plain]> => {
		const value = plain(valueAt(element, path));
		return value === undefined ? [] : [[flatName(path), value]];
	});
	return fitted(Object.fromEntries(found.slice(0, MAX_FIELDS)));
}

/** The named fields of an object, flat; null for those that it does not have. */
export function selected(element: IDataObject, paths: string[]): IDataObject {
	return Object.fromEntries(paths.map((path) => [flatName(path), valueAt(element, path) ?? null]));
}

/**
 * Adds the IDs of an object's parents, so that the next node finds them in its item. A value that the
 * service itself returned is kept.
 *
 * @param owners such as `{ campaign_id: 103 }`
 */
export function withParentIds(
	element: IDataObject,
	owners: Record<string, number | string>,
): IDataObject {
	const missing = Object.entries(owners).filter(
		([name]) => element[name] === undefined || element[name] === null,
	);
	return { ...element, ...Object.fromEntries(missing) };
}

import type { IDataObject } from 'n8n-workflow';
import { ZodCatch, type UnknownKeysParam, type ZodObject, type ZodRawShape } from 'zod';

/** @returns whether a parsed JSON value is an object, as opposed to a list, text, number or null */
export function isDataObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text as JSON, or `undefined` if it is not JSON. */
export function parseJson(text: string): { value: unknown } | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return { value };
	} catch {
		return undefined;
	}
}

/** A string, a literal that Python writes and JSON lacks, or a whole number that JavaScript may round. */
const SPECIAL =
	/"(?:[^"\\]|\\.)*(?:"|$)|-?\b(?:NaN|Infinity)\b|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** The tokens in JSON that JavaScript cannot read as they are. */
function specialTokens(text: string): string[] {
	return [...text.matchAll(SPECIAL)].map(([token]) => token).filter((token) => token[0] !== '"');
}

const isRounded = (token: string) => /\d/.test(token) && String(Number(token)) !== token;

/** The first whole number in JSON that JavaScript rounds: `90071992547409931` becomes 90071992547409940. */
export function roundedNumberIn(text: string): string | undefined {
	return /\d{16}/.test(text) ? specialTokens(text).find(isRounded) : undefined;
}

/**
 * Reads the JSON of a response. `NaN` and `Infinity`, which Python's encoder writes, are null, so that one number
 * does not lose the rest of the response: `{"id": 7, "rate": NaN}` is `{ id: 7, rate: null }`.
 *
 * @returns the value, with a hint about anything that was lost; `undefined` if the text is not JSON
 */
export function parseResponse(text: string): { value: unknown; hint?: string } | undefined {
	const read = parseJson(text);
	if (read) {
		const rounded = roundedNumberIn(text);
		if (rounded === undefined) return read;
		const hint = `The service sent the number ${rounded}, which n8n can only hold as ${Number(rounded)}. Do not use it as an ID`;
		return { ...read, hint };
	}
	if (!/NaN|Infinity/.test(text)) return undefined;
	const isLiteral = (token: string) => /^-?[NI]/.test(token);
	const count = specialTokens(text).filter(isLiteral).length;
	const repaired = parseJson(text.replace(SPECIAL, (token) => (isLiteral(token) ? 'null' : token)));
	const values =
		count === 1 ? 'a value that is not a number' : `${count} values that are not numbers`;
	return (
		repaired && {
			...repaired,
			hint: `The service sent ${values} (NaN or Infinity); output as null`,
		}
	);
}

/** @returns whether a value is a text with something in it */
export const isText = (value: unknown): value is string =>
	typeof value === 'string' && value !== '';

/** @returns whether a value can identify something */
export const isIdentifier = (value: unknown): value is string | number =>
	typeof value === 'number' || isText(value);

/** A whole number that is not negative, which may also be text. */
export function asCount(value: unknown, least = 0): number | undefined {
	const number = isText(value) && /^(0|[1-9]\d*)$/.test(value) ? Number(value) : value;
	return Number.isSafeInteger(number) && Number(number) >= least ? Number(number) : undefined;
}

/** A boolean, which may also be a number or text, such as `"False"` or `"yes"`. */
export function asFlag(value: unknown): boolean | undefined {
	const said = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
	if (['true', '1', 'yes'].includes(said)) return true;
	return ['false', '0', 'no'].includes(said) ? false : undefined;
}

/** Validates an object of a response; the object itself is then used unchanged. */
export type ResponseSchema = ZodObject<ZodRawShape, UnknownKeysParam>;

/** How an object differs from its schema, for an error message; `undefined` when it matches. */
function mismatch(object: IDataObject, schema?: ResponseSchema): string | undefined {
	for (const [name, type] of Object.entries(schema?.shape ?? {})) {
		// Most fields are accepted in any form: parsing them all takes a noticeable part of many reads.
		if (type instanceof ZodCatch) continue;
		const [issue] = type.safeParse(object[name]).error?.issues ?? [];
		if (issue) return `${[name, ...issue.path].join('.')} is missing or invalid`;
	}
	return undefined;
}

/** A hint about elements of a list that differ from the schema; they are passed on all the same. */
export function mismatchHint(elements: IDataObject[], schema?: ResponseSchema): string | undefined {
	const [first, ...more] = elements.flatMap((element) => mismatch(element, schema) ?? []);
	if (first === undefined) return undefined;
	const differ = more.length === 0 ? 'element of the list differs' : 'elements of the list differ';
	return `${more.length + 1} ${differ} from what was expected (${first}). The output is as the service sent it`;
}

/** The type of a parsed JSON value, for an error message. */
function describe(value: unknown): string {
	return Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
}

export interface ExpectedObject {
	/** The envelope's key: `{ success: true, campaign: {…} }` becomes the campaign. */
	unwrap?: string;
	schema?: ResponseSchema;
}

/** An object of a response, and the fields that stand beside it in its envelopes. */
interface ObjectCandidate {
	object: IDataObject;
	siblings: IDataObject;
}

/** The object below a key, if there is one. */
function unwrapKey({ object, siblings }: ObjectCandidate, key: string): ObjectCandidate[] {
	const { [key]: inner, ...others } = object;
	return isDataObject(inner) ? [{ object: inner, siblings: { ...siblings, ...others } }] : [];
}

/**
 * The places in which the object may be: below the expected key, the whole response, or an envelope of
 * another name.
 */
function candidates(body: unknown, key?: string): ObjectCandidate[] {
	const [only, another] = Array.isArray(body) ? body : [];
	const object: unknown = only !== undefined && another === undefined ? only : body;
	if (!isDataObject(object)) return [];
	const whole = { object, siblings: {} };
	const inner = ['data', 'result'].flatMap((name) => unwrapKey(whole, name));
	const expected = (outer: ObjectCandidate) => (key === undefined ? [] : unwrapKey(outer, key));
	return [...[whole, ...inner].flatMap(expected), whole, ...inner];
}

/** The object with the fields beside it, except for those that only say that the request succeeded. */
function withSiblings({ object, siblings }: ObjectCandidate): IDataObject {
	const isNews = ([name, value]: [string, unknown]) =>
		!Object.hasOwn(object, name) && !(name === 'success' && value === true);
	return { ...object, ...Object.fromEntries(Object.entries(siblings).filter(isNews)) };
}

/** The first candidate that matches the expectation. */
function matching(body: unknown, { unwrap, schema }: ExpectedObject): ObjectCandidate | undefined {
	return candidates(body, unwrap).find(({ object }) => mismatch(object, schema) === undefined);
}

/** @returns the object of a response that must have one, or a description of the mismatch */
export function readObject(body: unknown, expected: ExpectedObject): IDataObject | string {
	const found = matching(body, expected);
	if (found) return withSiblings(found);
	const { unwrap, schema } = expected;
	const inner = unwrap !== undefined && isDataObject(body) ? (body[unwrap] ?? body) : body;
	const problem = isDataObject(inner) ? mismatch(inner, schema) : undefined;
	return problem ?? `expected an object, got ${describe(inner)}`;
}

/**
 * The response to an accepted write, whose body may be anything: the status alone says that the write was
 * carried out. Never empty, since an AI agent takes an empty output for a failure, and might repeat it.
 *
 * @returns the object as for a read; else the response as it is, text as `message`, a list or a number as `data`
 */
export function readResult(body: unknown, expected: ExpectedObject): IDataObject {
	const found = matching(body, expected) ?? candidates(body, expected.unwrap)[0];
	const result = found && withSiblings(found);
	if (result && Object.keys(result).length > 0) return result;
	if (typeof body === 'string') return { success: true, message: body };
	if (typeof body === 'number') return { success: true, data: body };
	if (Array.isArray(body) && body.length > 0) return { success: true, data: body };
	return { success: true };
}

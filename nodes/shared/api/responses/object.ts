import type { IDataObject } from 'n8n-workflow';
import { describe, isDataObject, mismatch, type ResponseSchema } from './json';

export interface ExpectedObject {
	/** The envelope's key: `{ success: true, campaign: {…} }` becomes the campaign. */
	unwrap?: string;
	schema?: ResponseSchema;
}

/** Envelopes that services commonly use, beside the expected one. */
const ENVELOPES = ['data', 'result'];

/** Where the object may be: below the expected key, the whole response, or in an envelope of another name. */
function candidates(body: unknown, unwrap?: string): IDataObject[] {
	const [only, another] = Array.isArray(body) ? body : [];
	const whole: unknown = only !== undefined && another === undefined ? only : body;
	if (!isDataObject(whole)) return [];
	const inner = ENVELOPES.map((name) => whole[name]).filter(isDataObject);
	const below = [whole, ...inner].map((object) =>
		unwrap === undefined ? undefined : object[unwrap],
	);
	return [below[0], whole, ...below.slice(1), ...inner].filter(isDataObject);
}

/** The first candidate that is what was expected. */
function matching(body: unknown, { unwrap, schema }: ExpectedObject): IDataObject | undefined {
	return candidates(body, unwrap).find((object) => mismatch(object, schema) === undefined);
}

/** @returns the object of a response that must have one, or a description of the mismatch */
export function readObject(body: unknown, expected: ExpectedObject): IDataObject | string {
	const found = matching(body, expected);
	if (found) return found;
	const { unwrap, schema } = expected;
	const inner = unwrap !== undefined && isDataObject(body) ? (body[unwrap] ?? body) : body;
	const problem = isDataObject(inner) ? mismatch(inner, schema) : undefined;
	return problem ?? `expected an object, got ${describe(inner)}`;
}

/**
 * The response to an accepted write, whose body may be anything: the status alone says that it was
 * carried out.
 *
 * @returns the object as for a read; else the response as it is, text as `message`, a list as `data`
 */
export function readResult(body: unknown, expected: ExpectedObject): IDataObject {
	const found = matching(body, expected) ?? candidates(body, expected.unwrap)[0];
	if (found && Object.keys(found).length > 0) return found;
	if (typeof body === 'string') return { success: true, message: body };
	if (Array.isArray(body) && body.length > 0) return { success: true, data: body };
	return { success: true };
}

import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';

/** @returns whether a parsed JSON value is an object, as opposed to a list, text, number or null */
export function isDataObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The type of a parsed JSON value, for an error message. */
export function describe(value: unknown): string {
	return Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
}

/** Validates a response; the response itself is then used unchanged. */
export type ResponseSchema = z.ZodType<unknown>;

/** How a response differs from its schema, for an error message; `undefined` when it matches. */
export function mismatch(value: unknown, schema?: ResponseSchema): string | undefined {
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

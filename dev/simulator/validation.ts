import { z } from 'zod';

import { invalid, Rejection } from './response';

/* Reference, Errors: those of validation are not shown. Convention: the texts and the form of Django REST,
 * `{"field": ["text"]}`, because the service's paths and slashes look like such a service. */

const expectedTexts: Record<string, string> = {
	integer: 'A valid integer is required.',
	number: 'A valid integer is required.',
	string: 'Not a valid string.',
	boolean: 'Must be a valid boolean.',
	array: 'Expected a list of items.',
	object: 'Expected a dictionary of items.',
};

const errorMap: z.ZodErrorMap = (issue, { data, defaultError }) => {
	if (issue.code === 'invalid_type') {
		if (issue.received === 'undefined') return { message: 'This field is required.' };
		if (issue.received === 'null') return { message: 'This field may not be null.' };
		return { message: expectedTexts[issue.expected] ?? defaultError };
	}
	if (issue.code === 'too_small' && issue.type === 'string') {
		return { message: 'This field may not be blank.' };
	}
	if (issue.code === 'too_small' || issue.code === 'too_big') {
		const [bound, word] =
			issue.code === 'too_small' ? [issue.minimum, 'greater'] : [issue.maximum, 'less'];
		return { message: `Ensure this value is ${word} than or equal to ${bound}.` };
	}
	if (issue.code === 'invalid_enum_value') {
		return { message: `"${String(data)}" is not a valid choice.` };
	}
	return { message: defaultError };
};

function fieldErrors(error: z.ZodError): Record<string, string[]> {
	const errors: Record<string, string[]> = {};
	for (const { path, message } of error.issues) {
		const [field = 'non_field_errors', ...inner] = path.map(String);
		(errors[field] ??= []).push(inner.length > 0 ? `${inner.join('.')}: ${message}` : message);
	}
	return errors;
}

export function check<Output>(schema: z.ZodType<Output, z.ZodTypeDef, unknown>, value: unknown) {
	const parsed = schema.safeParse(value, { errorMap });
	if (!parsed.success) throw invalid(fieldErrors(parsed.error));
	return parsed.data;
}

/** The body as JSON; an empty body counts as an empty object, since some calls need no body. */
export function parseJson(raw: string, contentType = 'application/json'): unknown {
	if (raw === '') return {};
	if (!/\bjson\b/i.test(contentType)) {
		const detail = `Unsupported media type "${contentType}" in request.`;
		throw new Rejection({ status: 415, body: { detail } });
	}
	const { value } = jsonOrNothing(raw);
	if (value !== undefined) return value;
	throw new Rejection({ status: 400, body: { detail: 'JSON parse error' } });
}

/** Without a `value` for malformed JSON, unlike for any valid text. */
function jsonOrNothing(raw: string): { value?: unknown } {
	try {
		return { value: JSON.parse(raw) };
	} catch {
		return {};
	}
}

export const integer = z.number().int();
/** Reference, Campaign: bounds of the limits are not shown; below zero no limit makes sense. */
export const limit = integer.min(0);
export const name = z.string().trim().min(1);
export const webUrl = z
	.string()
	.url('Enter a valid URL.')
	.regex(/^https?:/i, 'Enter a valid URL.');

/** IDs as an array, or as comma-separated text: both occur (extended API, 6.4 and 6.5). */
export const idList = z.preprocess(
	(value) => (typeof value === 'string' ? value.split(',').filter(isFilled).map(Number) : value),
	z.array(integer),
);

function isFilled(text: string): boolean {
	return text.trim() !== '';
}

/** Reference, Campaign: a name in region/city form. */
export const timezone = z.string().refine(isTimeZone, (value) => ({
	message: `"${value}" is not a valid choice.`,
}));

function isTimeZone(value: string): boolean {
	try {
		return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
	} catch {
		return false;
	}
}

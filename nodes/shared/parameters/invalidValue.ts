import { formatValue, isBlank, shorten } from './values';

/** Who provided a value, which decides where to correct it. */
export type EnteredBy = 'person' | 'expression' | 'model';

/** Advice about a field that was added and is empty. */
export const ALL_LEADS_ADVICE = 'To include all leads of the list, remove the field';

/** Whether a value is empty; an expression for all items may give a list of nothing but `null`. */
function isEmpty(value: unknown): boolean {
	return isBlank(value) || (Array.isArray(value) && value.length > 0 && value.every(isBlank));
}

/** The error message for an invalid value: the field, the value and what was expected. */
export function invalidValueMessage(
	label: string,
	value: unknown,
	needs: string,
	enteredBy: EnteredBy,
): string {
	if (!isEmpty(value)) return `${label}: expected ${needs}, got ${formatValue(value)}`;
	return enteredBy === 'expression'
		? `${label} is empty for this item. Check the expression; it needs ${needs}`
		: `${label} is empty. It needs ${needs}`;
}

/** The text that n8n makes of an object. */
export const OBJECT_AS_TEXT = '[object Object]';

export const AS_JSON_ADVICE = 'Write values inside it as {{ JSON.stringify($json.field) }}';

/** Says what an expression gave instead of JSON. */
export function expressionGave(text: string): string {
	const remedy = /^\s*[{[]/.test(text) ? `. ${AS_JSON_ADVICE}` : '';
	return `. The expression gave ${shorten(text)}${remedy}`;
}

const SINGLE_QUOTE = /[{[,:]\s*'/;

function parseError(text: string): string | undefined {
	try {
		JSON.parse(text);
		return undefined;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** How much is shown on each side of a mistake. */
const AROUND = 20;

/**
 * Why a text is not valid JSON: in the words of the JavaScript engine, with an excerpt of the text.
 *
 * @returns `undefined` if it is JSON
 */
export function jsonProblem(text: string): string | undefined {
	const message = parseError(text);
	if (message === undefined) return undefined;
	const words = message.replace(/ is not valid JSON$| in JSON at position .*$/s, '');
	const place = Number(/at position (\d+)/.exec(message)?.[1]);
	const excerpt = text.slice(Math.max(0, place - AROUND), place + AROUND);
	const near = Number.isNaN(place) ? '' : `, near ${excerpt}`;
	const quotes = SINGLE_QUOTE.test(text) ? '. JSON has double quotes, not single ones' : '';
	return `${words.replaceAll('...', '…')}${near}${quotes}`.replace(/\s+/g, ' ');
}

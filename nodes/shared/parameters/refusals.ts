import { formatValue, isBlank, shorten } from './values';

/** Who provided a value, and so where to correct it. */
export type Origin = 'person' | 'expression' | 'model';

/** What else can be done about a field that was added and is empty. */
export const FOR_ALL = 'Remove the field only if you mean all leads of the list';

/** Whether there is nothing in a value; an expression for all items leaves a list of nothing but `null`. */
function isEmpty(value: unknown): boolean {
	return isBlank(value) || (Array.isArray(value) && value.length > 0 && value.every(isBlank));
}

/** The error message for an invalid value: the field, the value and what was expected. */
export function refusalOf(label: string, value: unknown, needs: string, origin: Origin): string {
	if (!isEmpty(value)) return `${label}: expected ${needs}, got ${formatValue(value)}`;
	return origin === 'expression'
		? `${label} is empty for this item. Check the expression; it needs ${needs}`
		: `${label} is empty. It needs ${needs}`;
}

/** Line and column of a place in a text, both counted from 1. */
function placeOf(text: string, position: number): string {
	const lines = text.slice(0, position).split('\n');
	return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** What n8n makes of an object within a text. */
export const OBJECT_AS_TEXT = '[object Object]';

export const AS_JSON = 'Write values inside it as {{ JSON.stringify($json.field) }}';

/** What an expression made of a text that should be JSON. */
export function expressionGave(text: string): string {
	const remedy = /^\s*[{[]/.test(text) ? `. ${AS_JSON}` : '';
	return `. The expression gave ${shorten(text)}${remedy}`;
}

const SINGLE_QUOTE = /[{[,:]\s*'/;

const UNEXPECTED = /^(Unexpected token .+?), .* is not valid JSON$/s;

function messageOf(text: string): string | undefined {
	try {
		JSON.parse(text);
		return undefined;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** The place of the first character that cannot follow what is before it. */
function unexpectedAt(text: string): number {
	let [fits, fails] = [0, text.length];
	while (fits + 1 < fails) {
		const middle = Math.floor((fits + fails) / 2);
		if (UNEXPECTED.test(messageOf(text.slice(0, middle)) ?? '')) fails = middle;
		else fits = middle;
	}
	return fits;
}

/**
 * Why a text is not valid JSON, by the message of the JavaScript engine, which has either a position
 * or an excerpt of the text.
 *
 * @returns undefined when it is JSON
 */
export function jsonProblem(text: string): string | undefined {
	const words = messageOf(text);
	if (words === undefined) return undefined;
	const quotes = SINGLE_QUOTE.test(text) ? '. JSON has double quotes, not single ones' : '';
	const [, unexpected] = UNEXPECTED.exec(words) ?? [];
	if (unexpected !== undefined)
		return `${unexpected} (${placeOf(text, unexpectedAt(text))})${quotes}`;
	const [, problem = words, position] = /^(.*?) in JSON at position (\d+)/s.exec(words) ?? [];
	const place = position === undefined ? '' : ` (${placeOf(text, Number(position))})`;
	return `${problem}${place}${quotes}`;
}

import { partsIn, replaceParts } from './braces';

/** The expectation in the error for a template with unbalanced braces. */
export const EXPECT_CLOSED = 'every {{ to be closed by }}, such as {{first_name}}';
const EXPECT_EXPRESSION =
	'placeholders such as {{first_name}}; for {{ $json.… }} switch the field to Expression';
const EXPECT_OPENED = 'every placeholder to be opened by {{, such as {{first_name}}';

const STRING = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs;

/**
 * Names without a `$` that n8n knows (n8n-workflow 2.41, expression.js and extended-functions.js), as code
 * uses them.
 */
const GLOBAL =
	/(?<![\w.])(Array|BigInt|Boolean|Date(Time)?|Duration|Interval|Intl|JSON|Map|Math|Number|Object|RegExp|Set|String|isFinite|isNaN|parse(Float|Int)|(en|de)codeURI(Component)?|average|max|min|not|numberList|zip)\s*[.(]/;

/** Syntax of JavaScript that no placeholder has: variables of n8n, template literals, objects, functions. */
const SYNTAX = /[$`{]|=>/;

/** A name that is not a literal of JavaScript, nor a property of something before it. */
const NAME =
	/(?<![\p{L}\p{N}_.])(?!(true|false|null|undefined|NaN|Infinity)(?![\p{L}\p{N}_]))[\p{L}_]/u;

/**
 * Whether braces hold a placeholder of the service rather than an n8n expression: they contain a name, and
 * none that n8n knows, so that n8n would print nothing, or `0`.
 *
 * @param inside the text between the braces, such as `first_name` or `first_name|"there"`
 */
function isPlaceholder(inside: string): boolean {
	const code = inside.replace(STRING, '""');
	if (SYNTAX.test(code) || GLOBAL.test(code)) return false;
	return NAME.test(code) || code.trim() === '';
}

/**
 * Keeps the service's placeholders in an n8n expression.
 *
 * To n8n, `=Hi {{first_name}}` is an expression with an unknown name, which evaluates to nothing.
 * Written as `{{ "{{first_name\}}" }}` it evaluates to the placeholder: n8n ends an expression at the
 * first `}}` without a backslash before it.
 *
 * @param expression the expression as it is saved, with its leading `=`
 */
export function protectPlaceholders(expression: string): string {
	return replaceParts(expression, ({ text, inside }) =>
		isPlaceholder(inside) ? `{{ ${JSON.stringify(`{{${inside}`)} + "\\}}" }}` : text,
	);
}

/** The first placeholder in a text, or in a saved expression, in which n8n evaluates it to nothing. */
export function firstPlaceholder(text: string): string | undefined {
	return partsIn(text).find(({ inside }) => isPlaceholder(inside))?.text;
}

/** The first braces in a text that is sent as it is, whatever they contain. */
export function firstBraces(text: string): string | undefined {
	const start = text.indexOf('{{');
	const end = start < 0 ? -1 : text.indexOf('}}', start + 2);
	return end < 0 ? undefined : text.slice(start, end + 2);
}

/** Whether a `}}` has no matching `{{`, as in `{first_name}}`. Style sheets and JSON nest single braces. */
function isHalfOpened(text: string): boolean {
	let depth = 0;
	for (let place = 0; place < text.length; place++) {
		if (text.startsWith('}}', place) && depth < 2) return true;
		if (text[place] === '{') depth += 1;
		if (text[place] === '}') depth = Math.max(0, depth - 1);
	}
	return false;
}

/**
 * What is wrong with a template's placeholders.
 *
 * @returns what was expected instead, or `undefined` if every placeholder is complete and has a name
 */
export function placeholderProblem(template: string): string | undefined {
	const rest = template.replace(/\{\{([^{}]*)\}\}/g, (whole: string, name: string) =>
		name.trim() === '' ? whole : ' ',
	);
	if (template.match(/\{\{[^{}]*\}\}/g)?.some((text) => text.includes('$')))
		return EXPECT_EXPRESSION;
	if (/\{\{\s*\}\}/.test(rest)) return 'a name in every placeholder, such as {{first_name}}';
	if (rest.includes('{{')) return EXPECT_CLOSED;
	return isHalfOpened(rest) ? EXPECT_OPENED : undefined;
}

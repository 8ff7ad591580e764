/** A `{{field_name}}` placeholder of the service's templates, as opposed to an n8n expression. */
const PLACEHOLDER = /(?<!\\)\{\{(\s*[a-z][a-z0-9_]*\s*)\}\}/gi;

/** What n8n evaluates: up to the first closing braces, if there are any. */
const EVALUATED = /(?<!\\)\{\{[^]*?(?<!\\)\}\}/g;

/** The expectation in the error for a template with unbalanced braces. */
export const CLOSED = 'every {{ to be closed by }}, such as {{first_name}}';
const OPENED = 'every placeholder to be opened by {{, such as {{first_name}}';

/** JavaScript literals, which n8n evaluates. */
const JAVASCRIPT_WORDS = /^\s*(true|false|null|undefined|NaN|Infinity)\s*$/;

export function isExpression(saved: unknown): saved is string {
	return typeof saved === 'string' && saved.startsWith('=');
}

/**
 * Keeps the service's placeholders in an n8n expression.
 *
 * To n8n, `=Hi {{first_name}}` is an expression with an unknown name, which evaluates to nothing.
 * Written as `{{ '{{first_name\}}' }}` it evaluates to the placeholder: n8n ends an expression at the
 * first `}}` without a backslash before it.
 *
 * @param expression as it is saved, with its leading `=`
 */
export function protectPlaceholders(expression: string): string {
	return expression.replace(PLACEHOLDER, (whole: string, name: string) =>
		JAVASCRIPT_WORDS.test(name) ? whole : `{{ '{{${name}\\}}' }}`,
	);
}

/** The first placeholder in a text, or in an expression as it is saved, where n8n evaluates it to nothing. */
export function firstPlaceholder(text: string): string | undefined {
	const found = [...text.matchAll(PLACEHOLDER)];
	return found.find(([, name = '']) => !JAVASCRIPT_WORDS.test(name))?.[0];
}

/** Whether n8n would evaluate the rest of the text, because of unclosed braces. */
export function isUnclosed(expression: string): boolean {
	return /(?<!\\)\{\{/.test(expression.replace(EVALUATED, ' '));
}

/** Whether a `}}` has no matching `{{`, as in `{first_name}}`; style sheets and JSON nest single braces. */
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
 * @returns what was expected instead, or `undefined` when every placeholder is complete and has a name
 */
export function placeholderProblem(template: string): string | undefined {
	const rest = template.replace(/\{\{([^{}]*)\}\}/g, (whole: string, name: string) =>
		name.trim() === '' ? whole : ' ',
	);
	if (/\{\{\s*\}\}/.test(rest)) return 'a name in every placeholder, such as {{first_name}}';
	if (rest.includes('{{')) return CLOSED;
	return isHalfOpened(rest) ? OPENED : undefined;
}

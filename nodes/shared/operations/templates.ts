/** A `{{field_name}}` as the service's templates have it, beside what n8n itself would evaluate. */
const PLACEHOLDER = /(?<!\\)\{\{(\s*[a-z][a-z0-9_]*\s*)\}\}/gi;

/** What n8n evaluates: up to the first closing braces, if there are any. */
const EVALUATED = /(?<!\\)\{\{[^]*?(?<!\\)\}\}/g;

/** What is expected of a template whose braces do not match. */
export const CLOSED = 'every {{ to be closed by }}, such as {{first_name}}';
const OPENED = 'every placeholder to be opened by {{, such as {{first_name}}';

/** Words that mean something to n8n where a placeholder would stand. */
const JAVASCRIPT_WORDS = /^\s*(true|false|null|undefined|NaN|Infinity)\s*$/;

export function isExpression(saved: unknown): saved is string {
	return typeof saved === 'string' && saved.startsWith('=');
}

/**
 * Keeps the service's placeholders in an n8n expression.
 *
 * `=Hi {{first_name}}` is an expression to n8n, which would put nothing in the place of a name that
 * it does not know. Written as `{{ '{{first_name\}}' }}` it comes out as the placeholder: n8n ends
 * an expression at the first `}}` that no backslash precedes.
 *
 * @param expression as it is saved, with its leading `=`
 */
export function protectPlaceholders(expression: string): string {
	return expression.replace(PLACEHOLDER, (whole: string, name: string) =>
		JAVASCRIPT_WORDS.test(name) ? whole : `{{ '{{${name}\\}}' }}`,
	);
}

/** Whether n8n would evaluate the rest of the text, because braces in it are not closed. */
export function isUnclosed(expression: string): boolean {
	return /(?<!\\)\{\{/.test(expression.replace(EVALUATED, ' '));
}

/** Whether a `}}` ends what no two braces have begun, as in `{first_name}}`; style sheets and JSON nest them. */
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
 * @returns what was expected instead, or `undefined` when every placeholder is whole and has a name
 */
export function placeholderProblem(template: string): string | undefined {
	const rest = template.replace(/\{\{([^{}]*)\}\}/g, (whole: string, name: string) =>
		name.trim() === '' ? whole : ' ',
	);
	if (/\{\{\s*\}\}/.test(rest)) return 'a name in every placeholder, such as {{first_name}}';
	if (rest.includes('{{')) return CLOSED;
	return isHalfOpened(rest) ? OPENED : undefined;
}

/** A pattern for a character as JSON (also nested JSON), URLs and HTML encode it. */
function encodingsOf(character: string): string {
	const code = character.charCodeAt(0);
	const hex = code.toString(16).padStart(2, '0');
	const raw = character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
	const escaped = ['"', '\\', '/'].includes(character) ? `\\\\{0,3}${raw}` : raw;
	return `(?:${escaped}|\\\\{1,3}u00${hex}|%${hex}|&#${code};|&#x${hex};)`;
}

const anyEncoding = (text: string) => [...text].map(encodingsOf).join('');

interface Patterns {
	apiKey: string;
	whole: RegExp;
	/** Absent when the secret is so short that it would match ordinary words. */
	secret?: RegExp;
}

const MIN_SECRET_LENGTH = 8;

function patternsFor(apiKey: string): Patterns {
	const [prefix = '', ...rest] = apiKey.split('.');
	const secret = rest.join('.');
	const whole = `(${anyEncoding(prefix)})${encodingsOf('.')}${anyEncoding(secret)}`;
	return {
		apiKey,
		whole: new RegExp(whole, 'gi'),
		...(secret.length >= MIN_SECRET_LENGTH && { secret: new RegExp(anyEncoding(secret), 'gi') }),
	};
}

/** The patterns of the last key: compiling them takes longer than searching most responses. */
let latest: Patterns | undefined;

/**
 * Redacts the key wherever a response or an error repeats it, except for its public prefix.
 *
 * @param text the raw text, in which the key may be escaped (`\/`, `\u002f`, `%2F`, `&#x2f;`)
 * @param apiKey the key, of visible ASCII characters
 */
export function redactKey(text: string, apiKey: string): string {
	if (latest?.apiKey !== apiKey) latest = patternsFor(apiKey);
	const hidden = text.replace(latest.whole, '$1.***');
	return latest.secret ? hidden.replace(latest.secret, '***') : hidden;
}

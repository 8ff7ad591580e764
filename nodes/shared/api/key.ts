/** The ways in which JSON (also within JSON), URLs and HTML write a character. */
function spellings(character: string): string {
	const code = character.charCodeAt(0);
	const hex = code.toString(16).padStart(2, '0');
	const raw = character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
	const escaped = ['"', '\\', '/'].includes(character) ? `\\\\{0,3}${raw}` : raw;
	return `(?:${escaped}|\\\\{1,3}u00${hex}|%${hex}|&#${code};|&#x${hex};)`;
}

const anySpelling = (text: string) => [...text].map(spellings).join('');

interface Patterns {
	apiKey: string;
	whole: RegExp;
	/** Absent when it is so short that it would match ordinary words. */
	secret?: RegExp;
}

const MIN_SECRET_LENGTH = 8;

function patternsFor(apiKey: string): Patterns {
	const [prefix = '', ...rest] = apiKey.split('.');
	const secret = rest.join('.');
	const whole = `(${anySpelling(prefix)})${spellings('.')}${anySpelling(secret)}`;
	return {
		apiKey,
		whole: new RegExp(whole, 'gi'),
		...(secret.length >= MIN_SECRET_LENGTH && { secret: new RegExp(anySpelling(secret), 'gi') }),
	};
}

/** Those of the key used last: to make them takes longer than to search most answers. */
let latest: Patterns | undefined;

/**
 * Hides the key wherever an answer or an error repeats it, leaving its public prefix.
 *
 * @param text raw, so that the key may be escaped in it (`\/`, `\u002f`, `%2F`, `&#x2f;`)
 * @param apiKey of visible ASCII characters
 */
export function withoutKey(text: string, apiKey: string): string {
	if (latest?.apiKey !== apiKey) latest = patternsFor(apiKey);
	const hidden = text.replace(latest.whole, '$1.***');
	return latest.secret ? hidden.replace(latest.secret, '***') : hidden;
}

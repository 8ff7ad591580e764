const HAS_WORDS = /[\p{L}\p{N}]/u;

/** Punctuation after which no full stop is added. */
const ENDED = /[!?…:;,]$/;

/**
 * Joins texts into sentences without a final full stop, as n8n shows them. Each text may end with a full
 * stop, an ellipsis or neither.
 */
export function sentences(texts: string[]): string {
	return texts
		.map((text) => text.trim().replace(/[.\s]+$/, ''))
		.filter((text) => HAS_WORDS.test(text))
		.map((text, place, { length }) =>
			place === length - 1 || ENDED.test(text) ? text : `${text}.`,
		)
		.join(' ');
}

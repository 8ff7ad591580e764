const HAS_WORDS = /[\p{L}\p{N}]/u;

/** Punctuation after which no full stop is added. */
const ENDED = /[!?…:;,]$/;

/** Joins texts, which may end with a full stop, three or none, into sentences without a final one, as n8n shows them. */
export function sentences(texts: string[]): string {
	return texts
		.map((text) => text.trim().replace(/[.\s]+$/, ''))
		.filter((text) => HAS_WORDS.test(text))
		.map((text, place, { length }) =>
			place === length - 1 || ENDED.test(text) ? text : `${text}.`,
		)
		.join(' ');
}

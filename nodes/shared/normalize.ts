/** Characters that neither show nor separate anything: zero-width spaces, marks of direction, soft hyphens. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Every kind of white space, such as the no-break space that a name copied from a website has. */
const WHITE_SPACE = /\p{White_Space}+/gu;

/** The characters that keyboards and word processors write for ' and -. */
const APOSTROPHES = /[\u2018\u2019\u02BC\uFF07]/g;
const HYPHENS = /[\u2010\u2011]/g;

/** One character of white space, or an invisible one. */
const BLANK = /[\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;

/**
 * A text without what comes along around it when it is copied: white space, and characters that cannot be
 * seen. For IDs, URLs, numbers and choices; in other texts they can belong to an emoji.
 */
export function trimmed(text: string): string {
	let [start, end] = [0, text.length];
	while (start < end && BLANK.test(text.charAt(start))) start += 1;
	while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
	return text.slice(start, end);
}

/**
 * A text in the form in which names are compared: two that look the same are the same, however they are
 * stored. "Zoë" is one name whether its ë is one character or an e with a mark, as in a file from macOS;
 * `O’Brien` is `O'Brien`; a no-break space is a space. For comparing only: values are sent and shown as they
 * were entered.
 *
 * @param options.ignoreCase whether upper and lower case are the same too: "STRASSE" is "Straße"
 */
export function comparable(text: string, { ignoreCase = false } = {}): string {
	const visible = text.replace(INVISIBLE, '').replace(WHITE_SPACE, ' ').trim();
	const plain = visible.normalize('NFC').replace(APOSTROPHES, "'").replace(HYPHENS, '-');
	// By way of upper case, in which "ß" is "SS" and both forms of the small sigma are one.
	return ignoreCase ? plain.toUpperCase().toLowerCase().normalize('NFC') : plain;
}

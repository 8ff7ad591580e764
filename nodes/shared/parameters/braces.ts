/** A part of a text in double braces. */
export interface BracedPart {
	/** The part with its braces. */
	text: string;
	inside: string;
	start: number;
	end: number;
}

/** The next double braces, from a position on, without a backslash that makes them text; -1 if there are none. */
function nextBraces(text: string, braces: '{{' | '}}', from: number): number {
	let place = text.indexOf(braces, from);
	while (place >= 0 && isEscaped(text, place)) place = text.indexOf(braces, place + 2);
	return place;
}

/** Whether an odd number of backslashes precedes a position. */
function isEscaped(text: string, place: number): boolean {
	let first = place;
	while (text[first - 1] === '\\') first -= 1;
	return (place - first) % 2 === 1;
}

/**
 * The parts of an expression that n8n evaluates, each up to the first closing braces. A backslash before
 * braces makes them text.
 */
export function partsIn(text: string): BracedPart[] {
	const parts: BracedPart[] = [];
	for (let from = 0; ;) {
		const start = nextBraces(text, '{{', from);
		const close = start < 0 ? -1 : nextBraces(text, '}}', start + 2);
		if (close < 0) return parts;
		const end = close + 2;
		parts.push({ text: text.slice(start, end), inside: text.slice(start + 2, close), start, end });
		from = end;
	}
}

/** Replaces each part in double braces. */
export function replaceParts(text: string, replacement: (part: BracedPart) => string): string {
	let from = 0;
	let replaced = '';
	for (const part of partsIn(text)) {
		replaced += text.slice(from, part.start) + replacement(part);
		from = part.end;
	}
	return replaced + text.slice(from);
}

/** Whether n8n would evaluate the rest of the text, because of unclosed braces. */
export function isUnclosed(text: string): boolean {
	return nextBraces(text, '{{', partsIn(text).at(-1)?.end ?? 0) >= 0;
}

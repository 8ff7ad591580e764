/** What the code says of where a fact comes from: sections of docs/api-facts.md. */

const COMMENT = /\/\*[^]*?\*\/|(?:^[ \t]*\/\/.*\n?)+|\/\/.*$/gm;
const LINE_START = /\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g;

/** The comments of a file of TypeScript, each as one line. */
export function commentsIn(code: string): string[] {
	return (code.match(COMMENT) ?? []).map(asOneLine);
}

const SOURCE = /\bsource: '([^']+)'/g;

/** What operations name as their sources. */
export function sourcesIn(code: string): string[] {
	return [...code.matchAll(SOURCE)].map(([, source = '']) => source);
}

export function asOneLine(text: string): string {
	return text.replace(LINE_START, ' ');
}

const REFERENCE = /\b[Rr]eference, ([A-Z][^.,:;()|\]'"`*]*)/g;
const EXTENDED = /\b[Ee]xtended API, (\d[\d.]*(?:(?:, | and )\d[\d.]*)*)/g;

/** The sections that a text cites, spelled as `reference, Errors` and `extended API, 6.5`. */
export function citationsIn(text: string): string[] {
	return [
		...namesIn(text, REFERENCE, / and (?=[A-Z])/).map((name) => `reference, ${name}`),
		...namesIn(text, EXTENDED, /, | and /).map((name) => `extended API, ${name}`),
	];
}

function namesIn(text: string, pattern: RegExp, separator: RegExp): string[] {
	const lists = [...text.matchAll(pattern)].map(([, list = '']) => list.split(separator));
	return lists.flat().map((name) => name.replace(/\.$/, '').trim());
}

/** Other ways to cite that have been in use. */
const MISSPELT = /extended-api|§|\bextended API\b(?!, \d)|\breference: .{0,20}/gi;

export function misspeltIn(text: string): string[] {
	return text.match(MISSPELT) ?? [];
}

/** The sections of the page of facts, spelled as they are cited. */
export function sectionsOf(page: string): string[] {
	const [, reference = '', extended = ''] = page.split(/^## .*$/m);
	const headings = (part: string) =>
		[...part.matchAll(/^#{3,} (.+)$/gm)].map(([, text = '']) => text);
	return [
		...headings(reference).map((text) => `reference, ${text}`),
		...headings(extended).map((text) => `extended API, ${text.split(' ', 1).join()}`),
	];
}

/** A piece of JavaScript: a token, brackets with their content, or a template literal. */
export type Piece = Token | Group | Template;

interface Place {
	start: number;
	end: number;
}

export interface Token extends Place {
	/** A `property` is a name behind a dot, which may be any word. */
	kind: 'word' | 'property' | 'number' | 'string' | 'regex' | 'sign';
	text: string;
}

export interface Group extends Place {
	kind: 'group';
	open: string;
	inside: Piece[];
}

/** A template literal: the pieces in each of its `${}`, and its other texts. */
export interface Template extends Place {
	kind: 'template';
	holes: Piece[][];
	texts: string[];
}

const SPACE = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)+/y;
const NUMBER = /(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\w*/iy;
const WORD = /[\p{ID_Start}$_#@][\p{ID_Continue}$]*/uy;
const STRING = /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"/y;
const REGEX = /\/(?:[^\\/[\n]|\\.|\[(?:[^\\\]\n]|\\.)*\])+\/[a-z]*/y;
const SIGN =
	/>>>=?|\.\.\.|[=!]==|\*\*=?|<<=?|>>=?|&&=?|\|\|=?|\?\?=?|=>|[=!<>+\-*/%&|^]=|\+\+|--|\?\.(?!\d)|[^\s"'`\\]/y;

const CLOSING: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** Whether a slash after this piece begins a regular expression, and a plus is not an addition. */
export function isBeforeOperand(piece: Piece | undefined): boolean {
	if (piece === undefined || piece.kind === 'sign') return true;
	return piece.kind === 'word' && /^(return|typeof|in|of|case|void|new)$/.test(piece.text);
}

/** Reads JavaScript piece by piece; it knows brackets and texts, but no grammar. */
class Reader {
	private place = 0;

	constructor(private readonly code: string) {}

	/** The pieces up to a closing bracket, or to the end; the reader is then after them. */
	pieces(close?: string): Piece[] {
		const found: Piece[] = [];
		for (;;) {
			this.take(SPACE);
			const start = this.place;
			const next = this.code[start];
			if (next === close) {
				this.place += close === undefined ? 0 : 1;
				return found;
			}
			if (next === undefined || /[)\]}]/.test(next)) throw new SyntaxError('unbalanced brackets');
			found.push({ ...this.piece(next, found.at(-1)), start, end: this.place });
		}
	}

	private piece(next: string, before: Piece | undefined) {
		const close = CLOSING[next];
		if (close !== undefined) {
			this.place += 1;
			return { kind: 'group' as const, open: next, inside: this.pieces(close) };
		}
		if (next === '`') return this.template();
		const kinds = [
			['string', STRING],
			['number', NUMBER],
			[isSign(before, '.', '?.') ? 'property' : 'word', WORD],
			...(isBeforeOperand(before) ? ([['regex', REGEX]] as const) : []),
			['sign', SIGN],
		] as const;
		for (const [kind, pattern] of kinds) {
			const text = this.take(pattern);
			if (text !== undefined) return { kind, text };
		}
		throw new SyntaxError(`unexpected ${next}`);
	}

	private template() {
		const [holes, texts]: [Piece[][], string[]] = [[], []];
		this.place += 1;
		for (;;) {
			texts.push(this.take(/(?:[^`\\$]|\\[^]|\$(?!\{))*/y) ?? '');
			const next = this.code[this.place];
			if (next === undefined) throw new SyntaxError('open template literal');
			this.place += next === '`' ? 1 : 2;
			if (next === '`') return { kind: 'template' as const, holes, texts };
			holes.push(this.pieces('}'));
		}
	}

	private take(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.place;
		const text = pattern.exec(this.code)?.[0];
		if (text) this.place += text.length;
		return text || undefined;
	}
}

/** Longer expressions are not read: no one writes them, and reading them must not hold up n8n. */
const MAX_LENGTH = 10_000;

/** The pieces of a JavaScript expression; `undefined` if it is incomplete or too long. */
export function piecesOf(code: string): Piece[] | undefined {
	if (code.length > MAX_LENGTH) return undefined;
	try {
		return new Reader(code).pieces();
	} catch {
		return undefined;
	}
}

/** Whether a piece is one of these signs. */
export function isSign(piece: Piece | undefined, ...texts: string[]): boolean {
	return piece?.kind === 'sign' && texts.includes(piece.text);
}

/** Separates pieces at a sign, such as the elements of a list. */
export function separate(pieces: Piece[], sign: string): Piece[][] {
	const parts: Piece[][] = [[]];
	for (const piece of pieces) {
		if (isSign(piece, sign)) parts.push([]);
		else parts.at(-1)?.push(piece);
	}
	return parts;
}

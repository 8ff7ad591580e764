import { isBeforeOperand, isSign, piecesOf, separate, type Piece } from './code';

/** A list before `.join()`. */
interface Joined {
	code: string;
	/** Whether the separator shows where an element is missing: a comma does, a space does not. */
	showsGaps: boolean;
}

/**
 * The parts of an expression that become text. `'Hi ' + $json.name` prints `$json.name`; `$json.name ? 'Hi '
 * + $json.name : 'Hello'` prints it only if it is there.
 */
export type Printed =
	| { kind: 'literal' }
	/**
	 * A value that is printed as a whole. `inside` are its parts that print something themselves, `joined` is a
	 * list before `.join()`, and `written` are its elements if texts of the author are among them.
	 */
	| { kind: 'value'; code: string; inside: Printed[]; joined?: Joined; written?: Printed[] }
	/** Operands that are all printed, or added or multiplied. */
	| { kind: 'operands'; code: string; operands: Printed[]; isArithmetic: boolean }
	| { kind: 'choice'; code: string; condition: string; chosen: Printed; other: Printed }
	| Logical;

/** `$json.nickname || $json.name` */
export interface Logical {
	kind: '||' | '??' | '&&';
	code: string;
	left: Printed;
	leftCode: string;
	right: Printed;
	rightCode: string;
}

const STATEMENT = [
	',',
	';',
	'=>',
	'...',
	'=',
	'+=',
	'-=',
	'*=',
	'/=',
	'||=',
	'&&=',
	'??=',
	'++',
	'--',
];
const COMPARISON = [
	'===',
	'!==',
	'==',
	'!=',
	'<',
	'>',
	'<=',
	'>=',
	'&',
	'|',
	'^',
	'<<',
	'>>',
	'>>>',
];
const COMPARISON_WORDS = ['in', 'instanceof'];
const PREFIX_WORDS = ['typeof', 'void', 'await', 'new', 'function', 'async', 'class', 'delete'];

/** Functions that print their arguments. */
const PRINTING = /^(String|encodeURI|encodeURIComponent|JSON\.stringify)$/;

/** What shows nothing between two words: an escape for white space, and a tag such as `<br>`. */
const UNSEEN = /\\[nrt]|<[^>]*>/g;

/** Whether a separator in the brackets of `.join()` can be seen. */
function isVisible(brackets: Piece | undefined): boolean {
	if (brackets?.kind !== 'group') return false;
	const [only, other] = brackets.inside;
	if (only === undefined) return true;
	const isText = only.kind === 'string' && other === undefined;
	return isText && only.text.slice(1, -1).replace(UNSEEN, '').trim() !== '';
}

const isWord = (piece: Piece | undefined, ...words: string[]) =>
	piece?.kind === 'word' && words.includes(piece.text);

/** Finds what a JavaScript expression prints; an expression that cannot be read counts as printed as a whole. */
export function printedBy(code: string): Printed {
	const whole: Printed = { kind: 'value', code: code.trim(), inside: [] };
	const pieces = piecesOf(code);
	if (pieces === undefined || pieces.length === 0) return whole;

	const codeOf = (some: Piece[]) => code.slice(some[0]?.start, some.at(-1)?.end);
	const valueOf = (some: Piece[], inside: Printed[] = []): Printed => ({
		kind: 'value',
		code: codeOf(some),
		inside,
	});

	function ofAll(some: Piece[]): Printed {
		if (some.length === 0 || some.some((piece) => isSign(piece, ...STATEMENT)))
			return valueOf(some);
		return choice(some) ?? logical(some, '||', '??') ?? logical(some, '&&') ?? ofOperators(some);
	}

	function choice(some: Piece[]): Printed | undefined {
		const question = some.findIndex((piece) => isSign(piece, '?'));
		if (question < 0) return undefined;
		let open = 0;
		const colon = some.findIndex((piece) => {
			open += isSign(piece, '?') ? 1 : 0;
			open -= isSign(piece, ':') ? 1 : 0;
			return isSign(piece, ':') && open === 0;
		});
		if (colon < 0) return undefined;
		const condition = codeOf(some.slice(0, question));
		const chosen = ofAll(some.slice(question + 1, colon));
		const other = ofAll(some.slice(colon + 1));
		return { kind: 'choice', code: codeOf(some), condition, chosen, other };
	}

	function logical(some: Piece[], ...signs: Array<'||' | '??' | '&&'>): Printed | undefined {
		const place = some.findIndex((piece) => isSign(piece, ...signs));
		const kind = signs.find((sign) => isSign(some[place], sign));
		if (kind === undefined) return undefined;
		const left = some.slice(0, place);
		const right = some.slice(place + 1);
		return {
			...{ kind, code: codeOf(some) },
			...{ left: ofAll(left), leftCode: codeOf(left) },
			...{ right: ofAll(right), rightCode: codeOf(right) },
		};
	}

	function ofOperators(some: Piece[]): Printed {
		const isComparison = (piece: Piece) =>
			isSign(piece, ...COMPARISON) || isWord(piece, ...COMPARISON_WORDS);
		if (some.some(isComparison)) return valueOf(some);
		const operands = [
			['+', '-'],
			['*', '/', '%', '**'],
		]
			.map((signs) => operandsOf(some, signs))
			.find(({ length }) => length > 1);
		if (operands) {
			const isArithmetic = some.some((piece) => isSign(piece, '-', '*', '/', '%', '**'));
			return { kind: 'operands', code: codeOf(some), operands: operands.map(ofAll), isArithmetic };
		}
		if (isSign(some[0], '+', '-')) return ofAll(some.slice(1));
		const isPrefixed = isSign(some[0], '!', '~') || isWord(some[0], ...PREFIX_WORDS);
		return isPrefixed ? valueOf(some) : ofChain(some);
	}

	function operandsOf(some: Piece[], signs: string[]): Piece[][] {
		const operands: Piece[][] = [[]];
		some.forEach((piece, place) => {
			if (isSign(piece, ...signs) && !isBeforeOperand(some[place - 1])) operands.push([]);
			else operands.at(-1)?.push(piece);
		});
		return operands;
	}

	/** A value with the calls and properties after it, such as `$json.tags.join(', ')`. */
	function ofChain(some: Piece[]): Printed {
		const [first, ...others] = some;
		if (first === undefined) return valueOf(some);
		if (others.length === 0) return ofOne(first);
		const last = others.at(-1);
		const callee = codeOf(some.slice(0, -1));
		const isPrinting = last?.kind === 'group' && PRINTING.test(callee.replace(/\s/g, ''));
		const inside = isPrinting ? elementsOf(last.inside) : insideOf(first);
		const [dot, method] = others.slice(-3);
		const isJoin = isSign(dot, '.', '?.') && method?.kind === 'property' && method.text === 'join';
		if (!isJoin) return { kind: 'value', code: codeOf(some), inside };
		// The pieces of a text that was split are as its data has them.
		const isSplit = others.some((piece) => piece.kind === 'property' && piece.text === 'split');
		const joined = { code: codeOf(some.slice(0, -3)), showsGaps: isVisible(last) && !isSplit };
		const isWritten = others.length === 3 && hasText(first);
		return {
			kind: 'value',
			code: codeOf(some),
			inside,
			joined,
			...(isWritten && { written: inside }),
		};
	}

	function ofOne(piece: Piece): Printed {
		if (piece.kind === 'template' && piece.holes.length > 0) {
			const operands = piece.holes.map(ofAll);
			return { kind: 'operands', code: codeOf([piece]), operands, isArithmetic: false };
		}
		if (piece.kind === 'group' && piece.open === '(') return ofAll(piece.inside);
		const isValue = piece.kind === 'word' || piece.kind === 'group';
		return isValue ? valueOf([piece], insideOf(piece)) : { kind: 'literal' };
	}

	/** The printed parts of a value in brackets, a list, an object or a template literal. */
	function insideOf(piece: Piece): Printed[] {
		if (piece.kind === 'template') return piece.holes.length > 0 ? [ofOne(piece)] : [];
		if (piece.kind !== 'group') return [];
		return piece.open === '{' ? entriesOf(piece.inside) : elementsOf(piece.inside);
	}

	/** Whether an element in brackets is a text of the author. */
	const hasText = (piece: Piece) =>
		piece.kind === 'group' &&
		separate(piece.inside, ',').some(([only, other]) => only?.kind === 'string' && !other);

	const elementsOf = (inside: Piece[]) =>
		separate(inside, ',')
			.filter((element) => element.length > 0)
			.map(ofAll);

	const entriesOf = (inside: Piece[]) =>
		separate(inside, ',').map((entry) => {
			const colon = entry.findIndex((piece) => isSign(piece, ':'));
			return ofAll(entry.slice(colon + 1));
		});

	try {
		return ofAll(pieces);
	} catch {
		// The code is nested too deeply for the stack.
		return whole;
	}
}

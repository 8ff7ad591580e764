import { isSign, piecesOf, type Piece } from './code';

/** Calls that return data, as opposed to calls that work on it. */
const GIVES_DATA =
	/^(\$|\$items|\$item|\$fromAI|\$getPairedItem|all|first|last|itemMatching|pairedItem)$/i;

/** Names of n8n's functions: their arguments are data, they are not. */
const FUNCTION = /^\$(if|ifEmpty|min|max|average|not|jmespath|numberList|zip|evaluateExpression)$/i;

/** The references to data in code, wherever they stand: `$json.a.b`, `$('X').item.json.a`, `$input.all()`. */
export function referencesIn(code: string): string[] {
	const references: string[] = [];
	const visit = (pieces: Piece[]) => {
		pieces.forEach((piece, place) => {
			if (piece.kind === 'group') visit(piece.inside);
			if (piece.kind === 'template') piece.holes.forEach(visit);
			const isHead = piece.kind === 'word' && piece.text.startsWith('$');
			if (isHead && !FUNCTION.test(piece.text)) {
				references.push(code.slice(piece.start, endOfReference(pieces, place)));
			}
		});
	};
	visit(piecesOf(code) ?? []);
	return references;
}

function endOfReference(pieces: Piece[], head: number): number {
	let end = pieces[head]?.end ?? 0;
	for (let place = head; place < pieces.length; place++) {
		const [piece, next] = [pieces[place], pieces[place + 1]];
		if (piece === undefined || isSign(piece, '.', '?.')) continue;
		const isName = place === head || piece.kind === 'property';
		if (!isName && (piece.kind !== 'group' || piece.open === '{')) return end;
		// A method works on the data before it.
		const isCalled = next?.kind === 'group' && next.open === '(';
		if (isName && isCalled && 'text' in piece && !GIVES_DATA.test(piece.text)) return end;
		end = piece.end;
	}
	return end;
}

/** The text literals in code; `typeof` gives "undefined". */
export function writtenIn(code: string): string[] {
	const pieces = piecesOf(code);
	if (pieces === undefined) return [code];
	const texts: string[] = [];
	const visit = (some: Piece[]) => {
		for (const piece of some) {
			if (piece.kind === 'group') visit(piece.inside);
			if (piece.kind === 'string') texts.push(piece.text);
			if (piece.kind === 'word' && piece.text === 'typeof') texts.push('undefined');
			if (piece.kind === 'template') {
				texts.push(...piece.texts);
				piece.holes.forEach(visit);
			}
		}
	};
	visit(pieces);
	return texts;
}

import ts from 'typescript';
import { sourceFiles } from '../docs/paths';
import { design, read, rule } from './rules';

/** What stands for a value that is known when the text is made. */
const VALUE = '…';

/** A text as it is put together in the code; nothing where that is no text. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isTemplateExpression(node)) {
		const spans = node.templateSpans.map(({ literal }) => VALUE + literal.text);
		return node.head.text + spans.join('');
	}
	if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) {
		return undefined;
	}
	const [left, right] = [textOf(node.left), textOf(node.right)];
	if (left === undefined && right === undefined) return undefined;
	return (left ?? VALUE) + (right ?? VALUE);
}

function textsBelow(node: ts.Node): string[] {
	const text = textOf(node);
	if (text !== undefined) return [text];
	const texts: string[] = [];
	ts.forEachChild(node, (child) => void texts.push(...textsBelow(child)));
	return texts;
}

const texts = sourceFiles
	.flatMap((file) => textsBelow(ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2022)))
	.filter((text) => /\w \w+ \w/.test(text));

it('looked at something', () => expect(texts.length).toBeGreaterThan(300));

rule(design('ui-text-style'), 'errors and hints have one space or period between words', () => {
	const own = texts.map((text) => text.replace(/"[^"]*"/g, '""').replace(/\b(e\.g|i\.e)\./g, ''));
	const unlike = own.filter((text) => /\.\s*\.|\. (?!n8n)[a-z]|[^\n] {2}/.test(text));

	expect(unlike).toEqual([]);
});

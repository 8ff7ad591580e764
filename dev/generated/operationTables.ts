/** The tables of operations in pages that are otherwise written by hand. */
import { fs, path, repositoryRoot } from '../platform';
import { operations } from './operations';

const code = (text: string) => ['`', text, '`'].join('');

/** The pages with tables of operations, as they should be. */
export function operationTables(): Map<string, string> {
	const forUsers = operations.map(({ resource, name, description }) => [
		resource,
		name,
		firstClause(description),
	]);
	const all = operations.map(({ resource, name, request, source, isExtended }) => [
		resource,
		isExtended ? `${name} \\*` : name,
		code(request),
		source,
	]);
	const extended = operations
		.filter(({ isExtended }) => isExtended)
		.map(({ id, request, source }) => [code(id), code(request), source]);
	return new Map([
		page('README.md', [['resource', 'operation', 'what it does'], ...forUsers]),
		page('docs/operations.md', [['resource', 'operation', 'request', 'source'], ...all]),
		page('docs/extended-operations.md', [['operation', 'request', 'source'], ...extended]),
	]);
}

/** What an operation does, without its details: those are shown in the node. */
function firstClause(description: string): string {
	return description.split(/[.:;]/, 1).join();
}

/** A page with another table between `<!-- operations -->` and `<!-- /operations -->`. */
function page(file: string, rows: string[][]): [string, string] {
	const present = fs.readFileSync(path.join(repositoryRoot, file), 'utf8');
	const between = /(?<=<!-- operations -->).*(?=<!-- \/operations -->)/s;
	if (!between.test(present)) throw new Error(`${file} has no place for its operations`);
	return [file, present.replace(between, () => `\n\n${table(rows)}\n\n`)];
}

/** A table as prettier writes it: columns of equal width. */
function table([head = [], ...body]: string[][]): string {
	const widths = head.map((cell, column) =>
		Math.max(3, cell.length, ...body.map((row) => row[column]?.length ?? 0)),
	);
	const lineOf = (cells: string[]) =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	const rule = widths.map((width) => '-'.repeat(width));
	return [head, rule, ...body].map(lineOf).join('\n');
}

/** The table of operations in a page that is otherwise written by hand. */
import { fs, path, repositoryRoot } from '../platform';
import { operations } from './operations';

const PAGE = 'docs/operations.md';
const code = (text: string) => ['`', text, '`'].join('');

/** The page with the table of operations, as it should be. */
export function operationTables(): Map<string, string> {
	const rows = operations.map(({ resource, name, request, source, isExtended }) => [
		linked(`${resource}: ${name}`) + (isExtended ? ' \\*' : ''),
		code(request),
		// The reference's sections are named by their requests.
		source.replace(`reference, ${request}`, 'reference'),
	]);
	const present = fs.readFileSync(path.join(repositoryRoot, PAGE), 'utf8');
	const between = /(?<=<!-- operations -->).*(?=<!-- \/operations -->)/s;
	if (!between.test(present)) throw new Error(`${PAGE} has no place for its operations`);
	const fresh = table([['operation', 'request', 'source'], ...rows]);
	return new Map([[PAGE, present.replace(between, () => `\n\n${fresh}\n\n`)]]);
}

/** A link to the heading with this text, as GitHub names it. */
function linked(heading: string): string {
	const anchor = heading.toLowerCase().replaceAll(':', '').replaceAll(' ', '-');
	return `[${heading}](#${anchor})`;
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

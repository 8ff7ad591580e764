/** The tables of operations in pages that are otherwise written by hand. */
import { fs, path, repositoryRoot } from '../platform';
import { withTable } from './markdown';
import { operations } from './operations';

const code = (text: string) => ['`', text, '`'].join('');

/** The pages with tables of operations, as they should be. */
export function operationTables(): Map<string, string> {
	const all = operations.map(({ resource, name, request, isExtended }) => [
		resource,
		isExtended ? `${name} \\*` : name,
		code(request),
	]);
	const extended = operations
		.filter(({ isExtended }) => isExtended)
		.map(({ id, request, source }) => [code(id), code(request), source]);
	return new Map([
		page('README.md', [['resource', 'operation', 'request'], ...all]),
		page('docs/extended-operations.md', [['operation', 'request', 'source'], ...extended]),
	]);
}

function page(file: string, rows: string[][]): [string, string] {
	const present = fs.readFileSync(path.join(repositoryRoot, file), 'utf8');
	return [file, withTable(present, 'operations', rows)];
}

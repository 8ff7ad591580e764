/** The request of each operation, below its heading in a page that is otherwise written by hand. */
import { fs, path, repositoryRoot } from '../platform';
import { operations } from './operations';

const PAGE = 'docs/operations.md';

/** The page with the requests of the operations, as it should be. */
export function operationRequests(): Map<string, string> {
	const present = fs.readFileSync(path.join(repositoryRoot, PAGE), 'utf8');
	const page = operations.reduce((text, { resource, name, request, source }) => {
		const heading = `\n### ${resource}: ${name}\n\n`;
		if (!text.includes(heading)) throw new Error(`${PAGE} has no heading "${heading.trim()}"`);
		const [before = '', after = ''] = text.split(heading);
		const line = `\`${request}\` (${sectionsOf(source, request)})\n\n`;
		return before + heading + line + after.replace(/^`[A-Z{][^`]*` \(.*\)\n+/, '');
	}, present);
	return new Map([[PAGE, page]]);
}

/** Sections as numbers alone; the reference's are named by their requests. */
function sectionsOf(source: string, request: string): string {
	return source.replace(`reference, ${request}`, 'reference').replaceAll('extended API, ', '');
}

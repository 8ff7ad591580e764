/** `docs/benchmarks.md`: sections that each run replaces by what it has measured. */
import { z } from 'zod';
import { fs, os, path, process, repositoryRoot } from '../platform';

const FILE = path.join(repositoryRoot, 'docs', 'benchmarks.md');
const N8N = path.join(repositoryRoot, 'dev', 'n8n', 'package.json');
const pinnedSchema = z.object({ dependencies: z.object({ n8n: z.string(), node: z.string() }) });

export interface Section {
	name: string;
	title: string;
	/** What was measured, and how: a paragraph. */
	about: string;
}

/** Writes a section with a table into the page, in place of the one with the same name. */
export function writeSection({ name, title, about }: Section, columns: string[], rows: string[][]) {
	const mark = `<!-- ${name} -->`;
	const table = [columns, columns.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
	const fresh = `${mark}\n\n## ${title}\n\n${about} ${machine()}\n\n${table.join('\n')}`;
	const sections = fs.readFileSync(FILE, 'utf8').split(/^(?=<!-- \w+ -->$)/m);
	const place = sections.findIndex((section) => section.startsWith(mark));
	sections.splice(place === -1 ? sections.length : place, 1, fresh);
	fs.writeFileSync(FILE, sections.map((section) => `${section.trimEnd()}\n`).join('\n'));
}

function machine(): string {
	const memory = Math.round(os.totalmem() / 1024 ** 3);
	const processors = os.cpus();
	const model = processors[0]?.model.trim() || 'of an unknown kind';
	const { n8n, node } = pinnedSchema.parse(JSON.parse(fs.readFileSync(N8N, 'utf8'))).dependencies;
	return (
		`Measured on ${processors.length} cores (${model}) with ${memory} GB of memory, Node.js ` +
		`${process.versions.node}; n8n ${n8n} on Node.js ${node}.`
	);
}

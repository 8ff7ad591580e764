/** `docs/benchmarks.md`: sections that each run replaces by what it has measured. */
import { z } from 'zod';
import { fs, os, path, repositoryRoot } from '../platform';

const FILE = path.join(repositoryRoot, 'docs', 'benchmarks.md');
const N8N = path.join(repositoryRoot, 'dev', 'n8n', 'package.json');
const pinnedSchema = z.object({ dependencies: z.object({ n8n: z.string(), node: z.string() }) });

export interface Section {
	name: string;
	title: string;
	/** What was measured, and how: a paragraph. */
	about: string;
}

/** A result, as a ratio of two measurements of the same run. */
export interface Figure {
	name: string;
	ratio: number;
	/** The bound of the ratio, upper or lower depending on the benchmark; without one it is informative only. */
	bar?: number;
	/** What was measured, in words and units. */
	detail: string;
	/** Whether the page leaves it out; it has to meet its bar all the same. */
	isPrintedOnly?: boolean;
}

/** Its name is also that in `npm run bench -- reads`; its section says what the ratios compare. */
export interface Benchmark extends Section {
	/** Otherwise less is. */
	moreIsBetter?: boolean;
	run(): Promise<Figure[]>;
}

/** Whether a figure meets its bar, and the bar as text, such as "≤ 1.05"; empty without one. */
export function judge({ ratio, bar }: Figure, { moreIsBetter }: Benchmark) {
	if (bar === undefined) return { isMet: true, bound: '' };
	if (moreIsBetter) return { isMet: ratio >= bar, bound: `≥ ${bar}` };
	return { isMet: ratio <= bar, bound: `≤ ${bar}` };
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
	const model =
		processors[0]?.model.replace(/\(R\)| Processor/g, '').trim() || 'of an unknown kind';
	const { n8n, node } = pinnedSchema.parse(JSON.parse(fs.readFileSync(N8N, 'utf8'))).dependencies;
	return `(${processors.length} cores, ${model}, ${memory} GB; n8n ${n8n}, Node.js ${node})`;
}

/** `docs/benchmarks.md`: sections that each run replaces by what it has measured. */
import { z } from 'zod';
import { fs, os, path, process, repositoryRoot } from '../platform';

const FILE = path.join(repositoryRoot, 'docs', 'benchmarks.md');
const N8N = path.join(repositoryRoot, 'dev', 'n8n', 'package.json');
const pinnedSchema = z.object({ dependencies: z.object({ n8n: z.string(), node: z.string() }) });

const HEAD = `# Benchmarks

\`npm run bench\` measures these and writes this page; the last sections come from
\`npm run test:queue -- --record\`, \`npm run soak\` and \`npm run bench:cold-start\`. Each ratio is one of two
measurements of the same run, so that it can be compared between machines. Run them on a machine that
does nothing else.
`;

export function machine(): string {
	const memory = Math.round(os.totalmem() / 1024 ** 3);
	const processors = os.cpus();
	const model = processors[0]?.model.trim() || 'of an unknown kind';
	const { n8n, node } = pinnedSchema.parse(JSON.parse(fs.readFileSync(N8N, 'utf8'))).dependencies;
	return (
		`Measured on ${processors.length} cores (${model}) with ${memory} GB of memory, Node.js ` +
		`${process.versions.node}; n8n ${n8n} on Node.js ${node}.`
	);
}

/** Puts a section into the page, in place of the one with the same name. */
export function replaceSection(name: string, text: string): void {
	const present = fs.existsSync(FILE) ? fs.readFileSync(FILE, 'utf8') : HEAD;
	const [, ...sections] = present.split(/^(?=<!-- \w+ -->$)/m);
	const mark = `<!-- ${name} -->`;
	const fresh = `${mark}\n\n${text}`;
	const place = sections.findIndex((section) => section.startsWith(mark));
	if (place === -1) sections.push(fresh);
	else sections[place] = fresh;
	fs.writeFileSync(FILE, [HEAD, ...sections.map((each) => `${each.trimEnd()}\n`)].join('\n'));
}

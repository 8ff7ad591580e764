/** `docs/benchmarks.md`: one section for each benchmark, replaced by its latest run. */
import { fs, os, path, process, repositoryRoot } from '../platform';
import { writeFigureChart } from './chartFiles';
import { barOf, isMet, type Benchmark, type Figure } from './figure';

const FILE = path.join(repositoryRoot, 'docs', 'benchmarks.md');

const HEAD = `# Benchmarks

\`npm run bench\` measures these and writes this page. Each figure is a ratio of two measurements of the
same run, so that it can be compared between machines. Run it on a machine that does nothing else.
`;

function machine(): string {
	const memory = Math.round(os.totalmem() / 1024 ** 3);
	return `Measured on ${os.cpus().length} cores with ${memory} GB of memory, Node.js ${process.versions.node}.`;
}

function section(
	{ name, title, about, better }: Benchmark,
	figures: Figure[],
	chart: string,
): string {
	const rows = figures.map((figure) => {
		const met = isMet(figure, better) ? 'met' : 'missed';
		const bar = barOf(figure, better);
		const ratio = figure.ratio.toFixed(3);
		return `| ${figure.name} | ${ratio} | ${bar} | ${bar && met} | ${figure.detail} |`;
	});
	return [
		`<!-- ${name} -->`,
		'',
		`## ${title}`,
		'',
		`${about} ${machine()}`,
		'',
		`![${title}](${chart})`,
		'',
		'| figure | ratio | bar | | measured |',
		'| --- | --- | --- | --- | --- |',
		...rows,
		'',
	].join('\n');
}

/** Puts a benchmark's figures and their chart into the page, in place of its earlier ones. */
export function writeReport(benchmark: Benchmark, figures: Figure[]): void {
	const present = fs.existsSync(FILE) ? fs.readFileSync(FILE, 'utf8') : HEAD;
	const [, ...sections] = present.split(/^(?=<!-- \w+ -->$)/m);
	const mark = `<!-- ${benchmark.name} -->`;
	const fresh = section(benchmark, figures, writeFigureChart(benchmark, figures));
	const place = sections.findIndex((text) => text.startsWith(mark));
	if (place === -1) sections.push(fresh);
	else sections[place] = fresh;
	fs.writeFileSync(FILE, [HEAD, ...sections.map((text) => `${text.trimEnd()}\n`)].join('\n'));
}

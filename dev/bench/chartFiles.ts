/** The charts beside `docs/benchmarks.md` and `docs/scaling.md`, one SVG file each. */
import { fs, path, repositoryRoot } from '../platform';
import { lineChart, ratioChart } from './charts';
import type { Benchmark, Figure } from './figure';
import type { SharedKeyRow } from './simulation';

const FOLDER = path.join(repositoryRoot, 'docs', 'charts');

/** A bar for each figure of a benchmark, with a mark at its bar; returns the path of the file relative to `docs`. */
export function writeFigureChart({ name, title, better }: Benchmark, figures: Figure[]): string {
	const word = better === 'lower' ? 'at most' : 'at least';
	const content = ratioChart({
		title,
		note: `Ratios of two measurements of one run; the mark is the bar, ${word}`,
		xLabel: 'ratio',
		bars: figures.map((figure) => ({
			label: figure.label,
			ratio: Number.isFinite(figure.ratio) ? figure.ratio : 0,
			bar: figure.bar,
		})),
	});
	return write(`${name}.svg`, content);
}

/** Time and refusals over the number of processes. */
export function writeSharedKeyCharts(rows: SharedKeyRow[]): string[] {
	const note = '1,000 items on one key at 50 a minute, ten under way in each process, simulated';
	const shared = { note, xLabel: 'processes that share the key' };
	return [
		write(
			'shared-key-makespan.svg',
			lineChart({
				...shared,
				title: 'Time until everything is done',
				yLabel: 'against what the limit allows',
				series: seriesOf(rows, ({ makespan }) => makespan),
				reference: { y: 1, label: 'the limit' },
			}),
		),
		write(
			'shared-key-refusals.svg',
			lineChart({
				...shared,
				title: 'Refused requests (429)',
				yLabel: 'for each item',
				series: seriesOf(rows, ({ refusals }) => refusals),
			}),
		),
		write(
			'shared-key-failed.svg',
			lineChart({
				...shared,
				title: 'Items given up after ten minutes of refusals',
				yLabel: 'of 1,000',
				series: seriesOf(rows, ({ failed }) => failed),
			}),
		),
	];
}

function seriesOf(rows: SharedKeyRow[], value: (row: SharedKeyRow) => number) {
	return (['none', 'seconds'] as const).map((retryAfter) => ({
		name: retryAfter === 'none' ? 'no Retry-After' : 'Retry-After',
		points: rows
			.filter((row) => row.retryAfter === retryAfter)
			.map((row) => ({ x: row.processes, y: value(row) })),
	}));
}

function write(name: string, content: string): string {
	fs.mkdirSync(FOLDER, { recursive: true });
	fs.writeFileSync(path.join(FOLDER, name), content);
	return `charts/${name}`;
}

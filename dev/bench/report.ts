/** A benchmark's section of `docs/benchmarks.md`. */
import { barOf, isMet, type Benchmark, type Figure } from './figure';
import { machine, replaceSection } from './page';

/** Writes a benchmark's figures into the page, replacing its earlier ones. */
export function writeReport(benchmark: Benchmark, figures: Figure[]): void {
	const { name, title, about, better } = benchmark;
	const rows = figures.map((figure) => {
		const met = isMet(figure, better) ? 'met' : 'missed';
		const bar = barOf(figure, better);
		const ratio = figure.ratio.toFixed(3);
		return `| ${figure.name} | ${ratio} | ${bar} | ${bar && met} | ${figure.detail} |`;
	});
	replaceSection(
		name,
		[
			...[`## ${title}`, '', `${about} ${machine()}`, ''],
			...['| figure | ratio | bar | | measured |', '| --- | --- | --- | --- | --- |', ...rows],
		].join('\n'),
	);
}

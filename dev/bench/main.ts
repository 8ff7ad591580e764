/**
 * `npm run bench` measures everything and writes `docs/benchmarks.md`; `npm run bench -- reads lists`
 * measures only what is named, and keeps the other sections of that file.
 */
import { build, runQuietly } from '../commands';
import { process } from '../platform';
import { say } from '../progress';
import { runTask, shutDown } from '../shutdown';
import { benchmarks } from './benchmarks';
import { judge, writeSection, type Benchmark } from './page';

const COLUMNS = ['figure', 'ratio', 'bar', '', 'measured'];

async function main(): Promise<void> {
	const names = process.argv.slice(2);
	const unknown = names.find((name) => !benchmarks.some((known) => known.name === name));
	if (unknown !== undefined) {
		const known = benchmarks.map(({ name }) => name).join(', ');
		throw new Error(`There is no benchmark called "${unknown}": use ${known}`);
	}
	await runQuietly(build);
	let allMet = true;
	for (const benchmark of benchmarks.filter(({ name }) => !names.length || names.includes(name))) {
		if (!(await measure(benchmark))) allMet = false;
	}
	await shutDown(allMet ? 0 : 1);
}

/** @returns whether all figures meet their bars */
async function measure(benchmark: Benchmark): Promise<boolean> {
	say(benchmark.title);
	const judged = (await benchmark.run()).map((figure) => ({
		...figure,
		...judge(figure, benchmark),
	}));
	const rowOf = ({ name, ratio, isMet, bound, detail }: (typeof judged)[number]) => {
		const verdict = isMet ? 'met' : 'missed';
		return [name, ratio.toFixed(3), bound, bound && verdict, detail];
	};
	for (const figure of judged) say(`  ${rowOf(figure).filter(Boolean).join('; ')}`);
	const onPage = judged.filter(({ isPrintedOnly, isMet }) => !isPrintedOnly || !isMet);
	writeSection(benchmark, COLUMNS, onPage.map(rowOf));
	return judged.every(({ isMet }) => isMet);
}

runTask(main);

/**
 * `npm run bench` measures everything and writes `docs/benchmarks.md`; `npm run bench -- pacing reads`
 * measures only what is named, and keeps the other sections of that file.
 */
import { build, succeedQuietly } from '../commands';
import { process } from '../platform';
import { say } from '../progress';
import { runTask, shutDown } from '../shutdown';
import { benchmarks } from './benchmarks';
import { barOf, isMet, type Benchmark, type Figure } from './figure';
import { writeReport } from './report';

function show(figure: Figure, better: Benchmark['better']): void {
	const sign = isMet(figure, better) ? '✓' : '✗';
	const bar = barOf(figure, better);
	const told = `${figure.ratio.toFixed(3)}${bar && ` (${bar})`}; ${figure.detail}`;
	say(`  ${sign} ${figure.name}: ${told}`);
}

async function main(): Promise<void> {
	const names = process.argv.slice(2);
	const unknown = names.find((name) => !benchmarks.some((known) => known.name === name));
	if (unknown !== undefined) {
		const known = benchmarks.map(({ name }) => name).join(', ');
		throw new Error(`There is no benchmark called "${unknown}": use ${known}`);
	}
	await succeedQuietly(build);
	let missed = 0;
	for (const benchmark of benchmarks.filter(({ name }) => !names.length || names.includes(name))) {
		say(benchmark.title);
		const figures = await benchmark.run();
		figures.forEach((figure) => show(figure, benchmark.better));
		missed += figures.filter((figure) => !isMet(figure, benchmark.better)).length;
		writeReport(benchmark, figures);
	}
	await shutDown(missed === 0 ? 0 : 1);
}

runTask(main);

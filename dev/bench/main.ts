/**
 * `npm run bench` measures everything and writes `docs/benchmarks.md`; `npm run bench -- pacing reads`
 * measures only what is named, and keeps the other sections of that file.
 */
import { build, succeedQuietly } from '../commands';
import { process } from '../platform';
import { isMet, type Benchmark, type Figure } from './figure';
import { benchFootprint } from './footprint';
import { benchPacing } from './pacing';
import { benchReads } from './reads';
import { writeReport } from './report';
import { benchTrigger } from './trigger';

const benchmarks: Benchmark[] = [
	{
		name: 'pacing',
		title: 'Pacing against what the limit allows',
		better: 'lower',
		run: benchPacing,
	},
	{ name: 'reads', title: 'Reads side by side', better: 'lower', run: benchReads },
	{
		name: 'trigger',
		title: "Deliveries, against n8n's Webhook node",
		better: 'higher',
		run: async () => await benchTrigger(),
	},
	{ name: 'footprint', title: 'Footprint', better: 'lower', run: benchFootprint },
];

function show(figure: Figure, better: Benchmark['better']): void {
	const sign = isMet(figure, better) ? '✓' : '✗';
	const bar = `${better === 'lower' ? '≤' : '≥'} ${figure.bar}`;
	process.stdout.write(
		`  ${sign} ${figure.name}: ${figure.ratio.toFixed(3)} (${bar}); ${figure.detail}\n`,
	);
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
		process.stdout.write(`${benchmark.title}\n`);
		const figures = await benchmark.run();
		figures.forEach((figure) => show(figure, benchmark.better));
		missed += figures.filter((figure) => !isMet(figure, benchmark.better)).length;
		writeReport(benchmark, figures);
	}
	process.exit(missed === 0 ? 0 : 1);
}

main().catch((error: unknown) => {
	process.stderr.write(`${String(error)}\n`);
	process.exit(1);
});

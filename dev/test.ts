/**
 * `npm test`, or `npm test -- unit e2e` for some kinds only. Ends with one line: N passed, N failed.
 * `-t "some words"` leaves out tests whose names do not have them.
 * `npm run test:queue -- --record` also puts what was measured into docs/benchmarks.md.
 */
import { collectMeasurements, writeMeasurements } from './bench/measurements';
import type { TestResult } from './jest';
import { removePreparedFolder } from './n8n/preparedFolder';
import { process } from './platform';
import { say, seconds } from './progress';
import { runTask } from './shutdown';
import { kinds, stages, type Kind } from './testKinds';

const RECORD = '--record';
const QUEUE_TESTS = {
	name: 'queueTests',
	title: 'Queue mode under load and under faults',
	about:
		'Main, two webhook processes and two workers on one machine (`npm run test:queue`). Where 1,000 messages ' +
		'are delivered, and under faults, n8n acquires its expression engine lazily ' +
		'(`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE`).',
};

async function main(): Promise<void> {
	drawSeed();
	const { args, filter } = splitFilter(process.argv.slice(2));
	const selected = select(args.filter((arg) => arg !== RECORD));
	const isRecorded = args.includes(RECORD);
	const collected = isRecorded ? collectMeasurements() : undefined;
	// Figures are recorded on a machine that does nothing else.
	const jestArgs = isRecorded ? [...filter, '--runInBand'] : filter;
	const results = new Map<string, TestResult>();
	for (const stage of stages) {
		const lanes = stage.map((lane) => lane.filter((kind) => selected.includes(kind)));
		const wanted = lanes.flat();
		if (wanted.length === 0) continue;
		say(`\n━━━ ${wanted.map(({ name }) => name).join(', ')} ━━━`);
		// Some tests alone may do without; what they need they install themselves.
		for (const kind of filter.length === 0 ? wanted : []) await kind.install?.();
		await Promise.all(
			lanes.map(async (lane) => {
				for (const kind of lane) await runKind(kind, jestArgs, results);
			}),
		);
	}
	await removePreparedFolder();
	report([...results.values()]);
	if (collected === undefined) return;
	const measurements = collected();
	if (measurements.length === 0) throw new Error(`${RECORD} is for "npm run test:queue"`);
	if (process.exitCode === undefined) writeMeasurements(QUEUE_TESTS, measurements);
}

/** Draws and prints the seed of newly generated cases, so that a failure can be reproduced. */
function drawSeed(): void {
	if (process.env.PROPERTY_SEED !== 'random') return;
	process.env.PROPERTY_SEED = String(Math.floor(Math.random() * 2 ** 31));
	say(`PROPERTY_SEED=${process.env.PROPERTY_SEED}`);
}

/** Splits off `-t`, Jest's own filter of test names, which is passed on. */
function splitFilter(all: string[]): { args: string[]; filter: string[] } {
	const at = all.indexOf('-t');
	if (at === -1) return { args: all, filter: [] };
	return { args: all.toSpliced(at, 2), filter: all.slice(at, at + 2) };
}

/** The named kinds, or all, with the kinds that they need. */
function select(names: string[]): Kind[] {
	const unknown = names.find((name) => !kinds.some((kind) => kind.name === name));
	if (unknown !== undefined) {
		const known = kinds.map(({ name }) => name).join(', ');
		throw new Error(`There is no kind of test called "${unknown}": use ${known}`);
	}
	if (names.length === 0) return kinds.filter(({ onDemand }) => !onDemand);
	const named = kinds.filter(({ name }) => names.includes(name));
	return kinds.filter((kind) => named.some((one) => one === kind || one.needs === kind.name));
}

async function runKind(
	kind: Kind,
	filter: string[],
	results: Map<string, TestResult>,
): Promise<void> {
	const { name, needs } = kind;
	const started = Date.now();
	const isBlocked = needs !== undefined && results.get(needs)?.failures.length !== 0;
	const result = isBlocked
		? { passed: 0, failures: [`${name}: not run, because ${needs} failed`], skipped: 0 }
		: await kind.run(filter);
	results.set(name, result);
	say(`${name}: ${summary(result)}, ${seconds(started)}`);
}

function report(results: TestResult[]): void {
	const total: TestResult = {
		passed: results.reduce((sum, { passed }) => sum + passed, 0),
		failures: results.flatMap(({ failures }) => failures),
		skipped: results.reduce((sum, { skipped }) => sum + skipped, 0),
	};
	say('');
	if (total.skipped > 0) say(`${total.skipped} skipped`);
	if (total.failures.length > 0) say(`Failed:\n  ${total.failures.join('\n  ')}\n`);
	// A filter without a match must not look like a run in which all tests passed.
	if (total.passed + total.failures.length === 0) say('There is no such test');
	say(summary(total));
	if (total.failures.length > 0 || total.passed === 0) process.exitCode = 1;
}

function summary({ passed, failures }: TestResult): string {
	return `${passed} passed, ${failures.length} failed`;
}

runTask(main);

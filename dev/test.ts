/**
 * `npm test`, or `npm test -- unit e2e` for some kinds only. Ends with one line: N passed, N failed.
 * `-t "some words"` leaves out tests whose names do not have them.
 * `npm run test:queue -- --record` also puts what was measured into docs/benchmarks.md.
 */
import { collectMeasurements, writeMeasurements } from './bench/measurements';
import { process } from './platform';
import { say, seconds } from './progress';
import { runTask } from './shutdown';
import { kinds, stages, type Kind, type TestResult } from './testKinds';

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
	// What is recorded is measured on a machine that does nothing else.
	const jestArgs = isRecorded ? [...filter, '--runInBand'] : filter;
	const results = new Map<string, TestResult>();
	for (const stage of stages) {
		const wanted = stage.filter((kind) => selected.includes(kind));
		if (wanted.length === 0) continue;
		say(`\n━━━ ${wanted.map(({ name }) => name).join(', ')} ━━━`);
		await Promise.all(wanted.map(async (kind) => await runKind(kind, jestArgs, results)));
	}
	report([...results.values(), ...nothingFound(selected, filter, results)]);
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
	const needed = new Set([...names, ...named.flatMap(({ needs }) => needs ?? [])]);
	return kinds.filter(({ name }) => needed.has(name));
}

async function runKind(
	kind: Kind,
	filter: string[],
	results: Map<string, TestResult>,
): Promise<void> {
	const started = Date.now();
	const result = await runUnlessBlocked(kind, filter, results);
	results.set(kind.name, result);
	say(`${kind.name}: ${summary(result)}, ${seconds(started)}`);
}

async function runUnlessBlocked(
	kind: Kind,
	filter: string[],
	results: Map<string, TestResult>,
): Promise<TestResult> {
	const blocker = kind.needs?.find((name) => results.get(name)?.failures.length !== 0);
	if (blocker === undefined) return await kind.run(filter);
	return { passed: 0, failures: [`${kind.name}: not run, because ${blocker} failed`], skipped: 0 };
}

/** A filter without a match must not look like a run in which all tests passed. */
function nothingFound(selected: Kind[], filter: string[], results: Map<string, TestResult>) {
	const filtered = selected
		.filter(({ isSelectable }) => isSelectable)
		.map(({ name }) => results.get(name));
	const hasRun = filtered.some((result) => result && result.passed + result.failures.length > 0);
	if (filter.length === 0 || hasRun) return [];
	return [{ passed: 0, failures: [`No test has "${filter.at(-1)}" in its name`], skipped: 0 }];
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
	say(summary(total));
	if (total.failures.length > 0 || total.passed === 0) process.exitCode = 1;
}

function summary({ passed, failures }: TestResult): string {
	return `${passed} passed, ${failures.length} failed`;
}

runTask(main);

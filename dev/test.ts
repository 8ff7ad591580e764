/**
 * `npm test`, or `npm test -- unit e2e` for some kinds only. Ends with one line: N passed, N failed.
 * `npm run test:queue -- --record` also puts what was measured into docs/benchmarks.md.
 */
import { collectMeasurements, writeMeasurements } from './bench/measurements';
import { process } from './platform';
import { say, seconds } from './progress';
import { shutDown } from './shutdown';
import { kinds, type Kind, type Outcome } from './testKinds';

const RECORD = '--record';
const QUEUE_TESTS = {
	name: 'queueTests',
	title: 'Queue mode under load and under faults',
	about: 'Main, two webhook processes and two workers on one machine (`npm run test:queue`).',
};

async function main(): Promise<void> {
	const args = process.argv.slice(2);
	const selected = select(args.filter((arg) => arg !== RECORD));
	const collected = args.includes(RECORD) ? collectMeasurements() : undefined;
	const outcomes = new Map<string, Outcome>();
	for (const kind of selected) {
		const started = Date.now();
		say(`\n━━━ ${kind.name} ━━━`);
		const outcome = await runUnlessBlocked(kind, outcomes);
		outcomes.set(kind.name, outcome);
		say(`${kind.name}: ${summary(outcome)}, ${seconds(started)}`);
	}
	report([...outcomes.values()]);
	if (collected === undefined) return;
	const measurements = collected();
	if (measurements.length === 0) throw new Error(`${RECORD} is for "npm run test:queue"`);
	if (process.exitCode === undefined) writeMeasurements(QUEUE_TESTS, measurements);
}

/** The kinds that are named, or all; and what they need. */
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

async function runUnlessBlocked(kind: Kind, outcomes: Map<string, Outcome>): Promise<Outcome> {
	const blocker = kind.needs?.find((name) => outcomes.get(name)?.failures.length !== 0);
	if (blocker === undefined) return await kind.run();
	return { passed: 0, failures: [`${kind.name}: not run, because ${blocker} failed`], skipped: 0 };
}

function report(outcomes: Outcome[]): void {
	const total: Outcome = {
		passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
		failures: outcomes.flatMap(({ failures }) => failures),
		skipped: outcomes.reduce((sum, { skipped }) => sum + skipped, 0),
	};
	say('');
	if (total.skipped > 0) say(`${total.skipped} skipped`);
	if (total.failures.length > 0) say(`Failed:\n  ${total.failures.join('\n  ')}\n`);
	say(summary(total));
	if (total.failures.length > 0 || total.passed === 0) process.exitCode = 1;
}

function summary({ passed, failures }: Outcome): string {
	return `${passed} passed, ${failures.length} failed`;
}

main().catch(async (error: unknown) => {
	await shutDown(1, error instanceof Error ? error.message : String(error));
});

import fc from 'fast-check';
import { numRuns } from '../../properties';
import { anyKill, environmentEvents, perOperation } from './modelEvents';
import { NAMES, Real, Rules } from './modelRules';
import { perWorkflow } from './modelSteps';

const anyName = fc.constantFrom(...NAMES);
const steps = perWorkflow.map((Kind) => anyName.map((name) => new Kind(name)));
const others = environmentEvents.map((Kind) => fc.constant(new Kind('')));
const operations = perOperation.map((Kind) =>
	fc.constantFrom('set', 'disable').map((name) => new Kind(name)),
);
/** Weighted towards user actions: long runs without them would test nothing. */
const everything = [...steps, ...steps, ...steps, ...others, ...operations, anyKill(anyName)];

it('has the service deliver to those who listen, and each message start each of them once, in any order of what can happen', async () => {
	const reached = new Set<string>();
	// Long sequences: short ones do not find bugs that need a restart in the middle.
	const orders = fc.commands(everything, { maxCommands: 40, size: 'max' });
	const property = fc.asyncProperty(orders, async (commands) => {
		const real = new Real();
		await real.begin();
		try {
			await fc.asyncModelRun(() => ({ model: new Rules(reached), real }), commands);
		} finally {
			await real.end();
		}
	});

	await fc.assert(property, numRuns(100));

	// A run that does not reach these states would prove nothing.
	expect([...reached]).toEqual(
		expect.arrayContaining([
			...['nobody', 'first', 'second', 'third', 'first test', 'second test', 'third test'],
			...['shared', '3 started', 'test beside', 'killed during a test', 'killed at the service'],
			...['killed at the receiver', 'unreachable publish', 'unreachable test', 'made up for'],
			...['operation set', 'operation disable', 'another address', 'test under another address'],
			...['another key', 'down', 'made right'],
		]),
	);
}, 600_000);

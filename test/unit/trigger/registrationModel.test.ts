import fc from 'fast-check';
import { numRuns } from '../../properties';
import { Model, NAMES, Real } from './modelState';
import { anyStep } from './modelSteps';

it.each([
	['the process that runs the triggers takes deliveries', false],
	['another process takes deliveries', true],
])(
	'the service delivers to those who listen, and each message starts each of them once, in any order of what can happen: %s',
	async (_where, isSplit) => {
		const reached = new Set<string>();
		// Long sequences: short ones do not find bugs that need a restart in the middle.
		const orders = fc.commands(anyStep(NAMES), { maxCommands: 40, size: 'max' });
		const property = fc.asyncProperty(orders, async (commands) => {
			const real = new Real(isSplit);
			await real.begin();
			try {
				await fc.asyncModelRun(() => ({ model: new Model(reached), real }), commands);
			} finally {
				await real.end();
			}
		});

		await fc.assert(property, numRuns(150));

		// A run that does not reach these states would prove nothing.
		const all = [
			...['nobody', 'first', 'second', 'third', 'first test', 'second test', 'third test'],
			...['shared', '3 started', 'test beside', 'killed during a test', 'killed at the service'],
			...['killed at the listener', 'unreachable publish', 'unreachable test', 'made up for'],
			...['set elsewhere', 'another address', 'test under another address', 'another key'],
			...['down', 'made right', 'slow start', 'new versions'],
		];
		expect(all.filter((one) => !reached.has(one))).toEqual([]);
	},
	600_000,
);

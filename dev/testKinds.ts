/** The kinds of tests that `npm test` runs, in this order: one line each, and nowhere else. */
import { build, lint, succeed, typeCheck, type Command } from './commands';
import { runJest } from './jest';

export interface Outcome {
	passed: number;
	/** What failed, a line or more for each. */
	failures: string[];
	skipped: number;
}

export interface Kind {
	name: string;
	/** Kinds that have to pass before this one tells anything. */
	needs?: string[];
	/** Runs only when it is named. */
	onDemand?: boolean;
	run(): Promise<Outcome>;
}

export const kinds: Kind[] = [
	{ name: 'lint', run: async () => await asOneTest('lint', lint) },
	{ name: 'types', run: async () => await asOneTest('types', typeCheck) },
	{ name: 'unit', run: async () => await runJest('test/unit') },
	{ name: 'engine', run: async () => await runJest('test/engine') },
	{ name: 'build', run: async () => await asOneTest('build', build) },
	{
		name: 'e2e',
		needs: ['build'],
		run: async () => await runJest('test/e2e', '--config', 'test/e2e/jest.config.js'),
	},
	{
		name: 'browser',
		needs: ['build'],
		run: async () => await runJest('test/browser', '--config', 'test/browser/jest.config.js'),
	},
	{
		// Installs two more releases of n8n, 3 GB each.
		name: 'compat',
		needs: ['build'],
		onDemand: true,
		run: async () => await runJest('test/compat', '--config', 'test/compat/jest.config.js'),
	},
	{
		// Needs PostgreSQL and Redis, which a contributor's machine may not have.
		name: 'queue',
		needs: ['build'],
		onDemand: true,
		run: async () => await runJest('test/queue', '--config', 'test/queue/jest.config.js'),
	},
];

async function asOneTest(name: string, commands: Command[]): Promise<Outcome> {
	const passed = await succeed(commands);
	return {
		passed: passed ? 1 : 0,
		failures: passed ? [] : [`${name}: see its output above`],
		skipped: 0,
	};
}

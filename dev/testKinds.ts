/** The kinds of tests that `npm test` runs, in this order. */
import { build, lint, succeed, typeCheck, type Command } from './commands';
import { runJest } from './jest';

export interface TestResult {
	passed: number;
	/** What failed, a line or more for each. */
	failures: string[];
	skipped: number;
}

export interface Kind {
	name: string;
	/** Kinds that have to pass before this one is meaningful. */
	needs?: string[];
	/** Runs only when named. */
	onDemand?: boolean;
	/** Uses one core, and so runs in parallel with adjacent kinds that do too. */
	oneCore?: boolean;
	/** @param filter further arguments for Jest */
	run(filter: string[]): Promise<TestResult>;
}

export const kinds: Kind[] = [
	{ name: 'lint', oneCore: true, run: async () => await asOneTest('lint', lint) },
	{ name: 'types', oneCore: true, run: async () => await asOneTest('types', typeCheck) },
	{ name: 'build', oneCore: true, run: async () => await asOneTest('build', build) },
	{ name: 'unit', run: async (filter) => await runJest('test/unit', ...filter) },
	{ name: 'engine', run: async (filter) => await runJest('test/engine', ...filter) },
	{
		name: 'e2e',
		needs: ['build'],
		run: async (filter) => await withConfig('test/e2e', filter),
	},
	{
		name: 'browser',
		needs: ['build'],
		run: async (filter) => await withConfig('test/browser', filter),
	},
	{
		// Installs two more releases of n8n, 3 GB each; needs PostgreSQL and Redis.
		name: 'compat',
		needs: ['build'],
		onDemand: true,
		run: async (filter) => await withConfig('test/compat', filter),
	},
	{
		// Thousands of executions: minutes.
		name: 'load',
		needs: ['build'],
		onDemand: true,
		run: async (filter) => await withConfig('test/load', filter),
	},
	{
		// Needs PostgreSQL and Redis, which a contributor's machine may not have.
		name: 'queue',
		needs: ['build'],
		onDemand: true,
		run: async (filter) => await withConfig('test/queue', filter),
	},
];

async function withConfig(folder: string, filter: string[]): Promise<TestResult> {
	return await runJest(folder, '--config', `${folder}/jest.config.js`, ...filter);
}

async function asOneTest(name: string, commands: Command[]): Promise<TestResult> {
	const passed = await succeed(commands);
	return {
		passed: passed ? 1 : 0,
		failures: passed ? [] : [`${name}: see its output above`],
		skipped: 0,
	};
}

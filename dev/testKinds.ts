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
	/** The kind that has to pass before this one is meaningful. */
	needs?: string;
	/** Runs only when named. */
	onDemand?: boolean;
	/** @param filter further arguments for Jest */
	run(filter: string[]): Promise<TestResult>;
}

/** In this order; those in one row run side by side. */
export const stages: Kind[][] = [
	[commands('lint', lint), commands('types', typeCheck), commands('build', build)],
	// The first computes, the second waits: for the limit of a key, for an answer that does not come.
	[tests('unit'), tests('engine', '--maxWorkers=4')],
	// They drive an n8n of their own, and wait for it more than they compute.
	[withN8n('e2e'), withN8n('browser')],
	// Alone: n8n is given more than it can do at once.
	[withN8n('bursts')],
	// Needs PostgreSQL and Redis, which a contributor's machine may not have.
	[{ ...withN8n('queue'), onDemand: true }],
	// Installs two more releases of n8n, 3 GB each; needs PostgreSQL and Redis.
	[{ ...withN8n('compat'), onDemand: true }],
	// Thousands of executions: minutes.
	[{ ...withN8n('load'), onDemand: true }],
];

export const kinds = stages.flat();

function tests(name: string, ...options: string[]): Kind {
	return { name, run: async (filter) => await runJest(`test/${name}`, ...options, ...filter) };
}

function withN8n(name: string): Kind {
	return { ...tests(name, '--config', `test/${name}/jest.config.js`), needs: 'build' };
}

/** A kind that counts as one test, and as none where Jest is to select some. */
function commands(name: string, all: Command[]): Kind {
	const run = async (filter: string[]) => {
		const failures = (await succeed(all)) ? [] : [`${name}: see its output above`];
		return { passed: failures.length + filter.length === 0 ? 1 : 0, failures, skipped: 0 };
	};
	return { name, run };
}

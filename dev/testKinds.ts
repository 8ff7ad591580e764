/** The kinds of tests that `npm test` runs, in this order. */
import { build, lint, runAll, typeCheck, type Command } from './commands';
import { installOlder } from './compat/releases';
import { runJest, type TestResult } from './jest';
import { prepareFolder } from './n8n/preparedFolder';
import { messageOf } from './shutdown';

export interface Kind {
	name: string;
	/** The kind that has to pass before this one is meaningful. */
	needs?: string;
	/** Runs only when named. */
	onDemand?: boolean;
	/** Before anything of its row begins: an installation takes the disk from whatever runs beside it. */
	install?(): Promise<void>;
	/** @param filter further arguments for Jest */
	run(filter: string[]): Promise<TestResult>;
}

/** In this order. What stands in one row runs side by side, and what stands in one lane of it one after another. */
export const stages: Kind[][][] = [
	[[commands('build', build)]],
	// An n8n that is given more than it can do keeps one core busy; the rest keeps the other, and needs no
	// n8n: beside e2e it was given so little that executions were left as running.
	[
		[commands('lint', lint), commands('types', typeCheck), tests('unit')],
		[tests('engine', '--maxWorkers=4')],
		[withN8n('bursts')],
	],
	// They drive an n8n of their own, and wait for it more than they compute.
	[[withN8n('e2e')], [withN8n('browser')], [withN8n('soak')]],
	// They need PostgreSQL and Redis, which a contributor's machine may not have; the second installs two
	// more releases of n8n, 3 GB each.
	[
		[{ ...withN8n('queue'), onDemand: true }],
		[{ ...withN8n('compat'), onDemand: true, install: installOlder }],
	],
	// Thousands of executions: minutes.
	[[{ ...withN8n('load'), onDemand: true }]],
];

export const kinds = stages.flat(2);

function tests(name: string, ...options: string[]): Kind {
	return { name, run: async (filter) => await runJest(`test/${name}`, ...options, ...filter) };
}

let preparing: Promise<void> | undefined;

/** Tests of the built package; what every n8n begins with is made once for all of them. */
function withN8n(name: string): Kind {
	const { run } = tests(name, '--config', `test/${name}/jest.config.js`);
	return {
		name,
		needs: 'build',
		async run(filter) {
			try {
				await (preparing ??= prepareFolder());
			} catch (error) {
				return { passed: 0, failures: [`${name}: ${messageOf(error)}`], skipped: 0 };
			}
			return await run(filter);
		},
	};
}

/** A kind that counts as one test, and as none where Jest is to select some. */
function commands(name: string, all: Command[]): Kind {
	const run = async (filter: string[]) => {
		const failures = (await runAll(all)) ? [] : [`${name}: see its output above`];
		return { passed: failures.length + filter.length === 0 ? 1 : 0, failures, skipped: 0 };
	};
	return { name, run };
}

/** The commands that npm's scripts run: `npm test -- lint types`, the build before `npm start`. */
import { path, process, repositoryRoot } from './platform';
import { outputOf, runCommand } from './processes';

export interface Command {
	name: string;
	args: string[];
}

export const lint: Command[] = [
	{ name: 'n8n-node', args: ['lint'] },
	{ name: 'prettier', args: ['--check', '--log-level', 'warn', '.'] },
];

/** All code; the build also checks what is published by itself. */
export const typeCheck: Command[] = [{ name: 'tsc', args: ['-p', 'tsconfig.dev.json'] }];

export const build: Command[] = [{ name: 'n8n-node', args: ['build'] }];

/** Runs programs of the development dependencies, one after another, also after a failure; returns whether all succeeded. */
export async function runAll(commands: Command[]): Promise<boolean> {
	let allSucceeded = true;
	// Without CI, some draw their progress, which fills a log.
	const env = { ...process.env, CI: 'true' };
	for (const command of commands) {
		const { code } = await runCommand(programOf(command.name), command.args, { env });
		allSucceeded &&= code === 0;
	}
	return allSucceeded;
}

/**
 * Runs them without output.
 *
 * @throws Error at the first failure, with what the command wrote
 */
export async function runQuietly(commands: Command[]): Promise<void> {
	for (const { name, args } of commands) await outputOf(programOf(name), args);
}

/** The path of a development dependency's program. */
export function programOf(name: string): string {
	return path.join(repositoryRoot, 'node_modules', '.bin', name);
}

/** The commands behind the tasks. */
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

/** Runs commands of this repository's development dependencies one after another; returns whether all succeeded. */
export async function succeed(commands: Command[]): Promise<boolean> {
	let allSucceeded = true;
	// Without it, some draw their progress, which fills a log.
	const env = { ...process.env, CI: 'true' };
	for (const command of commands) {
		const { code } = await runCommand(programOf(command), command.args, { env });
		allSucceeded &&= code === 0;
	}
	return allSucceeded;
}

/** Runs commands without showing output; throws what a failed command wrote. */
export async function succeedQuietly(commands: Command[]): Promise<void> {
	for (const command of commands) await outputOf(programOf(command), command.args);
}

/** Where npm puts the programs of the development dependencies. */
export function programOf({ name }: Pick<Command, 'name'>): string {
	return path.join(repositoryRoot, 'node_modules', '.bin', name);
}

/** Child processes of a measurement. */
import { childProcess, once, path, repositoryRoot } from '../platform';

/** Runs a TypeScript file of this folder in a process of its own. */
export function startChild(file: string, ...args: string[]): childProcess.ChildProcess {
	const execArgv = ['--require', 'tsx/cjs'];
	return childProcess.fork(path.join(repositoryRoot, 'dev', 'bench', file), args, { execArgv });
}

/** The next message of a child; rejects if it ends instead. */
export async function messageOf(child: childProcess.ChildProcess): Promise<unknown> {
	const ended = once(child, 'exit').then(([code]) => {
		throw new Error(`A process of the measurement ended with ${code}`);
	});
	const [message] = await Promise.race([once(child, 'message'), ended]);
	return message;
}

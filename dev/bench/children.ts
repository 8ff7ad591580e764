/** Child processes of a measurement. */
import { childProcess, path, process, repositoryRoot } from '../platform';

export interface Child {
	/** Its next message. */
	next(): Promise<unknown>;
	say(message: string): void;
	end(): void;
}

/** Runs a TypeScript file of this folder in a process of its own, which ends with this one. */
export function startChild(file: string, ...args: string[]): Child {
	const child = childProcess.fork(path.join(repositoryRoot, 'dev', 'bench', file), args, {
		cwd: repositoryRoot,
		execArgv: ['--require', 'tsx/cjs'],
	});
	return {
		next: async () =>
			await new Promise<unknown>((resolve, reject) => {
				child.once('message', resolve);
				child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
			}),
		say: (message) => void child.send(message),
		end: () => void child.kill(),
	};
}

/** In the child: sends a result to the parent. */
export function report(message: object): void {
	process.send?.(message);
}

/** In the child: resolves with the parent's next message; exits when the parent is gone. */
export async function parentMessage(): Promise<void> {
	process.once('disconnect', () => process.exit());
	await new Promise((resolve) => {
		process.once('message', resolve);
	});
}

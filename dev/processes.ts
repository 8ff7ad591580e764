/** Starts child processes so that none of them outlives this one. */
import { childProcess, fs, once, path, process, repositoryRoot, wait } from './platform';
import { onShutdown } from './shutdown';

export interface CommandOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** `inherit` shows the program's output as it is, `pipe` leaves it to the caller. */
	output?: 'inherit' | 'pipe';
}

export interface CommandEnd {
	code: number | null;
	signal: NodeJS.Signals | null;
}

export interface RunningCommand {
	child: childProcess.ChildProcess;
	/** Settles when the program has ended; rejects only when it could not be started. */
	ended: Promise<CommandEnd>;
	/** Sends a signal to the program and everything it started. */
	signalAll(signal: NodeJS.Signals): void;
	/** Terminates the program and everything it started; kills it after `graceMs`. */
	stop(graceMs?: number): Promise<void>;
}

const running = new Set<RunningCommand>();

/**
 * Waits for the end of its standard input and then ends the process group given as $1. The kernel
 * closes the pipe however this process goes, SIGKILL included, which no signal handler could see.
 */
const GUARD = `
trap "" INT TERM HUP
cat > /dev/null
kill -s TERM -- "-$1" || exit 0
for second in 1 2 3; do sleep 1; kill -s 0 -- "-$1" || exit 0; done
kill -s KILL -- "-$1"
`;

/** Starts a program in a process group of its own that ends with this process. */
export function startCommand(
	program: string,
	args: string[],
	{ cwd = repositoryRoot, env = process.env, output = 'inherit' }: CommandOptions = {},
): RunningCommand {
	const child = childProcess.spawn(program, args, {
		cwd,
		env,
		detached: true,
		stdio: ['ignore', output, output],
	});
	const guard = child.pid === undefined ? undefined : startGuard(child.pid);
	const ended = endOf(child);

	function signalAll(signal: NodeJS.Signals): void {
		if (child.pid !== undefined) signalGroup(child.pid, signal);
	}
	async function stop(graceMs = 10_000): Promise<void> {
		signalAll('SIGTERM');
		if (!(await groupEnds(child.pid, graceMs))) signalAll('SIGKILL');
		await groupEnds(child.pid, 2000);
		// The process group ID may be reused from now on.
		guard?.kill('SIGKILL');
		running.delete(command);
	}
	const command = { child, ended, signalAll, stop };
	if (running.size === 0) onShutdown(stopAll);
	running.add(command);
	return command;
}

async function stopAll(): Promise<void> {
	await Promise.all([...running].map(async (command) => await command.stop()));
}

/** Runs a program to its end. */
export async function runCommand(
	program: string,
	args: string[],
	options?: CommandOptions,
): Promise<CommandEnd> {
	const command = startCommand(program, args, options);
	return await endOfAll(command);
}

/** Runs a program to its end and returns its output: `output` is both streams interleaved. */
export async function captureCommand(
	program: string,
	args: string[],
	options?: Omit<CommandOptions, 'output'>,
): Promise<CommandEnd & { stdout: string; output: string }> {
	const command = startCommand(program, args, { ...options, output: 'pipe' });
	let stdout = '';
	let output = '';
	command.child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
	onOutput(command.child, (text) => (output += text));
	const end = await endOfAll(command);
	return { ...end, stdout, output };
}

/** Runs a program to its end and returns its standard output; throws all that it wrote when it fails. */
export async function outputOf(
	program: string,
	args: string[],
	options?: Omit<CommandOptions, 'output'>,
): Promise<string> {
	const { code, stdout, output } = await captureCommand(program, args, options);
	if (code === 0) return stdout;
	throw new Error(`${path.basename(program)} ${args.join(' ')} ended with ${code}:\n${output}`);
}

/** Where a program is found by its name alone. */
export function findOnPath(name: string, env = process.env): string | undefined {
	const folders = (env.PATH ?? '').split(path.delimiter);
	return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
}

/** Passes on the output of a program, of both streams. */
export function onOutput(child: childProcess.ChildProcess, take: (text: string) => void): void {
	for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', take);
}

/** Waits for the program, and terminates what it may have left running. */
async function endOfAll(command: RunningCommand): Promise<CommandEnd> {
	try {
		return await command.ended;
	} finally {
		await command.stop(0);
	}
}

function startGuard(group: number): childProcess.ChildProcess {
	const guard = childProcess.spawn('sh', ['-c', GUARD, 'guard', String(group)], {
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
	});
	// The guard must not keep this process alive; only its pipe counts.
	guard.unref();
	return guard;
}

async function endOf(child: childProcess.ChildProcess): Promise<CommandEnd> {
	// 'close' comes after the last output, 'exit' may come before it.
	await once(child, 'close');
	return { code: child.exitCode, signal: child.signalCode };
}

/** Sends a signal to the group; returns whether it still exists. Signal 0 only checks that. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-group, signal);
	} catch {
		return false;
	}
}

async function groupEnds(group: number | undefined, withinMs: number): Promise<boolean> {
	if (group === undefined) return true;
	const deadline = Date.now() + withinMs;
	while (signalGroup(group, 0)) {
		if (Date.now() >= deadline) return false;
		await wait(50);
	}
	return true;
}

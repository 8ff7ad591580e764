/** Starts child processes so that none of them outlives this one. */
import { childProcess, fs, once, path, process, repositoryRoot, wait } from './platform';
import { messageOf, onShutdown } from './shutdown';
import { until } from './until';

export interface CommandOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** `inherit` shows the program's output as it is, `pipe` keeps it in `written`. */
	output?: 'inherit' | 'pipe';
}

export interface CommandEnd {
	code: number | null;
	signal: NodeJS.Signals | null;
}

/** The text that a program has written so far: `output` is both streams interleaved. */
export interface Written {
	stdout: string;
	output: string;
}

export interface RunningCommand {
	pid: number | undefined;
	written: Written;
	/** Settles when the program has ended; rejects only when it could not be started. */
	ended: Promise<CommandEnd>;
	/** Sends the program and everything it started a signal, SIGTERM by default; kills what is left after `graceMs`. */
	stop(signal?: NodeJS.Signals, graceMs?: number): Promise<void>;
}

const SERVES = { timeoutMs: 300_000, everyMs: 100 };
const LOG_TAIL = 3000;

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
	const { pid } = child;
	const guard = pid === undefined ? undefined : startGuard(pid);
	const written = { stdout: '', output: '' };
	child.stdout?.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (text: string) => (written.output += text));
	}

	async function stop(signal: NodeJS.Signals = 'SIGTERM', graceMs = 10_000): Promise<void> {
		if (!(await groupEnds(pid, signal, graceMs))) await groupEnds(pid, 'SIGKILL', 2000);
		// The process group ID may be reused from now on.
		guard?.kill('SIGKILL');
		running.delete(command);
	}
	const command = { pid, written, ended: endOf(child), stop };
	if (running.size === 0) onShutdown(stopAll);
	running.add(command);
	return command;
}

async function stopAll(): Promise<void> {
	await Promise.all([...running].map(async (command) => await command.stop()));
}

/** Runs a program to its end, and terminates what it may have left running. */
export async function runCommand(
	program: string,
	args: string[],
	options?: CommandOptions,
): Promise<CommandEnd & Written> {
	const command = startCommand(program, args, options);
	try {
		return { ...(await command.ended), ...command.written };
	} finally {
		await command.stop('SIGTERM', 0);
	}
}

/** Runs a program to its end, and returns its output instead of showing it. */
export async function captureCommand(
	program: string,
	args: string[],
	options?: Omit<CommandOptions, 'output'>,
): Promise<CommandEnd & Written> {
	return await runCommand(program, args, { ...options, output: 'pipe' });
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

/** The path at which a program is found by its name alone. */
export function findOnPath(name: string, env = process.env): string | undefined {
	const folders = (env.PATH ?? '').split(path.delimiter);
	return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
}

/**
 * Starts a server and waits until it serves.
 *
 * @param serves asked again and again; a failure means not yet
 * @throws Error that says why it does not serve, with the end of what it wrote
 */
export async function startServer(
	name: string,
	[program, args]: [string, string[]],
	{ serves, ...options }: Omit<CommandOptions, 'output'> & { serves(): Promise<boolean> },
): Promise<RunningCommand> {
	const command = startCommand(program, args, { ...options, output: 'pipe' });
	let failure: string | undefined;
	command.ended.then(
		({ code, signal }) => (failure = `ended with ${code ?? signal} before it served`),
		(error: unknown) => (failure = `could not be started: ${String(error)}`),
	);
	const ask = async () => {
		if (failure !== undefined) throw new Error(`${name} ${failure}`);
		return (await serves().catch(() => false)) || undefined;
	};
	await until(`${name} to serve`, ask, SERVES).catch(async (error: unknown) => {
		await command.stop();
		const end = command.written.output.slice(-LOG_TAIL);
		throw new Error(`${messageOf(error)}. It wrote:\n${end}`);
	});
	return command;
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

/** Sends the group a signal, and returns whether all of it has ended in time. */
async function groupEnds(
	group: number | undefined,
	signal: NodeJS.Signals,
	withinMs: number,
): Promise<boolean> {
	if (group === undefined || !signalGroup(group, signal)) return true;
	const deadline = Date.now() + withinMs;
	while (signalGroup(group, 0)) {
		if (Date.now() >= deadline) return false;
		await wait(50);
	}
	return true;
}

/** Returns whether the group still exists. Signal 0 only checks that. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-group, signal);
	} catch {
		return false;
	}
}

/** The most memory that a process has had, in megabytes; `undefined` where the system is not Linux. */
export function peakMemory(pid: number | undefined): number | undefined {
	const file = `/proc/${pid}/status`;
	const status = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
	const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
	return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1_024);
}

/** Graceful shutdown: child processes are stopped before this process exits. */
import { fs, process, timers } from './platform';

type CleanUp = () => Promise<void>;

/** Exit codes as a shell gives them: 128 plus the signal's number. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const ORPHAN_CHECK_MS = 500;

const cleanUps: CleanUp[] = [];
let ending: Promise<never> | undefined;
let exitCodeWhenAsked: number | undefined;

/** Runs `cleanUp`, last registered first, when this process receives a signal or calls `shutDown`. */
export function onShutdown(cleanUp: CleanUp): void {
	if (cleanUps.length === 0) listen();
	if (!cleanUps.includes(cleanUp)) cleanUps.push(cleanUp);
}

/** From here on, a signal to terminate is expected and not a failure. */
export function endingIsSuccess(): void {
	exitCodeWhenAsked = 0;
}

/**
 * Stops everything that was registered and ends this process, after saying why. What ends meanwhile
 * may call this too: such calls wait for the first, and their reason is only its consequence.
 */
export async function shutDown(exitCode: number, reason?: string): Promise<never> {
	if (ending === undefined && reason !== undefined) process.stderr.write(`${reason}\n`);
	ending ??= cleanUpAndExit(exitCode);
	return await ending;
}

/** Runs a task; a failure ends this process with its reason. */
export function runTask(task: () => Promise<void>): void {
	task().catch(async (error: unknown) => await shutDown(1, messageOf(error)));
}

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

async function cleanUpAndExit(exitCode: number): Promise<never> {
	for (const cleanUp of cleanUps.reverse()) {
		try {
			await cleanUp();
		} catch (error) {
			process.stderr.write(`While ending: ${String(error)}\n`);
		}
	}
	return process.exit(exitCode);
}

function listen(): void {
	for (const [signal, code] of Object.entries(EXIT_CODES)) {
		process.on(signal, () => {
			// A second Ctrl-C does not wait: the guards of processes.ts end what is left.
			if (ending !== undefined) process.exit(code);
			void shutDown(exitCodeWhenAsked ?? code);
		});
	}
	// A closed pipe (`npm start | head`) must not turn the next line into a crash.
	process.stdout.on('error', () => void shutDown(EXIT_CODES.SIGHUP));
	const ancestors = readAncestors();
	timers
		.setInterval(() => {
			if (readAncestors() !== ancestors) void shutDown(EXIT_CODES.SIGHUP);
		}, ORPHAN_CHECK_MS)
		.unref();
}

/**
 * npm passes some signals only to the shell between itself and this process, and SIGKILL to
 * nobody. What is left to see then is that the parent, or the shell's parent, is another one.
 */
function readAncestors(): string {
	return `${process.ppid} ${parentOf(process.ppid)}`;
}

function parentOf(pid: number): string {
	try {
		// "pid (name) state parent …": the name may hold spaces and brackets, so look behind the last one.
		const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
		return stat.slice(stat.lastIndexOf(')')).split(' ')[2] ?? '';
	} catch {
		// macOS has no /proc; its shell replaces itself with the command, so the parent is npm.
		return '';
	}
}

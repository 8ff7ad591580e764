/** One running n8n: started, awaited, restarted, killed, and never left behind. */
import { wait } from '../platform';
import { onOutput, startCommand, type RunningCommand } from '../processes';
import { n8nEnvironment } from './environment';
import { ensureN8n, type N8nInstallation } from './install';
import { freePort, HOST } from './ports';

export interface N8nOptions {
	/** Another n8n than the pinned one. */
	installation?: N8nInstallation;
	/** n8n keeps everything of its own below this folder. */
	userFolder: string;
	port?: number;
	brokerPort?: number;
	/** Which of n8n's processes: all in one, or one of those that queue mode is made of. */
	command?: 'start' | 'webhook' | 'worker';
	/** Further settings for n8n, over those of environment.ts. */
	env?: NodeJS.ProcessEnv;
}

export interface N8nServer {
	url: string;
	/** Of n8n as started last. */
	readonly pid: number | undefined;
	/** Settles with the reason when n8n, as started last, has ended, whoever ended it. */
	ended(): Promise<string>;
	/** Everything that n8n has written since it was first started. */
	logs(): string;
	/** Stops n8n and starts it with the same folder and ports, also after a `kill`. */
	restart(): Promise<void>;
	/** Sends n8n and what it started a signal, and waits until they are gone. */
	kill(signal: NodeJS.Signals): Promise<void>;
	/** Ends n8n in its own way, by force where that takes too long. */
	stop(): Promise<void>;
}

const READY_WITHIN_MS = 300_000;
const POLL_MS = 100;
const LOG_TAIL = 3000;

/** Starts the pinned n8n, installing it first where it is missing, and waits until it serves requests. */
export async function startN8n(options: N8nOptions): Promise<N8nServer> {
	const installation = options.installation ?? (await ensureN8n());
	const port = options.port ?? (await freePort());
	const brokerPort = options.brokerPort ?? (await freePort());
	const env = n8nEnvironment(installation, { ...options, port, brokerPort });
	const url = `http://localhost:${port}`;
	const role = options.command ?? 'start';
	let log = '';

	async function start(): Promise<RunningCommand> {
		const command = startCommand(installation.node, [installation.entry, role], {
			cwd: options.userFolder,
			env,
			output: 'pipe',
		});
		onOutput(command.child, (text) => (log += text));
		const failure = await readiness(command, `http://${HOST}:${port}/healthz/readiness`);
		if (failure === undefined) return command;
		await command.stop();
		throw new Error(`n8n on port ${port} ${failure}. It wrote:\n${log.slice(-LOG_TAIL)}`);
	}

	let running = await start();
	return {
		url,
		get pid() {
			return running.child.pid;
		},
		async ended() {
			const { code, signal } = await running.ended;
			return `n8n ended with ${code ?? signal}`;
		},
		logs: () => log,
		stop: async () => await running.stop(),
		async restart() {
			await running.stop();
			running = await start();
		},
		async kill(signal) {
			running.signalAll(signal);
			await running.ended;
			await running.stop();
		},
	};
}

/** Waits until n8n serves requests; otherwise says what kept it from that. */
async function readiness(command: RunningCommand, url: string): Promise<string | undefined> {
	let failure: string | undefined;
	command.ended.then(
		({ code, signal }) => (failure = `ended with ${code ?? signal} before it was ready`),
		(error: unknown) => (failure = `could not be started: ${String(error)}`),
	);
	const deadline = Date.now() + READY_WITHIN_MS;
	while (failure === undefined && !(await answersOk(url))) {
		if (Date.now() > deadline) return `was not ready after ${READY_WITHIN_MS / 1000} s`;
		await wait(POLL_MS);
	}
	return failure;
}

async function answersOk(url: string): Promise<boolean> {
	try {
		return (await fetch(url)).ok;
	} catch {
		return false;
	}
}

/** One running n8n: started, awaited, restarted, killed, and never left behind. */
import { path, process, repositoryRoot } from '../platform';
import { startServer } from '../processes';
import { n8nEnvironment } from './environment';
import { ensureN8n, type N8nInstallation } from './install';
import { freePort, HOST } from './ports';

/** Set for tests that record no figures (dev/jest.ts), whose n8n is made faster; figures are of n8n as it is. */
export const UNMEASURED = 'PUBLIC_OUTREACH_UNMEASURED';
const PRELOAD = path.join(repositoryRoot, 'dev', 'n8n', 'preload.cjs');
/** Garbage is collected in larger amounts, and {@link PRELOAD} saves work that is the same each time. */
const FASTER = ['--max-semi-space-size=64', '--require', PRELOAD];

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
	/** The process ID of the n8n that was started last. */
	readonly pid: number | undefined;
	/** Settles with the reason when n8n, as started last, has ended, for whatever reason. */
	ended(): Promise<string>;
	/** Everything that n8n has written since it was first started. */
	logs(): string;
	/**
	 * Stops n8n and starts it with the same folder and ports, also after a `kill`.
	 *
	 * @param settings over the present ones
	 */
	restart(settings?: NodeJS.ProcessEnv): Promise<void>;
	/** Sends n8n and what it started a signal, and waits until they are gone. */
	kill(signal: NodeJS.Signals): Promise<void>;
	/** Ends n8n in its own way, by force where that takes too long. */
	stop(): Promise<void>;
}

/** Starts the pinned n8n, installing it first where it is missing, and waits until it serves requests. */
export async function startN8n(options: N8nOptions): Promise<N8nServer> {
	const installation = options.installation ?? (await ensureN8n());
	const port = options.port ?? (await freePort());
	const brokerPort = options.brokerPort ?? (await freePort());
	let env = n8nEnvironment(installation, { ...options, port, brokerPort });
	const flags = process.env[UNMEASURED] === undefined ? [] : FASTER;
	const command: [string, string[]] = [
		installation.node,
		[...flags, installation.entry, options.command ?? 'start'],
	];
	const readiness = `http://${HOST}:${port}/healthz/readiness`;
	const start = async () =>
		await startServer(`n8n on port ${port}`, command, {
			cwd: options.userFolder,
			env,
			serves: async () => (await fetch(readiness)).ok,
		});

	let running = await start();
	let earlier = '';
	return {
		url: `http://localhost:${port}`,
		get pid() {
			return running.pid;
		},
		async ended() {
			const { code, signal } = await running.ended;
			return `n8n ended with ${code ?? signal}`;
		},
		logs: () => earlier + running.written.output,
		stop: async () => await running.stop(),
		async restart(settings) {
			await running.stop();
			env = { ...env, ...settings };
			earlier += running.written.output;
			running = await start();
		},
		kill: async (signal) => await running.stop(signal, Infinity),
	};
}

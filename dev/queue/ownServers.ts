/** A dedicated PostgreSQL and Redis, which may be killed and restarted. */
import { newFolder, remove } from '../folders';
import { freePort, HOST } from '../n8n/ports';
import { path } from '../platform';
import { onOutput, outputOf, startCommand, type RunningCommand } from '../processes';
import { until } from '../until';
import { connectToPostgres, connectToRedis } from './clients';
import { asPostgresUser, findProgram, handToPostgresUser } from './programs';

export interface OwnServer {
	url: URL;
	/** Stops the server with the signal and waits until it has exited; its data remain. */
	kill(signal: NodeJS.Signals): Promise<void>;
	/** Restarts it on its port with its data, and waits until it is ready. */
	start(): Promise<void>;
	/** Stops the server and removes its data. */
	stop(): Promise<void>;
}

interface Recipe {
	name: string;
	url: URL;
	folder: string;
	command: [string, string[]];
	/** The signal that stops the server without waiting for its clients. */
	endSignal: NodeJS.Signals;
	/** Rejects until the server is ready. */
	connect(url: URL): Promise<void>;
}

export const POSTGRES_PACKAGE = 'postgresql';
export const REDIS_PACKAGE = 'redis-server';

/** `undefined` when PostgreSQL is not installed. */
export async function startOwnPostgres(): Promise<OwnServer | undefined> {
	const initdb = findProgram('initdb');
	const postgres = findProgram('postgres');
	if (initdb === undefined || postgres === undefined) return undefined;
	const folder = newFolder('public-outreach-postgres');
	await handToPostgresUser(folder);
	const data = path.join(folder, 'data');
	const initArgs = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
	await outputOf(...asPostgresUser(initdb, initArgs), { cwd: folder });
	const port = await freePort();
	const args = ['-D', data, '-p', String(port), '-h', HOST, '-k', folder];
	return await run({
		name: 'PostgreSQL',
		url: new URL(`postgres://postgres@${HOST}:${port}/postgres`),
		folder,
		command: asPostgresUser(postgres, args),
		endSignal: 'SIGINT',
		connect: async (url) => await (await connectToPostgres(url)).end(),
	});
}

/** `undefined` when Redis is not installed. Every write is in its log before it is answered. */
export async function startOwnRedis(): Promise<OwnServer | undefined> {
	const redis = findProgram('redis-server');
	if (redis === undefined) return undefined;
	const folder = newFolder('public-outreach-redis');
	const port = await freePort();
	const settings = { port, bind: HOST, dir: folder, appendonly: 'yes', save: '""' };
	const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
	return await run({
		name: 'Redis',
		url: new URL(`redis://${HOST}:${port}/0`),
		folder,
		command: [redis, args],
		endSignal: 'SIGTERM',
		connect: async (url) => (await connectToRedis(url)).disconnect(),
	});
}

async function run(recipe: Recipe): Promise<OwnServer> {
	const { url, folder, endSignal } = recipe;
	let running = await launch(recipe);
	async function kill(signal: NodeJS.Signals): Promise<void> {
		running.signalAll(signal);
		await running.ended;
		await running.stop(0);
	}
	return {
		url,
		kill,
		start: async () => void (running = await launch(recipe)),
		stop: async () => {
			await kill(endSignal);
			await remove(folder);
		},
	};
}

async function launch({ name, url, folder, command, connect }: Recipe): Promise<RunningCommand> {
	const running = startCommand(...command, { cwd: folder, output: 'pipe' });
	let log = '';
	let ended = false;
	onOutput(running.child, (text) => (log += text));
	void running.ended.finally(() => (ended = true));
	await until(`${name} to serve`, async () => {
		if (ended) throw new Error(`${name} ended before it served:\n${log}`);
		return await connect(url).then(
			() => true,
			() => undefined,
		);
	});
	return running;
}

/** The PostgreSQL and the Redis of a run: those that the environment names, or ones of its own. */
import { newFolder, remove } from '../folders';
import { freePort, HOST } from '../n8n/ports';
import { path, process, repositoryRoot } from '../platform';
import { outputOf, startServer } from '../processes';
import { queryPostgres, withRedis } from './clients';
import { asPostgresUser, findProgram, handToPostgresUser } from './programs';

export interface Services {
	/** A database whose user may create further ones. */
	postgres: URL;
	redis: URL;
	/** Stops only what was started here. */
	stop(): Promise<void>;
}

export interface OwnServices extends Services {
	postgresServer: OwnServer;
	redisServer: OwnServer;
}

/** A server of this run, which may be killed and started again. */
interface OwnServer {
	url: URL;
	/** Stops the server with the signal and waits until it has exited; its data remain. */
	kill(signal: NodeJS.Signals): Promise<void>;
	/** Restarts it on its port with its data, and waits until it is ready. */
	start(): Promise<void>;
	/** Stops the server and removes its data. */
	stop(): Promise<void>;
}

interface Service {
	name: string;
	/** Names a running one. */
	variable: string;
	/** Rejects until the server is ready. */
	ask(url: URL): Promise<unknown>;
	/** The signal that stops the server without waiting for its clients. */
	endSignal: NodeJS.Signals;
	/** Makes the folder for the data of an own one, and says how that is started. */
	prepare(port: number): Promise<{ folder: string; url: string; command: [string, string[]] }>;
}

const POSTGRES: Service = {
	name: 'PostgreSQL',
	variable: 'QUEUE_POSTGRES_URL',
	ask: async (url) => await queryPostgres(url, 'SELECT 1'),
	endSignal: 'SIGINT',
	async prepare(port) {
		const [initdb, postgres] = [installed('initdb'), installed('postgres')];
		const folder = newFolder('public-outreach-postgres');
		await handToPostgresUser(folder);
		const data = path.join(folder, 'data');
		const initArgs = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
		await outputOf(...asPostgresUser(initdb, initArgs), { cwd: folder });
		const args = ['-D', data, '-p', String(port), '-h', HOST, '-k', folder];
		const url = `postgres://postgres@${HOST}:${port}/postgres`;
		return { folder, url, command: asPostgresUser(postgres, args) };
	},
};

const REDIS: Service = {
	name: 'Redis',
	variable: 'QUEUE_REDIS_URL',
	ask: async (url) => await withRedis(url, async (client) => await client.ping()),
	endSignal: 'SIGTERM',
	async prepare(port) {
		['redis-server', 'redis-cli'].forEach(installed);
		const folder = newFolder('public-outreach-redis');
		// Every write is in the log before Redis responds: with `everysec` it responds first while the disk is busy.
		const log = { appendonly: 'yes', appendfsync: 'always' };
		const settings = { bind: HOST, dir: folder, ...log, save: '""' };
		const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
		const script = path.join(repositoryRoot, 'examples', 'docker-compose', 'redis.sh');
		const url = `redis://${HOST}:${port}/0`;
		return { folder, url, command: ['sh', [script, String(port), ...args]] };
	},
};

/** @throws Error that says what to install where a service is neither named nor installed */
export async function findServices(): Promise<Services> {
	return together(await provide(POSTGRES), await provide(REDIS));
}

/** Dedicated servers, whatever the environment names: they may be killed. */
export async function startOwnServices(): Promise<OwnServices> {
	const postgresServer = await startOwn(POSTGRES);
	const redisServer = await startOwn(REDIS);
	return { ...together(postgresServer, redisServer), postgresServer, redisServer };
}

type Provided = Pick<OwnServer, 'url' | 'stop'>;

function together(postgres: Provided, redis: Provided): Services {
	const stop = async () => void (await Promise.all([postgres.stop(), redis.stop()]));
	return { postgres: postgres.url, redis: redis.url, stop };
}

/** Uses the service that the environment names, or fails; without one, starts its own. */
async function provide(service: Service): Promise<Provided> {
	const { name, variable, ask } = service;
	const named = process.env[variable];
	if (named === undefined) return await startOwn(service);
	const url = new URL(named);
	await ask(url).catch((error: unknown) => {
		const which = `${name} at ${url.host}, which ${variable} names`;
		throw new Error(`${which}, cannot be used: ${String(error)}`);
	});
	return { url, stop: async () => undefined };
}

async function startOwn({ name, ask, endSignal, prepare }: Service): Promise<OwnServer> {
	const prepared = await prepare(await freePort());
	const { folder, command } = prepared;
	const url = new URL(prepared.url);
	const serves = async () => Boolean(await ask(url));
	const launch = async () => await startServer(name, command, { cwd: folder, serves });
	let running = await launch();
	return {
		url,
		kill: async (signal) => await running.stop(signal, Infinity),
		start: async () => void (running = await launch()),
		stop: async () => {
			await running.stop(endSignal, Infinity);
			await remove(folder);
		},
	};
}

function installed(program: string): string {
	const found = findProgram(program);
	if (found !== undefined) return found;
	throw new Error(
		`Queue mode needs PostgreSQL and Redis, and ${program} is not installed on this machine.\n` +
			'Install both, on Debian and Ubuntu with: apt-get install postgresql redis-server;\n' +
			`or name running ones: ${POSTGRES.variable}, ${REDIS.variable}`,
	);
}

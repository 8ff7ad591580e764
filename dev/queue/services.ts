/** The PostgreSQL and the Redis of a run: those named by URL, ones that are started, or the machine's own. */
import { process } from '../platform';
import { say } from '../progress';
import { connectToPostgres, connectToRedis } from './clients';
import {
	POSTGRES_PACKAGE,
	REDIS_PACKAGE,
	startOwnPostgres,
	startOwnRedis,
	type OwnServer,
} from './ownServers';

interface Service {
	name: string;
	debianPackage: string;
	variable: string;
	standard: string;
	/** Whether layouts that run side by side can share one. */
	isShared: boolean;
	connect(url: URL): Promise<unknown>;
	startOwn(): Promise<OwnServer | undefined>;
}

const POSTGRES: Service = {
	name: 'PostgreSQL',
	debianPackage: POSTGRES_PACKAGE,
	variable: 'QUEUE_POSTGRES_URL',
	standard: 'postgres://postgres@127.0.0.1:5432/postgres',
	// A layout takes up to 50 connections, and by default a server allows 100.
	isShared: false,
	connect: async (url) => await (await connectToPostgres(url)).end(),
	startOwn: startOwnPostgres,
};
const REDIS: Service = {
	name: 'Redis',
	debianPackage: REDIS_PACKAGE,
	variable: 'QUEUE_REDIS_URL',
	standard: 'redis://127.0.0.1:6379/0',
	isShared: true,
	connect: async (url) => (await connectToRedis(url)).disconnect(),
	startOwn: startOwnRedis,
};

export interface Services {
	/** A database whose user may create further ones. */
	postgres: URL;
	redis: URL;
	/** Stops only what was started here. */
	stop(): Promise<void>;
}

/** @throws Error that names the packages to install when a service neither runs nor is installed */
export async function findServices(): Promise<Services> {
	const postgres = await provide(POSTGRES);
	const redis = await provide(REDIS);
	return {
		postgres: postgres.url,
		redis: redis.url,
		stop: async () => void (await Promise.all([postgres.stop(), redis.stop()])),
	};
}

export interface OwnServices extends Services {
	postgresServer: OwnServer;
	redisServer: OwnServer;
}

/** Dedicated servers, whatever else runs on this machine: they may be killed. */
export async function startOwnServices(): Promise<OwnServices> {
	const postgresServer = await startOrExplain(POSTGRES);
	const redisServer = await startOrExplain(REDIS);
	return {
		postgresServer,
		redisServer,
		postgres: postgresServer.url,
		redis: redisServer.url,
		stop: async () => void (await Promise.all([postgresServer.stop(), redisServer.stop()])),
	};
}

async function provide(service: Service): Promise<Pick<OwnServer, 'url' | 'stop'>> {
	const { name, variable, standard, isShared, connect, startOwn } = service;
	const named = process.env[variable];
	const own = named === undefined && !isShared ? await startOwn() : undefined;
	if (own !== undefined) return own;
	const url = new URL(named ?? standard);
	const failure = await connect(url).then(
		() => undefined,
		(error: unknown) => String(error),
	);
	if (failure === undefined) return { url, stop: async () => undefined };
	// An explicitly named server is used, or the run fails.
	if (named !== undefined) {
		throw new Error(`${name} at ${url.host}, which ${variable} names, cannot be used: ${failure}`);
	}
	say(`${name} at ${url.host} cannot be used (${failure}): starting one for this run`);
	return await startOrExplain(service);
}

async function startOrExplain({
	name,
	debianPackage,
	variable,
	startOwn,
}: Service): Promise<OwnServer> {
	const server = await startOwn();
	if (server !== undefined) return server;
	throw new Error(
		`Queue mode needs ${name}, which is not installed on this machine.\n` +
			`Install it, on Debian and Ubuntu with: apt-get install ${POSTGRES_PACKAGE} ${REDIS_PACKAGE}` +
			` (missing: ${debianPackage});\nor name a running one: ${variable}`,
	);
}

/** n8n in queue mode on this machine: one main, webhook processes behind a load balancer, workers. */
import { newFolder, remove } from '../folders';
import { freePort } from '../n8n/ports';
import { copyPackage } from '../n8n/preparedFolder';
import { startN8n, type N8nServer } from '../n8n/server';
import { crypto, fs, path } from '../platform';
import { onShutdown } from '../shutdown';
import { withRedis } from './clients';
import { createDatabase, type Database } from './database';
import { startProxy, type Proxy } from './proxy';
import type { Services } from './services';
import { queueSettings } from './settings';

export interface QueueLayout {
	/** The load balancer, called by users and the service. */
	proxy: Proxy;
	main: N8nServer;
	webhooks: N8nServer[];
	workers: N8nServer[];
	database: Database;
	/** Stops all processes and removes their data from the folders, the database and Redis. */
	stop(): Promise<void>;
}

export interface LayoutOptions {
	webhooks?: number;
	workers?: number;
	/** Further settings for all processes. */
	env?: NodeJS.ProcessEnv;
	/** And for those that n8n starts with one command alone. */
	envOf?: Partial<Record<Command, NodeJS.ProcessEnv>>;
}

type Command = 'start' | 'webhook' | 'worker';

/** Starts the layout with the packed package in every process; `npm run build` must have been run. */
export async function startQueueLayout(
	services: Pick<Services, 'postgres' | 'redis'>,
	{ webhooks = 2, workers = 2, ...environment }: LayoutOptions = {},
): Promise<QueueLayout> {
	const { proxy, database, start, stop } = await prepareGround(services, environment);
	const startAll = async (command: Command, count: number) =>
		await Promise.all(Array.from({ length: count }, async () => await start(command)));
	const starting = async () => {
		// First: it creates the tables that the others need.
		const main = await start('start');
		const further = [startAll('webhook', webhooks), startAll('worker', workers)] as const;
		return [main, ...(await Promise.all(further))] as const;
	};
	const [main, webhookServers, workerServers] = await starting().catch(async (error: unknown) => {
		await stop();
		throw error;
	});
	const origins = webhookServers.map(({ url }) => url);
	proxy.setTargets(main.url, origins);
	return { proxy, main, webhooks: webhookServers, workers: workerServers, database, stop };
}

/** Shared resources of the processes: a folder, a database, a Redis key prefix, and the public URL. */
async function prepareGround(
	services: Pick<Services, 'postgres' | 'redis'>,
	{ env = {}, envOf = {} }: Pick<LayoutOptions, 'env' | 'envOf'>,
) {
	const { redis } = services;
	const folder = newFolder('n8n-queue');
	const prefix = `public-outreach-${crypto.randomUUID().slice(0, 8)}`;
	const database = await createDatabase(services.postgres);
	const proxy = await startProxy();
	const publicUrl = proxy.url;
	const settings = queueSettings({ database: database.url, redis, prefix, publicUrl });
	const started: N8nServer[] = [];
	let stopping: Promise<void> | undefined;

	/** Each process has its own folder, as each container has. */
	async function start(command: Command): Promise<N8nServer> {
		const userFolder = fs.mkdtempSync(path.join(folder, `${command}-`));
		await copyPackage(userFolder);
		const port = await freePort();
		const health = { QUEUE_HEALTH_CHECK_PORT: String(port) };
		const processEnv = { ...settings, ...env, ...envOf[command], ...health };
		const server = await startN8n({ command, userFolder, port, env: processEnv });
		started.push(server);
		return server;
	}
	async function clear(): Promise<void> {
		await Promise.all(started.map(async (server) => await server.stop()));
		await proxy.close();
		await database.drop();
		await withRedis(redis, async (client) => {
			const keys = await client.keys(`*${prefix}*`);
			if (keys.length > 0) await client.unlink(...keys);
		});
		await remove(folder);
	}
	const stop = async () => await (stopping ??= clear());
	// Servers that outlive this process must not keep its data.
	onShutdown(stop);
	return { proxy, database, start, stop };
}

/** n8n in queue mode on this machine: one main, webhook processes behind a load balancer, workers. */
import { newFolder, remove } from '../folders';
import { freePort } from '../n8n/ports';
import { copyPackage } from '../n8n/preparedFolder';
import { startN8n, type N8nServer } from '../n8n/server';
import { crypto, fs, path } from '../platform';
import { onShutdown } from '../shutdown';
import { connectToRedis } from './clients';
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
}

/** Starts the layout with the packed package in every process; `npm run build` must have been run. */
export async function startQueueLayout(
	services: Pick<Services, 'postgres' | 'redis'>,
	{ webhooks = 2, workers = 2, env = {} }: LayoutOptions = {},
): Promise<QueueLayout> {
	const ground = await prepareGround(services, env);
	const startAll = async (command: Command, count: number) =>
		await Promise.all(numbers(count).map(async (n) => await ground.start(command, n)));
	let complete = false;
	try {
		// First: it creates the tables that the others need.
		const main = await ground.start('start', 1);
		const started = await Promise.all([startAll('webhook', webhooks), startAll('worker', workers)]);
		const [webhookServers, workerServers] = started;
		const { proxy, database, stop } = ground;
		proxy.setTargets({ main: main.url, webhooks: webhookServers.map(({ url }) => url) });
		complete = true;
		return { proxy, main, webhooks: webhookServers, workers: workerServers, database, stop };
	} finally {
		if (!complete) await ground.stop();
	}
}

/** Shared resources of the processes: a folder, a database, a Redis key prefix, and the public URL. */
async function prepareGround(
	services: Pick<Services, 'postgres' | 'redis'>,
	env: NodeJS.ProcessEnv,
) {
	const folder = newFolder('n8n-queue');
	const prefix = `public-outreach-${crypto.randomUUID().slice(0, 8)}`;
	const database = await createDatabase(services.postgres);
	const proxy = await startProxy();
	const publicUrl = proxy.url;
	const settings = queueSettings({
		database: database.url,
		redis: services.redis,
		prefix,
		publicUrl,
	});
	const started: N8nServer[] = [];
	let stopping: Promise<void> | undefined;

	async function start(command: Command, number: number): Promise<N8nServer> {
		const userFolder = path.join(folder, `${command}-${number}`);
		const server = await startProcess(command, userFolder, { ...settings, ...env });
		started.push(server);
		return server;
	}
	async function clear(): Promise<void> {
		await Promise.all(started.map(async (server) => await server.stop()));
		await proxy.close();
		await database.drop();
		await removeKeys(services.redis, prefix);
		await remove(folder);
	}
	const stop = async () => await (stopping ??= clear());
	// Servers that outlive this process must not keep its data.
	onShutdown(stop);
	return { proxy, database, start, stop };
}

type Command = 'start' | 'webhook' | 'worker';

/** Each process has its own folder, as each container has. */
async function startProcess(
	command: Command,
	userFolder: string,
	env: NodeJS.ProcessEnv,
): Promise<N8nServer> {
	fs.mkdirSync(userFolder, { recursive: true });
	await copyPackage(userFolder);
	const port = await freePort();
	const health = { QUEUE_HEALTH_CHECK_PORT: String(port) };
	return await startN8n({ command, userFolder, port, env: { ...env, ...health } });
}

function numbers(count: number): number[] {
	return Array.from({ length: count }, (_, index) => index + 1);
}

async function removeKeys(redis: URL, prefix: string): Promise<void> {
	const client = await connectToRedis(redis);
	try {
		const keys = await client.keys(`*${prefix}*`);
		if (keys.length > 0) await client.unlink(...keys);
	} finally {
		client.disconnect();
	}
}

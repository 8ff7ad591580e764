/** The clients for PostgreSQL and Redis that n8n itself brings along: nothing is installed twice. */
import { z } from 'zod';
import { ensureN8n } from '../n8n/install';
import { createRequire, path } from '../platform';

export interface PostgresClient {
	connect(): Promise<unknown>;
	query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
	end(): Promise<void>;
	on(event: 'error', listener: (error: Error) => void): unknown;
}

export interface RedisClient {
	connect(): Promise<void>;
	keys(pattern: string): Promise<string[]>;
	unlink(...keys: string[]): Promise<number>;
	disconnect(): void;
	on(event: 'error', listener: (error: Error) => void): unknown;
}

type PostgresClientClass = new (options: {
	connectionString: string;
	connectionTimeoutMillis: number;
}) => PostgresClient;
type RedisClientClass = new (url: string, options: Record<string, unknown>) => RedisClient;

const isClass = (value: unknown) => typeof value === 'function';
const pgSchema = z.object({ Client: z.custom<PostgresClientClass>(isClass) });
const ioredisSchema = z.object({ Redis: z.custom<RedisClientClass>(isClass) });

const CONNECT_WITHIN_MS = 5000;

/** A connection to the database of the URL, to be closed by the caller. */
export async function connectToPostgres(url: URL): Promise<PostgresClient> {
	const { Client } = pgSchema.parse(await load('pg'));
	const client = new Client({
		connectionString: url.href,
		connectionTimeoutMillis: CONNECT_WITHIN_MS,
	});
	// Without a listener, a server that closes an idle connection would crash this process.
	client.on('error', () => undefined);
	await client.connect();
	return client;
}

/** A connection to Redis, attempted once, to be closed by the caller. */
export async function connectToRedis(url: URL): Promise<RedisClient> {
	const { Redis } = ioredisSchema.parse(await load('ioredis'));
	const client = new Redis(url.href, {
		lazyConnect: true,
		connectTimeout: CONNECT_WITHIN_MS,
		retryStrategy: () => null,
	});
	// The rejection says only that the connection is closed.
	let reason: Error | undefined;
	client.on('error', (error) => (reason ??= error));
	await client.connect().catch((error: unknown) => {
		throw new Error(`Connecting to Redis failed: ${reason?.message ?? String(error)}`);
	});
	return client;
}

/** The exports of a module of n8n's installation; some are a function with properties. */
async function load(name: string): Promise<Record<string, unknown>> {
	const { folder } = await ensureN8n();
	return { ...createRequire(path.join(folder, 'package.json'))(name) };
}

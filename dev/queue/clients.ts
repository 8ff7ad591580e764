/** The clients for PostgreSQL and Redis that n8n itself brings along: nothing is installed twice. */
import { z } from 'zod';
import { ensureN8n } from '../n8n/install';
import { createRequire, path } from '../platform';

/** Connects anew where a connection was lost. */
interface PostgresPool {
	query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
	end(): Promise<void>;
	on(event: 'error', listener: (error: Error) => void): unknown;
}

interface RedisClient {
	ping(): Promise<unknown>;
	keys(pattern: string): Promise<string[]>;
	unlink(...keys: string[]): Promise<number>;
	disconnect(): void;
	on(event: 'error', listener: (error: Error) => void): unknown;
}

type PostgresPoolClass = new (options: Record<string, unknown>) => PostgresPool;
type RedisClientClass = new (url: string, options: Record<string, unknown>) => RedisClient;

const isClass = (value: unknown) => typeof value === 'function';
const pgSchema = z.object({ Pool: z.custom<PostgresPoolClass>(isClass) });
const ioredisSchema = z.object({ Redis: z.custom<RedisClientClass>(isClass) });

const CONNECT_WITHIN_MS = 5000;

/** The rows of one statement, on a connection of its own, which no restart of the server can break for others. */
export async function queryPostgres(
	url: URL,
	statement: string,
	values?: unknown[],
): Promise<unknown[]> {
	const pool = await poolOf(url);
	try {
		return (await pool.query(statement, values)).rows;
	} finally {
		await pool.end();
	}
}

/** Keeps one connection, on which statements run one after another. */
export async function poolOf(url: URL): Promise<PostgresPool> {
	const { Pool } = pgSchema.parse(await load('pg'));
	const timeout = { connectionTimeoutMillis: CONNECT_WITHIN_MS };
	const pool = new Pool({ connectionString: url.href, max: 1, allowExitOnIdle: true, ...timeout });
	// Without a listener, a server that closes the connection would crash this process.
	pool.on('error', () => undefined);
	return pool;
}

/** Works on a connection of its own, which is attempted once. */
export async function withRedis<Result>(
	url: URL,
	work: (client: RedisClient) => Promise<Result>,
): Promise<Result> {
	const { Redis } = ioredisSchema.parse(await load('ioredis'));
	const options = { connectTimeout: CONNECT_WITHIN_MS, retryStrategy: () => null };
	const client = new Redis(url.href, options);
	// The error of a rejected command says only that the connection is closed.
	const failure = new Promise<never>((_, reject) => client.on('error', reject));
	try {
		return await Promise.race([failure, work(client)]);
	} finally {
		client.disconnect();
	}
}

/** The exports of a module of n8n's installation; some are a function with properties. */
async function load(name: string): Promise<Record<string, unknown>> {
	const { folder } = await ensureN8n();
	return { ...createRequire(path.join(folder, 'package.json'))(name) };
}

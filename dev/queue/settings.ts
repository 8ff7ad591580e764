/** n8n's settings for queue mode, the same for all of its processes. */
import { HOST } from '../n8n/ports';
import { crypto } from '../platform';

export interface QueueSettings {
	database: URL;
	redis: URL;
	/** Keeps this run's keys and channels apart from whatever else uses the same Redis. */
	prefix: string;
	/** n8n's public address. */
	publicUrl: string;
}

/**
 * For tests that kill workers. n8n gives up a job once its lock has run out and two checks have found it without
 * one, which takes a minute by default. A worker loses what it has been given if it gets no core
 * for ten seconds: before it can lock a job, between two checks, or while it is to renew the lock.
 */
export const SHORT_LOCK = {
	QUEUE_WORKER_LOCK_DURATION: '15000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2500',
	QUEUE_WORKER_STALLED_INTERVAL: '10000',
};

export function queueSettings(settings: QueueSettings): NodeJS.ProcessEnv {
	return {
		EXECUTIONS_MODE: 'queue',
		WEBHOOK_URL: `${settings.publicUrl}/`,
		// Without a shared folder, n8n would generate a different key for each process.
		N8N_ENCRYPTION_KEY: crypto.createHash('sha256').update(settings.prefix).digest('hex'),
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		N8N_WORKER_SERVER_ADDRESS: HOST,
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		...databaseSettings(settings.database),
		...redisSettings(settings.redis, settings.prefix),
	};
}

/** Environment variables with which n8n, in any mode, uses this database. */
export function databaseSettings(url: URL): NodeJS.ProcessEnv {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: url.hostname,
		DB_POSTGRESDB_PORT: url.port || '5432',
		DB_POSTGRESDB_DATABASE: url.pathname.slice(1),
		DB_POSTGRESDB_USER: decodeURIComponent(url.username),
		DB_POSTGRESDB_PASSWORD: decodeURIComponent(url.password),
		// As in the compose file; a burst exhausts n8n's default of two first.
		DB_POSTGRESDB_POOL_SIZE: '10',
	};
}

function redisSettings(url: URL, prefix: string): NodeJS.ProcessEnv {
	return {
		QUEUE_BULL_PREFIX: prefix,
		N8N_REDIS_KEY_PREFIX: prefix,
		QUEUE_BULL_REDIS_HOST: url.hostname,
		QUEUE_BULL_REDIS_PORT: url.port || '6379',
		QUEUE_BULL_REDIS_DB: url.pathname.slice(1) || '0',
		QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(url.username),
		QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(url.password),
		QUEUE_BULL_REDIS_TLS: String(url.protocol === 'rediss:'),
	};
}

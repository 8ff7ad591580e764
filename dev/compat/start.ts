/** Starts n8n, with the packed package in it, in each of the layouts that the package is run on. */
import { remove } from '../folders';
import { LEAN } from '../n8n/environment';
import { ensureN8n, type N8nInstallation } from '../n8n/install';
import { freePort, HOST } from '../n8n/ports';
import { copyOfPrepared, copyPackage, newUserFolder } from '../n8n/preparedFolder';
import { startN8n, type N8nServer } from '../n8n/server';
import { createDatabase } from '../queue/database';
import { startQueueLayout } from '../queue/layout';
import { findServices } from '../queue/services';

export interface RunningVariant {
	/** The process that handles deliveries and the owner's requests. */
	n8n: N8nServer;
	/** Whether an execution ran where this variant runs them. */
	hasRun?(executionId: string): boolean;
	/** Stops all processes and removes their data. */
	stop(): Promise<void>;
}

interface Alone {
	env?: NodeJS.ProcessEnv;
	/** Another release than the pinned one. */
	release?: N8nInstallation;
	/** Called before n8n starts, with its folder, in which the package is installed. */
	prepare?(userFolder: string): Promise<void>;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Cleans up after a failure. */
async function orElse<Result>(work: Promise<Result>, undo: () => Promise<void>): Promise<Result> {
	return await work.catch(async (error: unknown) => {
		await undo();
		return await Promise.reject(error);
	});
}

/** One process. */
export async function startAlone({ env, release, prepare }: Alone): Promise<RunningVariant> {
	const userFolder = release ? newUserFolder() : await copyOfPrepared();
	const clear = async () => await remove(userFolder);
	const starting = async () => {
		if (release) await copyPackage(userFolder);
		await prepare?.(userFolder);
		const installation = release ?? (await ensureN8n());
		return await startN8n({ userFolder, installation, env });
	};
	const n8n = await orElse(starting(), clear);
	const stop = async () => {
		await n8n.stop();
		await clear();
	};
	return { n8n, stop };
}

/** Queue mode with a worker that runs all executions; main handles the deliveries. */
export async function startWithWorker(env: NodeJS.ProcessEnv): Promise<RunningVariant> {
	const services = await findServices();
	const mainTakesDeliveries = {
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'false',
		WEBHOOK_URL: undefined,
	};
	const starting = startQueueLayout(services, {
		webhooks: 0,
		workers: 1,
		env: { ...mainTakesDeliveries, ...env },
	});
	const { main, workers, stop } = await orElse(starting, services.stop);
	return {
		n8n: main,
		hasRun: (id) => workers.some((worker) => worker.logs().includes(`started execution ${id} `)),
		stop: async () => {
			await stop();
			await services.stop();
		},
	};
}

/** One process with the module that runs workflows in Engine 2.0, which needs PostgreSQL. */
export async function startWithEngine2(): Promise<RunningVariant> {
	const services = await findServices();
	const database = await orElse(createDatabase(services.postgres), services.stop);
	const clear = async () => {
		await database.drop();
		await services.stop();
	};
	const env = {
		...LEAN,
		N8N_ENABLED_MODULES: 'engine-v2',
		N8N_ENGINE_DATABASE_URL: database.url.href,
		N8N_ENGINE_HOST: HOST,
		N8N_ENGINE_PORT: String(await freePort()),
		N8N_ENGINE_CONTROL_PLANE_PORT: String(await freePort()),
	};
	const { n8n, stop } = await orElse(startAlone({ env }), clear);
	return {
		n8n,
		// The other engine has numeric IDs.
		hasRun: (id) => UUID.test(id),
		stop: async () => {
			await stop();
			await clear();
		},
	};
}

/** Starts n8n, with the packed package in it, in each of the layouts that the package is run on. */
import { remove } from '../folders';
import { HEADLESS } from '../n8n/environment';
import type { N8nInstallation } from '../n8n/install';
import { freePort, HOST } from '../n8n/ports';
import { copyOfPrepared, copyPackage, folderOfFirstStart } from '../n8n/preparedFolder';
import { startN8n, type N8nServer } from '../n8n/server';
import { createDatabase } from '../queue/database';
import { startQueueLayout } from '../queue/layout';
import { findServices } from '../queue/services';

interface Started {
	/** The process that handles deliveries and the owner's requests. */
	n8n: N8nServer;
	/** Whether an execution ran where this variant runs them. */
	hasRun?(executionId: string): boolean;
}

export interface RunningVariant extends Started {
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

type Undo = () => Promise<void>;

/** `stop`, or a failure of `start`, calls the functions that `start` has passed to `later`, last first. */
async function undoable(start: (later: (undo: Undo) => void) => Promise<Started>) {
	const undos: Undo[] = [];
	const stop = async () => {
		for (const undo of undos.reverse()) await undo();
	};
	const started = await start((undo) => undos.push(undo)).catch(async (error: unknown) => {
		await stop();
		throw error;
	});
	return { ...started, stop };
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Starts n8n as one process. */
export async function startAlone({ env, release, prepare }: Alone = {}): Promise<RunningVariant> {
	return await undoable(async (later) => {
		const userFolder = await (release ? folderOfFirstStart(release, env) : copyOfPrepared());
		later(async () => await remove(userFolder));
		if (release) await copyPackage(userFolder);
		await prepare?.(userFolder);
		const n8n = await startN8n({ userFolder, installation: release, env });
		later(n8n.stop);
		return { n8n };
	});
}

/** Queue mode with a worker that runs all executions; main handles the deliveries. */
export async function startWithWorker(env: NodeJS.ProcessEnv): Promise<RunningVariant> {
	const mainTakesDeliveries = {
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'false',
		WEBHOOK_URL: undefined,
	};
	return await undoable(async (later) => {
		const services = await findServices();
		later(services.stop);
		const { main, workers, stop } = await startQueueLayout(services, {
			webhooks: 0,
			workers: 1,
			env: { ...mainTakesDeliveries, ...env },
		});
		later(stop);
		const hasRun = (id: string) =>
			workers.some((worker) => worker.logs().includes(`started execution ${id} `));
		return { n8n: main, hasRun };
	});
}

/** Starts n8n as one process with the module that runs workflows in Engine 2.0, which needs PostgreSQL. */
export async function startWithEngine2(): Promise<RunningVariant> {
	return await undoable(async (later) => {
		const services = await findServices();
		later(services.stop);
		const database = await createDatabase(services.postgres);
		later(database.drop);
		const env = {
			...HEADLESS,
			N8N_ENABLED_MODULES: 'engine-v2',
			N8N_ENGINE_DATABASE_URL: database.url.href,
			N8N_ENGINE_HOST: HOST,
			N8N_ENGINE_PORT: String(await freePort()),
			N8N_ENGINE_CONTROL_PLANE_PORT: String(await freePort()),
		};
		const { n8n, stop } = await startAlone({ env });
		later(stop);
		// The other engine has numeric IDs.
		return { n8n, hasRun: (id) => UUID.test(id) };
	});
}

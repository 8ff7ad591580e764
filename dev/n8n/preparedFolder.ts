/** What every n8n of a test run begins with, made once: the package, and the database of a first start. */
import { newFolder, remove } from '../folders';
import { fs, path, process } from '../platform';
import { onShutdown } from '../shutdown';
import { HEADLESS } from './environment';
import { installPackage } from './installPackage';
import { startN8n } from './server';

/** How the test files, which run in other processes than the set-up, learn where it is. */
const VARIABLE = 'PUBLIC_OUTREACH_PREPARED_FOLDER';
const NODES = path.join('.n8n', 'nodes');

/** The folder that this process has made, and has to remove. */
let own: string | undefined;

export function newUserFolder(): string {
	return newFolder('n8n-test');
}

/**
 * Installs the package, which `npm run build` has built, and starts n8n once, which takes the first time
 * longest; does nothing where the process that started this one has done it.
 */
export async function prepareFolder(): Promise<void> {
	if (process.env[VARIABLE] !== undefined) return;
	own = newUserFolder();
	onShutdown(removePreparedFolder);
	await installPackage(own);
	await (await startN8n({ userFolder: own, env: HEADLESS })).stop();
	process.env[VARIABLE] = own;
}

/** Leaves a folder that another process has made. */
export async function removePreparedFolder(): Promise<void> {
	if (own !== undefined) await remove(own);
}

/** A user folder of one's own, with all that was prepared. */
export async function copyOfPrepared(): Promise<string> {
	const prepared = process.env[VARIABLE];
	if (prepared === undefined) throw new Error('No user folder was prepared: see prepareFolder');
	const folder = newUserFolder();
	await fs.promises.cp(prepared, folder, { recursive: true });
	return folder;
}

/** The package alone, for an n8n with another database; packs it where nothing was prepared. */
export async function copyPackage(userFolder: string): Promise<void> {
	const prepared = process.env[VARIABLE];
	if (prepared === undefined) return await installPackage(userFolder);
	const nodes = path.join(userFolder, NODES);
	await fs.promises.cp(path.join(prepared, NODES), nodes, { recursive: true });
}

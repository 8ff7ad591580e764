/** The folder that every n8n of a test run starts with: the database of a first start, and the package. */
import { newFolder, remove } from '../folders';
import { fs, path, process } from '../platform';
import { onShutdown } from '../shutdown';
import { HEADLESS } from './environment';
import { ensureN8n, type N8nInstallation } from './install';
import { installOnce } from './installOnce';
import { installPackage } from './installPackage';
import { startN8n } from './server';

/** How the test files, which run in other processes than the set-up, learn where it is. */
const VARIABLE = 'PUBLIC_OUTREACH_PREPARED_FOLDER';
const NODES = path.join('.n8n', 'nodes');
const DATABASE = path.join('.n8n', 'database.sqlite');

/** The folder that this process has made, and has to remove. */
let own: string | undefined;

/** A copy that the caller removes. */
export async function copyOfFolder(folder: string): Promise<string> {
	const copy = newFolder('n8n-test');
	await fs.promises.cp(folder, copy, { recursive: true });
	return copy;
}

/**
 * A user folder in which this n8n has been started once, without the package. The first start takes longer than
 * any later one, so its folder is kept with the installation and copied.
 */
export async function folderOfFirstStart(
	installation: N8nInstallation,
	env: NodeJS.ProcessEnv = HEADLESS,
): Promise<string> {
	const kept = path.join(installation.folder, 'first-start');
	await installOnce(kept, [DATABASE], async (userFolder) => {
		await (await startN8n({ installation, userFolder, env })).stop();
	});
	return await copyOfFolder(kept);
}

/** Installs the package, which `npm run build` has built; does nothing where the process that started this one has done it. */
export async function prepareFolder(): Promise<void> {
	if (process.env[VARIABLE] !== undefined) return;
	own = await folderOfFirstStart(await ensureN8n());
	onShutdown(removePreparedFolder);
	await installPackage(own);
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
	return await copyOfFolder(prepared);
}

/** The package alone, for an n8n with another database; packs it where nothing was prepared. */
export async function copyPackage(userFolder: string): Promise<void> {
	const prepared = process.env[VARIABLE];
	if (prepared === undefined) return void (await installPackage(userFolder));
	const nodes = path.join(userFolder, NODES);
	await fs.promises.cp(path.join(prepared, NODES), nodes, { recursive: true });
}

/** The pinned n8n on this machine: one installation for each lock file, shared by all checkouts. */
import { remove } from '../folders';
import { crypto, fs, os, path, process, repositoryRoot } from '../platform';
import { buildInstallation } from './buildInstallation';
import { withLock } from './installLock';

export interface N8nInstallation {
	folder: string;
	/** The Node binary that n8n needs, newer than the one contributors must have. */
	node: string;
	/** n8n's own start script. */
	entry: string;
}

/** Raised where the steps of `buildInstallation` come to another result, so that it is installed anew. */
const RECIPE = 1;
/** Written as the last step: a folder without it is half an installation. */
const COMPLETE = 'complete.json';
const PINS_FOLDER = path.join(repositoryRoot, 'dev', 'n8n');
const PINS = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * Installs n8n where this machine has not got it, and says where it is.
 *
 * @param pins the folder with package.json, package-lock.json and .npmrc that pin this n8n
 */
export async function ensureN8n(pins = PINS_FOLDER): Promise<N8nInstallation> {
	const cache = cacheFolder();
	const folder = path.join(cache, `n8n-${fingerprint(pins)}`);
	if (!isComplete(folder)) {
		createFolder(cache);
		await withLock(`${folder}.lock`, async () => {
			if (!isComplete(folder)) await installInto(folder, pins, cache);
		});
	}
	return locate(folder);
}

function locate(folder: string): N8nInstallation {
	return {
		folder,
		node: path.join(folder, 'node_modules', 'node', 'bin', 'node'),
		entry: path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
	};
}

function cacheFolder(): string {
	const base = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
	return path.join(base, 'n8n-nodes-public-outreach');
}

function createFolder(folder: string): void {
	try {
		fs.mkdirSync(folder, { recursive: true });
	} catch {
		// The check below has the better words.
	}
	if (fs.existsSync(folder)) return;
	throw new Error(
		`n8n is kept in ${folder}, which cannot be created. ` +
			'Set XDG_CACHE_HOME to a folder that you may write to, with 3 GB to spare.',
	);
}

/** Native modules make an installation good for one kind of machine only. */
function fingerprint(pins: string): string {
	const hash = crypto.createHash('sha256');
	hash.update(`${RECIPE} ${process.platform} ${process.arch}`);
	for (const file of PINS) hash.update(fs.readFileSync(path.join(pins, file)));
	return hash.digest('hex').slice(0, 16);
}

function isComplete(folder: string): boolean {
	const { node, entry } = locate(folder);
	return [path.join(folder, COMPLETE), node, entry].every((file) => fs.existsSync(file));
}

/** Builds beside the final place and moves there at once, so nobody ever sees half of it. */
async function installInto(folder: string, pins: string, cache: string): Promise<void> {
	const building = `${folder}.building`;
	// Whoever holds the lock is alone, so what lies there was left by somebody who was killed.
	await remove(building);
	await remove(folder);
	try {
		fs.mkdirSync(building);
		for (const file of PINS) fs.copyFileSync(path.join(pins, file), path.join(building, file));
		await buildInstallation(building, cache);
		fs.writeFileSync(path.join(building, COMPLETE), `${JSON.stringify({ at: new Date() })}\n`);
		fs.renameSync(building, folder);
	} finally {
		await remove(building);
	}
}

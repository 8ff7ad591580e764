/** The pinned n8n on this machine: one installation for each lock file, shared by all checkouts. */
import { crypto, fs, os, path, process, repositoryRoot } from '../platform';
import { buildInstallation } from './buildInstallation';
import { installOnce } from './installOnce';

export interface N8nInstallation {
	folder: string;
	/** The Node binary that n8n needs, newer than the one contributors must have. */
	node: string;
	/** n8n's own start script. */
	entry: string;
}

/** Raised where the steps of `buildInstallation` come to another result, so that it is installed anew. */
const RECIPE = 1;
const NODE = path.join('node_modules', 'node', 'bin', 'node');
const ENTRY = path.join('node_modules', 'n8n', 'bin', 'n8n');
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
	await fs.promises.mkdir(cache, { recursive: true }).catch(() => {
		throw new Error(
			`n8n is kept in ${cache}, which cannot be created. ` +
				'Set XDG_CACHE_HOME to a folder that you may write to, with 3 GB to spare.',
		);
	});
	await installOnce(folder, [NODE, ENTRY], async (building) => {
		for (const file of PINS) fs.copyFileSync(path.join(pins, file), path.join(building, file));
		await buildInstallation(building, cache);
	});
	return { folder, node: path.join(folder, NODE), entry: path.join(folder, ENTRY) };
}

function cacheFolder(): string {
	const base = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
	return path.join(base, 'n8n-nodes-public-outreach');
}

/** Native modules make an installation good for one kind of machine only. */
function fingerprint(pins: string): string {
	const hash = crypto.createHash('sha256');
	hash.update(`${RECIPE} ${process.platform} ${process.arch}`);
	for (const file of PINS) hash.update(fs.readFileSync(path.join(pins, file)));
	return hash.digest('hex').slice(0, 16);
}

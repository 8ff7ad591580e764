/** n8n's SQLite driver, made ready once for this machine: its binary fits every Node and every n8n. */
import { remove } from '../folders';
import { fs, path, process } from '../platform';
import { withLock } from './installLock';
import { npm, withNodeOf } from './npm';

/** Where sqlite3 looks for its binary, below its own folder. */
const BINARY = path.join('build', 'Release', 'node_sqlite3.node');

/**
 * Downloads the driver's binary, or compiles it where that cannot be had: two minutes on one core.
 * It speaks Node-API, so one binary serves whatever Node loads it.
 *
 * @param cache the folder in which installations are kept
 * @param versions what to install, as npm names them: of sqlite3, and of the Node whose headers it needs
 * @returns the path of the binary
 */
export async function ensureSqliteDriver(
	cache: string,
	versions: { sqlite3: string; node: string },
): Promise<string> {
	const folder = path.join(
		cache,
		`sqlite3-${versions.sqlite3}-${process.platform}-${process.arch}`,
	);
	const binary = path.join(folder, path.basename(BINARY));
	if (!fs.existsSync(binary)) {
		await withLock(`${folder}.lock`, async () => {
			if (!fs.existsSync(binary)) await buildInto(folder, versions);
		});
	}
	return binary;
}

/** Puts the binary where the sqlite3 of an installation looks for it. */
export function placeSqliteDriver(binary: string, installation: string): void {
	const target = path.join(installation, 'node_modules', 'sqlite3', BINARY);
	fs.mkdirSync(path.dirname(target), { recursive: true });
	fs.copyFileSync(binary, target);
}

/** Builds beside the final place; what a killed process left there is removed. */
async function buildInto(
	folder: string,
	dependencies: { sqlite3: string; node: string },
): Promise<void> {
	const building = `${folder}.building`;
	await remove(building);
	try {
		fs.mkdirSync(building, { recursive: true });
		const manifest = { name: 'sqlite-driver', private: true, dependencies };
		fs.writeFileSync(path.join(building, 'package.json'), JSON.stringify(manifest));
		await npm(building, ['install', '--ignore-scripts', '--engine-strict=false'], process.env);
		await npm(building, ['rebuild', 'node', '--ignore-scripts=false'], process.env);
		const env = withNodeOf(building);
		await npm(building, ['rebuild', 'sqlite3', '--ignore-scripts=false'], env);
		fs.mkdirSync(folder, { recursive: true });
		const built = path.join(building, 'node_modules', 'sqlite3', BINARY);
		const half = path.join(folder, 'half');
		fs.copyFileSync(built, half);
		fs.renameSync(half, path.join(folder, path.basename(BINARY)));
	} finally {
		await remove(building);
	}
}

/** n8n's SQLite driver, made ready once for this machine: its binary fits every Node and every n8n. */
import { remove } from '../folders';
import { fs, path, process } from '../platform';
import { installOnce } from './installOnce';
import { npm, rebuild, withNodeOf } from './npm';

/** The path within an installation at which sqlite3 looks for its binary. */
export const SQLITE_BINARY = path.join(
	...['node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node'],
);

/**
 * Downloads the driver's binary, or compiles it where that cannot be had: two minutes on one core.
 * It speaks Node-API, so one binary serves whatever Node loads it.
 *
 * @param cache the folder in which installations are kept
 * @param dependencies the versions of sqlite3, and of the Node whose headers it needs
 * @returns the path of the binary
 */
export async function ensureSqliteDriver(
	cache: string,
	dependencies: { sqlite3: string; node: string },
): Promise<string> {
	const name = `sqlite3-${dependencies.sqlite3}-${process.platform}-${process.arch}`;
	const folder = path.join(cache, name);
	const file = path.basename(SQLITE_BINARY);
	await installOnce(folder, [file], async (building) => {
		const manifest = JSON.stringify({ name: 'sqlite-driver', private: true, dependencies });
		fs.writeFileSync(path.join(building, 'package.json'), manifest);
		await npm(building, ['install', '--ignore-scripts', '--engine-strict=false']);
		await rebuild(building, 'node');
		await rebuild(building, 'sqlite3', withNodeOf(building));
		fs.renameSync(path.join(building, SQLITE_BINARY), path.join(building, file));
		await remove(path.join(building, 'node_modules'));
	});
	return path.join(folder, file);
}

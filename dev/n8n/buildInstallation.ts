/** The steps that make an n8n which runs, each for a reason that a plain `npm ci` met. */
import { z } from 'zod';
import { fs, path, process } from '../platform';
import { captureCommand } from '../processes';
import { withProgress } from '../progress';
import { installationFailure } from './installationFailure';
import { npm, withNodeOf } from './npm';
import { ensureSqliteDriver, placeSqliteDriver } from './sqliteDriver';

/** The packages whose install scripts n8n needs here; some of the others fail without internet. */
const DRIVER = 'sqlite3';
const ISOLATE = 'isolated-vm';
const SHORT_PAUSES = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=1000'];

const lockSchema = z.object({ packages: z.record(z.object({ version: z.string().optional() })) });

/**
 * Installs into a folder that holds package.json and package-lock.json.
 *
 * The SQLite driver is compiled while n8n is downloaded: the one needs a core, the other the network.
 *
 * @param cache the folder that keeps what several installations share
 */
export async function buildInstallation(folder: string, cache: string): Promise<void> {
	await checkRegistry(folder);
	await withProgress(
		`Downloading n8n into ${folder} and compiling its SQLite driver (once for this machine: 3 GB, about four minutes)`,
		async () => {
			const [driver] = await Promise.all([
				ensureSqliteDriver(cache, lockedVersions(folder)),
				// n8n asks for Node 24, which npm itself need not run on.
				npm(folder, ['ci', '--ignore-scripts', '--engine-strict=false'], process.env),
			]);
			placeSqliteDriver(driver, folder);
		},
	);
	await withProgress('Preparing the Node that n8n runs on', async () => {
		await npm(folder, ['rebuild', 'node', '--ignore-scripts=false'], process.env);
		const env = withNodeOf(folder);
		if (hasPackage(folder, ISOLATE)) {
			await npm(folder, ['rebuild', ISOLATE, '--ignore-scripts=false'], env);
		}
		await loadNativeModules(folder, env);
	});
}

/** Without a network `npm ci` would try for minutes before it says so; one question is answered at once. */
async function checkRegistry(folder: string): Promise<void> {
	await npm(folder, ['view', 'n8n', 'name', '--fetch-retries=1', ...SHORT_PAUSES], process.env);
}

function lockedVersions(folder: string): { sqlite3: string; node: string } {
	const text = fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
	const { packages } = lockSchema.parse(JSON.parse(text));
	const version = (name: string) => z.string().parse(packages[`node_modules/${name}`]?.version);
	return { sqlite3: version(DRIVER), node: version('node') };
}

/** Not every release of n8n has all of them. */
function hasPackage(folder: string, name: string): boolean {
	return fs.existsSync(path.join(folder, 'node_modules', name));
}

/** npm calls a package built whose binary does not load; n8n would say so only when it starts. */
async function loadNativeModules(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
	const native = [DRIVER, ISOLATE].filter((name) => hasPackage(folder, name));
	const program = native.map((name) => `require('${name}')`).join(';');
	const { code, output } = await captureCommand('node', ['-e', program], { cwd: folder, env });
	if (code !== 0) throw installationFailure(`loading ${native.join(' and ')}`, output, env);
}

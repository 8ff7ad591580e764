/** The steps that make an n8n which runs, each for a reason that a plain `npm ci` met. */
import { z } from 'zod';
import { fs, path } from '../platform';
import { withProgress } from '../progress';
import { npm, rebuild, runStep, withNodeOf } from './npm';
import { ensureSqliteDriver, SQLITE_BINARY } from './sqliteDriver';

/** The packages whose install scripts n8n needs here; some of the others fail without internet. */
const DRIVER = 'sqlite3';
const NATIVE = [DRIVER, 'isolated-vm'];
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
	// Without a network `npm ci` would try for minutes before it says so; one look-up fails immediately.
	await npm(folder, ['view', 'n8n', 'name', '--fetch-retries=1', ...SHORT_PAUSES]);
	await withProgress(
		`Downloading n8n into ${folder} and compiling its SQLite driver (once for this machine: 3 GB, about four minutes)`,
		async () => {
			const [driver] = await Promise.all([
				ensureSqliteDriver(cache, lockedVersions(folder)),
				// n8n asks for Node 24, which npm itself need not run on.
				npm(folder, ['ci', '--ignore-scripts', '--engine-strict=false']),
			]);
			const target = path.join(folder, SQLITE_BINARY);
			fs.mkdirSync(path.dirname(target), { recursive: true });
			fs.copyFileSync(driver, target);
		},
	);
	await withProgress('Preparing the Node that n8n runs on', async () => {
		await rebuild(folder, 'node');
		const env = withNodeOf(folder);
		// Not every release of n8n has all of them.
		const native = NATIVE.filter((name) => fs.existsSync(path.join(folder, 'node_modules', name)));
		for (const name of native.filter((one) => one !== DRIVER)) await rebuild(folder, name, env);
		// npm calls a package built whose binary does not load; n8n would say so only when it starts.
		const program = native.map((name) => `require('${name}')`).join(';');
		await runStep(folder, ['node', '-e', program], env);
	});
}

function lockedVersions(folder: string): { sqlite3: string; node: string } {
	const text = fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
	const { packages } = lockSchema.parse(JSON.parse(text));
	const version = (name: string) => z.string().parse(packages[`node_modules/${name}`]?.version);
	return { sqlite3: version(DRIVER), node: version('node') };
}

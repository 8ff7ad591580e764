/** The steps that make an n8n which runs, each for a reason that a plain `npm ci` met. */
import { fs, path, process } from '../platform';
import { captureCommand } from '../processes';
import { withProgress } from '../progress';
import { installationFailure } from './installationFailure';

/** The only packages whose install scripts n8n needs here; some of the others fail without internet. */
const NATIVE = ['sqlite3', 'isolated-vm'];
const SHORT_PAUSES = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=1000'];
const QUIET = ['--loglevel=error', '--no-audit', '--no-fund', '--no-progress'];

/** Installs into a folder that holds package.json and package-lock.json. */
export async function buildInstallation(folder: string): Promise<void> {
	await checkRegistry(folder);
	await withProgress(
		`Downloading n8n into ${folder} (once for this machine: 3 GB, about four minutes)`,
		async () =>
			// n8n asks for Node 24, which npm itself need not run on.
			await npm(folder, ['ci', '--ignore-scripts', '--engine-strict=false'], process.env),
	);
	await withProgress(
		'Downloading the Node that n8n runs on',
		async () => await npm(folder, ['rebuild', 'node', '--ignore-scripts=false'], process.env),
	);
	await withProgress(
		'Preparing the SQLite driver (about a minute where it has to be compiled)',
		async () => {
			const env = withPinnedNode(folder);
			const native = NATIVE.filter((name) => hasPackage(folder, name));
			await npm(folder, ['rebuild', ...native, '--ignore-scripts=false'], env);
			await loadNativeModules(folder, native, env);
		},
	);
}

/** Without a network `npm ci` would try for minutes before it says so; one question is answered at once. */
async function checkRegistry(folder: string): Promise<void> {
	await npm(folder, ['view', 'n8n', 'name', '--fetch-retries=1', ...SHORT_PAUSES], process.env);
}

async function npm(folder: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
	const { code, output } = await captureCommand('npm', [...args, ...QUIET], {
		cwd: folder,
		env,
	});
	const step = ['npm', ...args.filter((arg) => !arg.startsWith('-'))].join(' ');
	if (code !== 0) throw installationFailure(step, output, env);
}

/** Not every release of n8n has all of them. */
function hasPackage(folder: string, name: string): boolean {
	return fs.existsSync(path.join(folder, 'node_modules', name));
}

/** Native modules are for the Node that compiles them, and fit no other. */
function withPinnedNode(folder: string): NodeJS.ProcessEnv {
	const node = path.join(folder, 'node_modules', 'node');
	const PATH = [path.join(node, 'bin'), process.env.PATH].join(path.delimiter);
	// The pinned Node brings its headers along: compiling with them needs no download.
	return { ...process.env, PATH, npm_config_nodedir: findHeaders(node), JOBS: 'max' };
}

function findHeaders(node: string): string | undefined {
	const packages = path.join(node, 'node_modules');
	return fs
		.readdirSync(packages)
		.map((name) => path.join(packages, name))
		.find((folder) => fs.existsSync(path.join(folder, 'include', 'node', 'node_version.h')));
}

/** npm calls a package built whose binary does not load; n8n would say so only when it starts. */
async function loadNativeModules(
	folder: string,
	native: string[],
	env: NodeJS.ProcessEnv,
): Promise<void> {
	const program = native.map((name) => `require('${name}')`).join(';');
	const { code, output } = await captureCommand('node', ['-e', program], { cwd: folder, env });
	if (code !== 0) throw installationFailure(`loading ${native.join(' and ')}`, output, env);
}

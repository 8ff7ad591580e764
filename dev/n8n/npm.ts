/** npm in the folder of an installation, with the Node that is installed there. */
import { fs, path, process } from '../platform';
import { captureCommand } from '../processes';
import { installationFailure } from './installationFailure';

const QUIET = ['--loglevel=error', '--no-audit', '--no-fund', '--no-progress'];

/** @throws what the program wrote, with what to do about it */
export async function runStep(
	folder: string,
	[program, ...args]: [string, ...string[]],
	env = process.env,
): Promise<void> {
	const { code, output } = await captureCommand(program, args, { cwd: folder, env });
	const step = [program, ...args.filter((arg) => !arg.startsWith('-'))].join(' ');
	if (code !== 0) throw installationFailure(step, output, env);
}

export async function npm(folder: string, args: string[], env?: NodeJS.ProcessEnv): Promise<void> {
	await runStep(folder, ['npm', ...args, ...QUIET], env);
}

/** Runs the install scripts of a package. */
export async function rebuild(
	folder: string,
	name: string,
	env?: NodeJS.ProcessEnv,
): Promise<void> {
	await npm(folder, ['rebuild', name, '--ignore-scripts=false'], env);
}

/** An environment in which `node` is the one that the installation pins. */
export function withNodeOf(folder: string): NodeJS.ProcessEnv {
	const packages = path.join(folder, 'node_modules');
	const node = path.join(packages, 'node');
	const PATH = [path.join(node, 'bin'), process.env.PATH].join(path.delimiter);
	// The pinned Node brings its headers along, in a package of its own: compiling with them needs no download.
	const headers = [path.join(node, 'node_modules'), packages]
		.filter((parent) => fs.existsSync(parent))
		.flatMap((parent) => fs.readdirSync(parent).map((name) => path.join(parent, name)))
		.find((one) => fs.existsSync(path.join(one, 'include', 'node', 'node_version.h')));
	return { ...process.env, PATH, npm_config_nodedir: headers, JOBS: 'max' };
}

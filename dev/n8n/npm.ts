/** npm in the folder of an installation, with the Node that is installed there. */
import { fs, path, process } from '../platform';
import { captureCommand } from '../processes';
import { installationFailure } from './installationFailure';

const QUIET = ['--loglevel=error', '--no-audit', '--no-fund', '--no-progress'];

/** @throws what npm said, with what to do about it */
export async function npm(folder: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
	const { code, output } = await captureCommand('npm', [...args, ...QUIET], {
		cwd: folder,
		env,
	});
	const step = ['npm', ...args.filter((arg) => !arg.startsWith('-'))].join(' ');
	if (code !== 0) throw installationFailure(step, output, env);
}

/** An environment in which `node` is the one that the installation pins. */
export function withNodeOf(folder: string): NodeJS.ProcessEnv {
	const node = path.join(folder, 'node_modules', 'node');
	const PATH = [path.join(node, 'bin'), process.env.PATH].join(path.delimiter);
	// The pinned Node brings its headers along: compiling with them needs no download.
	return { ...process.env, PATH, npm_config_nodedir: findHeaders(node), JOBS: 'max' };
}

function findHeaders(node: string): string | undefined {
	const hoisted = path.dirname(node);
	return [path.join(node, 'node_modules'), hoisted]
		.filter((packages) => fs.existsSync(packages))
		.flatMap((packages) => fs.readdirSync(packages).map((name) => path.join(packages, name)))
		.find((folder) => fs.existsSync(path.join(folder, 'include', 'node', 'node_version.h')));
}

/** Installs Debian and Ubuntu packages that the tests need, where that is permitted. */
import { childProcess, fs, path, process } from './platform';
import { captureCommand } from './processes';

const ENVIRONMENT = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
const OUTPUT_SHOWN = 2000;

type AptCommand = [program: string, args: string[]];

/** A test run must not ask for a password, nor change a machine that it was not given. */
export function mayInstallPackages(): boolean {
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	const hasApt = folders.some((folder) => fs.existsSync(path.join(folder, 'apt-get')));
	return hasApt && process.getuid?.() === 0;
}

/** @throws Error with what apt-get wrote last */
export async function installPackages(names: string[]): Promise<void> {
	for (const command of aptCommands(names)) {
		const { code, output } = await captureCommand(...command, { env: ENVIRONMENT });
		assertSuccess(command, code, output);
	}
}

/** The same, synchronously: Jest has to know at load time which tests a file has. */
export function installPackagesNow(names: string[]): void {
	for (const command of aptCommands(names)) {
		const [program, args] = command;
		const end = childProcess.spawnSync(program, args, { env: ENVIRONMENT, encoding: 'utf8' });
		assertSuccess(command, end.status, `${end.stdout}${end.stderr}`);
	}
}

function aptCommands(names: string[]): AptCommand[] {
	return [
		['apt-get', ['update']],
		['apt-get', ['install', '--yes', '--no-install-recommends', ...names]],
	];
}

function assertSuccess([program, args]: AptCommand, code: number | null, output: string): void {
	if (code === 0) return;
	const command = [program, ...args].join(' ');
	throw new Error(`${command} ended with ${code}:\n${output.slice(-OUTPUT_SHOWN)}`);
}

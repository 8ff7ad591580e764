/** Installs Debian and Ubuntu packages that the tests need, where that is permitted. */
import { childProcess, process } from './platform';
import { findOnPath, outputOf } from './processes';

const ENVIRONMENT = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/** A test run must not ask for a password, nor change a machine that it was not given. */
export function mayInstallPackages(): boolean {
	return findOnPath('apt-get') !== undefined && process.getuid?.() === 0;
}

/** @throws Error with what apt-get wrote */
export async function installPackages(names: string[]): Promise<void> {
	for (const args of aptArguments(names)) await outputOf('apt-get', args, { env: ENVIRONMENT });
}

/** Installs packages synchronously: Jest has to know at load time which tests a file has. */
export function installPackagesNow(names: string[]): void {
	for (const args of aptArguments(names)) {
		childProcess.execFileSync('apt-get', args, { env: ENVIRONMENT, stdio: 'pipe' });
	}
}

function aptArguments(names: string[]): string[][] {
	return [['update'], ['install', '--yes', '--no-install-recommends', ...names]];
}

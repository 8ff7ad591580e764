/** Finds the servers' programs, and runs them as a user that they accept. */
import { fs, path, process } from '../platform';
import { findOnPath, outputOf } from '../processes';

/** Folders of servers that only root is expected to start. */
const SYSTEM = ['/usr/sbin', '/usr/local/sbin'];
/** Folders in which Debian and Fedora keep PostgreSQL's programs, one for each version: postgresql/15, pgsql-15. */
const VERSIONED = ['/usr/lib/postgresql', '/usr'];

/** The path of a program; the newest version if there are several. */
export function findProgram(name: string): string | undefined {
	const files = [...SYSTEM, ...VERSIONED.flatMap(versions)].map((one) => path.join(one, name));
	return findOnPath(name) ?? files.find((file) => fs.existsSync(file));
}

function versions(parent: string): string[] {
	if (!fs.existsSync(parent)) return [];
	const names = fs.readdirSync(parent).filter((name) => /^(pgsql-)?\d+$/.test(name));
	const newestFirst = names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
	return newestFirst.map((name) => path.join(parent, name, 'bin'));
}

/** PostgreSQL refuses to run as root, and its packages bring this user. */
const POSTGRES_USER = 'postgres';
/** The command that runs a program as PostgreSQL requires, replacing itself with it (exec). */
export function asPostgresUser(program: string, args: string[]): [string, string[]] {
	if (process.getuid?.() !== 0) return [program, args];
	const user = [`--reuid=${POSTGRES_USER}`, `--regid=${POSTGRES_USER}`, '--init-groups'];
	return ['setpriv', [...user, '--no-new-privs', program, ...args]];
}

/** Lets the user that PostgreSQL runs as write into a folder. */
export async function handToPostgresUser(folder: string): Promise<void> {
	if (process.getuid?.() === 0) await outputOf('chown', [POSTGRES_USER, folder]);
}

/** Finds the servers' programs, and runs them as a user that they accept. */
import { fs, path, process } from '../platform';
import { findOnPath, outputOf } from '../processes';

/** Where servers are installed that only root is expected to start. */
const SYSTEM = ['/usr/sbin', '/usr/local/sbin'];
/** Debian and Fedora keep PostgreSQL's programs off the PATH, one folder for each version. */
const VERSIONED = [
	{ parent: '/usr/lib/postgresql', below: 'bin' },
	{ parent: '/usr', below: 'bin', named: /^pgsql-\d+$/ },
];

/** The path of a program; the newest version where there are several. */
export function findProgram(name: string): string | undefined {
	const further = [...SYSTEM, ...VERSIONED.flatMap(versionFolders)];
	const files = further.map((folder) => path.join(folder, name));
	return findOnPath(name) ?? files.find((file) => fs.existsSync(file));
}

function versionFolders({ parent, below, named = /^\d+$/ }: (typeof VERSIONED)[number]): string[] {
	if (!fs.existsSync(parent)) return [];
	const versions = fs.readdirSync(parent).filter((name) => named.test(name));
	const newestFirst = versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
	return newestFirst.map((version) => path.join(parent, version, below));
}

/** PostgreSQL refuses to run as root, and its packages bring this user. */
const POSTGRES_USER = 'postgres';
const AS_POSTGRES = [
	`--reuid=${POSTGRES_USER}`,
	`--regid=${POSTGRES_USER}`,
	'--init-groups',
	'--no-new-privs',
];

/** The command that runs a program as PostgreSQL requires, replacing itself with it (exec). */
export function asPostgresUser(program: string, args: string[]): [string, string[]] {
	if (process.getuid?.() !== 0) return [program, args];
	return ['setpriv', [...AS_POSTGRES, program, ...args]];
}

/** Lets the user that PostgreSQL runs as write into a folder. */
export async function handToPostgresUser(folder: string): Promise<void> {
	if (process.getuid?.() === 0) await outputOf('chown', [POSTGRES_USER, folder]);
}

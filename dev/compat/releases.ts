/** The releases of n8n that the package is run on; a new one is a folder with its pins and an entry here. */
import { ensureN8n, type N8nInstallation } from '../n8n/install';
import { path, repositoryRoot } from '../platform';

/** The newest 1.x, and the first 2.x, that can be installed from the npm registry. */
const OLDER = [
	{
		version: '1.123.81',
		// What n8n 2 does anyway and n8n 1 asks for: over a single connection, of two executions that end at
		// the same moment the data of one is lost at times.
		env: { DB_SQLITE_POOL_SIZE: '4' },
	},
	{ version: '2.0.3', env: {} },
];

interface Release {
	/** The version, or a label where another file pins it. */
	name: string;
	/** Absent for the release that all other tests run on. */
	install?(): Promise<N8nInstallation>;
	/** Settings that differ from those of the pinned release. */
	env?: NodeJS.ProcessEnv;
}

export const releases: Release[] = [
	...OLDER.map(({ version, env }) => ({
		name: version,
		install: async () => await ensureN8n(path.join(repositoryRoot, 'dev', 'compat', version)),
		// Names a module that these do not have, at which they refuse to start.
		env: { N8N_DISABLED_MODULES: undefined, ...env },
	})),
	{ name: 'the pinned one' },
];

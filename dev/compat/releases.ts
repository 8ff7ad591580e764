/** The releases of n8n that the package is run on; a new one is a folder with its pins and a word here. */
import { ensureN8n, type N8nInstallation } from '../n8n/install';
import { path, repositoryRoot } from '../platform';

/** The newest 1.x, and the first 2.x, that can be installed from the npm registry. */
const OLDER = ['1.123.81', '2.0.3'] as const;

export interface Release {
	/** The version, or what is known of it where another file pins it. */
	name: string;
	install(): Promise<N8nInstallation>;
	/** What it has to be started with instead of what the pinned one is. */
	env?: NodeJS.ProcessEnv;
}

export const releases: Release[] = [
	...OLDER.map((version) => ({
		name: version,
		install: async () => await ensureN8n(path.join(repositoryRoot, 'dev', 'compat', version)),
		// Names a module that these do not have, at which they refuse to start.
		env: { N8N_DISABLED_MODULES: undefined },
	})),
	{ name: 'the pinned one', install: async () => await ensureN8n() },
];

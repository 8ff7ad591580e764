/** The releases of n8n that the package is run on; a new one is a folder with its pins and an entry here. */
import { ensureN8n } from '../n8n/install';
import { path, repositoryRoot } from '../platform';
import { startAlone } from './start';
import type { Variant } from './variants';

const older = (version: string, env: NodeJS.ProcessEnv = {}): Variant => ({
	name: version,
	start: async () =>
		await startAlone({
			release: await ensureN8n(path.join(repositoryRoot, 'dev', 'compat', version)),
			// Names a module that these do not have, at which they refuse to start.
			env: { N8N_DISABLED_MODULES: undefined, ...env },
		}),
});

/** The newest 1.x, and the first 2.x, that can be installed from the npm registry, and the one of all other tests. */
export const releases: Variant[] = [
	// What n8n 2 does anyway and n8n 1 asks for: over a single connection, of two executions that end at
	// the same moment the data of one is lost at times.
	older('1.123.81', { DB_SQLITE_POOL_SIZE: '4' }),
	older('2.0.3'),
	{ name: 'the pinned one', start: async () => await startAlone() },
];

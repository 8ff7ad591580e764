/** The releases of n8n that the package is run on; a new one is a folder with its pins and an entry here. */
import { HEADLESS } from '../n8n/environment';
import { ensureN8n } from '../n8n/install';
import { path, repositoryRoot } from '../platform';
import { startAlone } from './start';
import type { Variant } from './variants';

const OLDER: Array<{ version: string; env?: NodeJS.ProcessEnv }> = [
	// n8n 2 has several connections by default, n8n 1 only with this setting. With one connection, two
	// executions that end at the same moment sometimes lose the data of one.
	{ version: '1.123.81', env: { DB_SQLITE_POOL_SIZE: '4' } },
	{ version: '2.0.3' },
];

const installed = async (version: string) =>
	await ensureN8n(path.join(repositoryRoot, 'dev', 'compat', version));

/** Installs those that this machine has not got, 3 GB each. */
export async function installOlder(): Promise<void> {
	for (const { version } of OLDER) await installed(version);
}

/** The newest 1.x, and the first 2.x, that can be installed from the npm registry, and the one of all other tests. */
export const releases: Variant[] = [
	...OLDER.map(({ version, env }) => ({
		name: version,
		start: async () =>
			await startAlone({
				release: await installed(version),
				// Names modules that these do not have, at which they refuse to start.
				env: { ...HEADLESS, N8N_DISABLED_MODULES: undefined, ...env },
			}),
	})),
	{ name: 'the pinned one', start: async () => await startAlone() },
];

/** Installs something once for this machine, also for checkouts that do not know each other. */
// Loading it makes a process listen for signals. All others load platform.ts, so it cannot be imported there.
// eslint-disable-next-line @n8n/community-nodes/no-restricted-imports -- a rule for the published nodes
import * as lockfile from 'proper-lockfile';
import { z } from 'zod';
import { remove } from '../folders';
import { fs, path } from '../platform';
import { withProgress } from '../progress';

/**
 * The holder renews the lock every two seconds; one that has not for so long was killed. If it is taken away
 * after this machine slept, the final rename decides.
 */
const OPTIONS = { realpath: false, update: 2_000, stale: 20_000, onCompromised: () => undefined };
const UNTIL_FREE = { forever: true, minTimeout: 250, maxTimeout: 250 };

const lockedError = z.object({ code: z.literal('ELOCKED') });

/**
 * Fills a folder that has not got these files.
 *
 * @param build fills another one, which is moved there in one step: no one ever sees half of it
 */
export async function installOnce(
	folder: string,
	files: string[],
	build: (building: string) => Promise<void>,
): Promise<void> {
	const isComplete = () => files.every((file) => fs.existsSync(path.join(folder, file)));
	if (isComplete()) return;
	const unlock = await lock(`${folder}.lock`);
	const building = `${folder}.building`;
	try {
		if (isComplete()) return;
		// This process holds the lock, so whatever is there was left by a process that was killed.
		await remove(building);
		await remove(folder);
		fs.mkdirSync(building);
		await build(building);
		fs.renameSync(building, folder);
	} finally {
		await remove(building);
		await unlock().catch(() => undefined);
	}
}

/** The lock is also released when this process ends. */
async function lock(folder: string): Promise<() => Promise<void>> {
	const options = { ...OPTIONS, lockfilePath: folder };
	return await lockfile.lock(folder, options).catch(async (error: unknown) => {
		// Another error is about the folder itself, such as one that cannot be written to.
		if (!lockedError.safeParse(error).success) throw error;
		return await withProgress(
			'Another checkout is installing n8n for this machine: waiting for it',
			async () => await lockfile.lock(folder, { ...options, retries: UNTIL_FREE }),
		);
	});
}

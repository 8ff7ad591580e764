/** The folder in which `npm start` keeps the editor's workflows from one start to the next. */
// Not in platform.ts, which every file loads: loading this makes a process listen for signals.
import * as lockfile from 'proper-lockfile';
import { z } from 'zod';
import { os, path } from '../platform';
import { say } from '../progress';
import { onShutdown } from '../shutdown';

/** Outside of the repository, because the linter would read every script that n8n keeps there. */
const FOLDER = path.join(os.homedir(), '.n8n-public-outreach-demo');

/** The holder renews the lock every second; a start that has not done so for five seconds was killed. */
const OPTIONS = { realpath: false, update: 1_000, stale: 5_000, onCompromised: () => undefined };
/** The time after which the lock of a killed start expires. */
const UNTIL_STALE = { retries: 13, factor: 1, minTimeout: 500, maxTimeout: 500 };

const lockedError = z.object({ code: z.literal('ELOCKED') });

/**
 * Returns a folder that no other running start uses, and keeps it until this process ends: two n8ns on
 * one database would undo each other's changes.
 *
 * @param first preferred; while it is in use, the same name with -2, -3 and so on
 * @param retries how often to ask for a folder that is in use, whose start may have been killed
 */
export async function claimDataFolder(first = FOLDER, retries = UNTIL_STALE): Promise<string> {
	for (let number = 1; ; number++) {
		const folder = number === 1 ? first : `${first}-${number}`;
		const release = await lock(folder, number === 1 ? retries : { ...retries, retries: 0 });
		if (release === undefined) continue;
		onShutdown(async () => await release().catch(() => undefined));
		if (number > 1) say(`Another npm start uses ${first}: this one uses ${folder}`);
		return folder;
	}
}

/** Returns how to release the folder; undefined if another process holds it. */
async function lock(folder: string, retries: typeof UNTIL_STALE) {
	const options = { ...OPTIONS, retries, lockfilePath: `${folder}.lock` };
	return await lockfile.lock(folder, options).catch(async (error: unknown) => {
		if (lockedError.safeParse(error).success) return undefined;
		throw error;
	});
}

/** One installation at a time, also between checkouts that know nothing of each other. */
// eslint-disable-next-line @n8n/community-nodes/no-restricted-imports -- not in platform.ts: whoever loads it listens for signals
import * as lockfile from 'proper-lockfile';
import { z } from 'zod';
import { withProgress } from '../progress';
import { onShutdown } from '../shutdown';

/** The holder renews the lock every two seconds; one that has not for so long was killed. */
const OPTIONS = { realpath: false, update: 2_000, stale: 20_000 };

const lockedError = z.object({ code: z.literal('ELOCKED') });

/** Runs `work` while holding the lock folder; waits for whoever holds it now. */
export async function withLock<Result>(
	folder: string,
	work: () => Promise<Result>,
): Promise<Result> {
	let isHeld = true;
	// Taken away as stale after this machine slept: the installation's final rename decides.
	const unlock = await acquire(folder, () => (isHeld = false));
	async function release(): Promise<void> {
		if (isHeld) await unlock();
		isHeld = false;
	}
	onShutdown(release);
	try {
		return await work();
	} finally {
		await release();
	}
}

async function acquire(folder: string, onCompromised: () => void): Promise<() => Promise<void>> {
	const options = { ...OPTIONS, lockfilePath: folder, onCompromised };
	const wait = async () => {
		const retries = { forever: true, minTimeout: 250, maxTimeout: 250 };
		return await lockfile.lock(folder, { ...options, retries });
	};
	return await lockfile.lock(folder, options).catch(async (error: unknown) => {
		// Another error is about the folder itself, such as one that cannot be written to.
		if (!lockedError.safeParse(error).success) return await Promise.reject(error);
		return await withProgress(
			'Another checkout is installing n8n for this machine: waiting for it',
			wait,
		);
	});
}

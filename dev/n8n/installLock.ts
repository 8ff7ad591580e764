/** One installation at a time, also between checkouts that know nothing of each other. */
import { remove } from '../folders';
import { fs, path, timers } from '../platform';
import { withProgress } from '../progress';
import { onShutdown } from '../shutdown';
import { until } from '../until';

const BEAT_MS = 2000;
/** The holder renews the lock every two seconds; one that has not for so long was killed. */
const STALE_AFTER_MS = 20_000;
const FOR_AS_LONG_AS_IT_TAKES = { timeoutMs: Infinity, everyMs: 250 };

/** Runs `work` while holding the lock folder; waits for whoever holds it now. */
export async function withLock<Result>(
	folder: string,
	work: () => Promise<Result>,
): Promise<Result> {
	await acquire(folder);
	let held = true;
	async function release(): Promise<void> {
		if (held) await remove(folder);
		held = false;
	}
	onShutdown(release);
	const heartbeat = timers.setInterval(() => touch(folder), BEAT_MS);
	try {
		return await work();
	} finally {
		timers.clearInterval(heartbeat);
		await release();
	}
}

async function acquire(folder: string): Promise<void> {
	if (tryToCreate(folder)) return;
	await withProgress(
		'Another checkout is installing n8n for this machine: waiting for it',
		async () =>
			await until('the lock', () => takeOver(folder) || undefined, FOR_AS_LONG_AS_IT_TAKES),
	);
}

function takeOver(folder: string): boolean {
	if (ageMs(folder) > STALE_AFTER_MS) fs.rmSync(folder, { recursive: true, force: true });
	return tryToCreate(folder);
}

/** Creating a folder is atomic on every file system that a cache may lie on. */
function tryToCreate(folder: string): boolean {
	// Tells a folder that is there, which is an answer, from one that cannot be made, which is an error.
	fs.accessSync(path.dirname(folder), fs.constants.W_OK);
	try {
		fs.mkdirSync(folder);
		return true;
	} catch {
		return false;
	}
}

function touch(folder: string): void {
	try {
		fs.utimesSync(folder, new Date(), new Date());
	} catch {
		// Taken away as stale after this machine slept: the installation's final rename decides.
	}
}

function ageMs(folder: string): number {
	const stat = fs.statSync(folder, { throwIfNoEntry: false });
	return stat === undefined ? 0 : Date.now() - stat.mtimeMs;
}

/** n8n's user folder. */
import { HEADLESS } from '../n8n/environment';
import { installPackage } from '../n8n/installPackage';
import { startN8n } from '../n8n/server';
import { fs, os, path } from '../platform';

let started: Promise<string> | undefined;

export function newUserFolder(): string {
	return fs.mkdtempSync(path.join(os.tmpdir(), 'n8n-compat-'));
}

/** With the package, and the database of a first start, which takes n8n the longest. */
export async function copyOfStarted(): Promise<string> {
	started ??= startOnce();
	const folder = newUserFolder();
	await fs.promises.cp(await started, folder, { recursive: true });
	return folder;
}

export async function removeStarted(): Promise<void> {
	const folder = await started?.catch(() => undefined);
	if (folder !== undefined) await fs.promises.rm(folder, { recursive: true, force: true });
}

async function startOnce(): Promise<string> {
	const userFolder = newUserFolder();
	await installPackage(userFolder);
	await (await startN8n({ userFolder, env: HEADLESS })).stop();
	return userFolder;
}

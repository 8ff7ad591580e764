/** Folders of one run. */
import { fs, os, path } from './platform';
import { onShutdown } from './shutdown';

/** A new folder, which the caller removes. */
export function newFolder(name: string): string {
	return fs.mkdtempSync(path.join(os.tmpdir(), `${name}-`));
}

/** A new folder, which is removed when this process ends. */
export function temporaryFolder(name: string): string {
	const folder = newFolder(name);
	onShutdown(async () => await remove(folder));
	return folder;
}

/** Removes a folder, whether it is there or not; a program that ends may write into it meanwhile. */
export async function remove(folder: string): Promise<void> {
	await fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** An n8n of the test's own, which may be killed, with the packed package in it. */
import { HEADLESS, LAZILY } from './environment';
import { copyOfFolder, copyOfPrepared } from './preparedFolder';
import { startN8n, type N8nServer } from './server';
import { fs } from '../platform';

export interface OwnN8n extends N8nServer {
	userFolder: string;
	/** Stops it and deletes its folder. */
	remove(): Promise<void>;
}

export interface OwnN8nOptions {
	port?: number;
	env?: NodeJS.ProcessEnv;
	/** Starts with a copy of this folder: what an n8n was when it was copied. */
	copyOf?: string;
}

export async function startOwnN8n({ copyOf, port, env }: OwnN8nOptions = {}): Promise<OwnN8n> {
	const userFolder = await (copyOf === undefined ? copyOfPrepared() : copyOfFolder(copyOf));
	const n8n = await startN8n({ userFolder, port, env: { ...HEADLESS, ...LAZILY, ...env } });
	return Object.assign(n8n, {
		userFolder,
		async remove() {
			await n8n.stop();
			await fs.promises.rm(userFolder, { recursive: true, force: true, maxRetries: 3 });
		},
	});
}

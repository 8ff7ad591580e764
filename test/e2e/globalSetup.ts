import { installPackage } from '../../dev/n8n/installPackage';
import { startN8n } from '../../dev/n8n/server';
import { fs, os, path, process } from '../../dev/platform';
import { withProgress } from '../../dev/progress';
import { onShutdown } from '../../dev/shutdown';
import { running, URL_VARIABLE } from './runningN8n';

/** Starts the pinned n8n with the packed package in it; `npm test` has built that before. */
export default async function globalSetup(): Promise<void> {
	const userFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'n8n-e2e-'));
	running.removeFolder = async () => {
		await fs.promises.rm(userFolder, { recursive: true, force: true });
	};
	onShutdown(running.removeFolder);
	await withProgress('Starting n8n with the packed package in it', async () => {
		await installPackage(userFolder);
		running.n8n = await startN8n({ userFolder });
		process.env[URL_VARIABLE] = running.n8n.url;
	});
}

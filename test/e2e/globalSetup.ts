import { remove } from '../../dev/folders';
import { signIn } from '../../dev/n8n/client';
import { LAZILY } from '../../dev/n8n/environment';
import { externalN8n, openExternalN8n } from '../../dev/n8n/external';
import { copyOfPrepared, prepareFolder } from '../../dev/n8n/preparedFolder';
import { startN8n } from '../../dev/n8n/server';
import { process } from '../../dev/platform';
import { withProgress } from '../../dev/progress';
import { onShutdown } from '../../dev/shutdown';
import { OWNER, running, URL_VARIABLE } from './runningN8n';
import { SHORT_LOOKS } from './shorterWaits';

/** Jest calls it with its own configuration. */
export default async function globalSetup(): Promise<void> {
	await startSharedN8n();
}

/** Starts the pinned n8n with the packed package in it, which `npm test` has built before, or uses another. */
export async function startSharedN8n(env: NodeJS.ProcessEnv = {}): Promise<void> {
	await withProgress('Preparing n8n with the packed package in it', prepareFolder);
	const external = externalN8n();
	if (external) {
		await openExternalN8n(external);
		process.env[URL_VARIABLE] = external.url;
		return;
	}
	const userFolder = await copyOfPrepared();
	running.removeFolder = async () => await remove(userFolder);
	onShutdown(running.removeFolder);
	await withProgress('Starting n8n', async () => {
		const NODE_OPTIONS = [SHORT_LOOKS, env.NODE_OPTIONS].join(' ');
		// Isolates made only where one is needed halve its work; bursts, browser and compat have them as n8n does.
		running.n8n = await startN8n({ userFolder, env: { ...LAZILY, ...env, NODE_OPTIONS } });
		process.env[URL_VARIABLE] = running.n8n.url;
		// The first to sign in creates the owner, which no two files may do at once.
		await signIn(running.n8n.url, OWNER);
	});
}

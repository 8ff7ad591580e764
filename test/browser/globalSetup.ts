import { ensureBrowser } from '../../dev/browser/browser';
import { PICTURED, takesPictures } from '../../dev/browser/pictures';
import { SLACK, startSlack } from '../../dev/browser/slack';
import { rerouted } from '../../dev/n8n/reroute';
import { startSharedN8n } from '../e2e/globalSetup';

/** A browser first: where it has to be installed, no test should have to wait for that. */
export default async function globalSetup(): Promise<void> {
	await ensureBrowser();
	const ports = { [SLACK]: await startSlack(), ...(takesPictures && PICTURED.ports) };
	const address = takesPictures ? { N8N_WEBHOOK_URL: `${PICTURED.n8nUrl}/` } : {};
	await startSharedN8n({ ...rerouted(ports), ...address });
}

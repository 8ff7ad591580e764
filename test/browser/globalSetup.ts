import { ensureBrowser } from '../../dev/browser/browser';
import { PICTURED, takesPictures } from '../../dev/browser/pictures';
import { rerouted } from '../../dev/n8n/reroute';
import { startSharedN8n } from '../e2e/globalSetup';

/** A browser first: where it has to be installed, no test should have to wait for that. */
export default async function globalSetup(): Promise<void> {
	await ensureBrowser();
	await startSharedN8n(takesPictures ? rerouted(PICTURED.ports) : {});
}

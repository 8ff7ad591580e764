import { ensureBrowser } from '../../dev/browser/browser';
import startTheN8n from '../e2e/globalSetup';

/** A browser first: where it has to be installed, no test should have to wait for that. */
export default async function globalSetup(): Promise<void> {
	await ensureBrowser();
	await startTheN8n();
}

/** A browser of its own for the tests and the pictures: empty profile, nothing sent anywhere. */
import { chromium, selectors, type Browser } from 'playwright-core';
import { ensureBrowser } from './install';

/** How n8n names the parts of its editor for tests, where there is no role or label. */
selectors.setTestIdAttribute('data-test-id');

const ARGUMENTS = [
	// Chromium refuses to be sandboxed as root, and containers often lack what the sandbox needs.
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// The shared memory of containers is too small for large pages.
	'--disable-dev-shm-usage',
	// Colours as on every other machine.
	'--force-color-profile=srgb',
	'--hide-scrollbars',
];

/** Opens a browser with a new, empty profile, which is gone when it is closed. */
export async function openBrowser(): Promise<Browser> {
	return await chromium.launch({ executablePath: await ensureBrowser(), args: ARGUMENTS });
}

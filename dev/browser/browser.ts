/** A dedicated browser for tests and screenshots: empty profile, no network traffic of its own. */
import { chromium, selectors, type Browser } from 'playwright-core';
import { ensureBrowser } from './install';

/** The editor's test IDs, for parts without a role or label. */
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
	// The same colours on every machine.
	'--force-color-profile=srgb',
	'--hide-scrollbars',
];

/** Opens a browser with a new, empty profile, which is gone when it is closed. */
export async function openBrowser(): Promise<Browser> {
	return await chromium.launch({ executablePath: await ensureBrowser(), args: ARGUMENTS });
}

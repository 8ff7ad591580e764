/** A dedicated browser for tests and screenshots: empty profile, no network traffic of its own. */
import { chromium, selectors, type Browser } from 'playwright-core';
import { fs, process } from '../platform';
import { ensureProgram } from './install';

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

const VARIABLE = 'CHROMIUM_PATH';
const KNOWN = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/usr/bin/google-chrome-stable',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Opens a browser with a new, empty profile, which is gone when it is closed. */
export async function openBrowser(): Promise<Browser> {
	return await chromium.launch({ executablePath: await ensureBrowser(), args: ARGUMENTS });
}

/** The path of the browser; installs it where it is missing and that is permitted. */
export async function ensureBrowser(): Promise<string> {
	const chosen = process.env[VARIABLE];
	if (chosen !== undefined && !fs.existsSync(chosen)) {
		throw new Error(`${VARIABLE} is "${chosen}", where there is no program`);
	}
	return await ensureProgram({
		name: 'Chromium',
		find: () => chosen ?? KNOWN.find((program) => fs.existsSync(program)),
		packages: ['chromium', 'fonts-liberation'],
		otherwise: `; or name the program of a Chromium or Chrome: ${VARIABLE}=/path/to/chrome npm test -- browser`,
	});
}

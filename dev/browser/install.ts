/** The browser for the tests: an installed one, or Debian's, installed where possible. */
import { installPackages, mayInstallPackages } from '../debian';
import { fs, process } from '../platform';
import { withProgress } from '../progress';

const VARIABLE = 'CHROMIUM_PATH';
const KNOWN = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/usr/bin/google-chrome-stable',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const PACKAGES = ['chromium', 'fonts-liberation'];

/** The path of the browser; installs it where it is missing and that is permitted. */
export async function ensureBrowser(): Promise<string> {
	const chosen = process.env[VARIABLE];
	if (chosen !== undefined) return checked(chosen);
	const found = findBrowser();
	if (found !== undefined) return found;
	if (!mayInstallPackages()) throw new Error(`There is no Chromium here. ${ADVICE}`);
	await withProgress('Installing Chromium (apt-get, about half a minute)', install);
	return findBrowser() ?? fail('installing it left no program in any known place');
}

const ADVICE =
	'Install it, on Debian and Ubuntu with: apt-get install chromium; ' +
	`or name the program of a Chromium or Chrome: ${VARIABLE}=/path/to/chrome npm test -- browser`;

function checked(program: string): string {
	if (fs.existsSync(program)) return program;
	throw new Error(`${VARIABLE} is "${program}", where there is no program`);
}

function findBrowser(): string | undefined {
	return KNOWN.find((program) => fs.existsSync(program));
}

async function install(): Promise<void> {
	await installPackages(PACKAGES).catch((error: Error) => fail(error.message));
}

function fail(reason: string): never {
	throw new Error(`Chromium could not be installed: ${reason}\n${ADVICE}`);
}

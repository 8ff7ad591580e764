/** The browser that the tests drive: the one that is there, or Debian's, installed where that is possible. */
import { fs, path, process } from '../platform';
import { captureCommand } from '../processes';
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
const INSTALL = [
	['apt-get', 'update'],
	['apt-get', 'install', '--yes', '--no-install-recommends', 'chromium', 'fonts-liberation'],
];

/** Where the browser's program is; installs it where it is missing and this may be done. */
export async function ensureBrowser(): Promise<string> {
	const chosen = process.env[VARIABLE];
	if (chosen !== undefined) return checked(chosen);
	const found = findBrowser();
	if (found !== undefined) return found;
	if (!mayInstall()) throw new Error(`There is no Chromium here. ${ADVICE}`);
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

/** A test run must not ask for a password, nor change a machine that it was not given. */
function mayInstall(): boolean {
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	const hasApt = folders.some((folder) => fs.existsSync(path.join(folder, 'apt-get')));
	return hasApt && process.getuid?.() === 0;
}

async function install(): Promise<void> {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	for (const [command = '', ...args] of INSTALL) {
		const { code, output } = await captureCommand(command, args, { env });
		if (code !== 0)
			fail(`${command} ${args.join(' ')} ended with ${code}:\n${output.slice(-2000)}`);
	}
}

function fail(reason: string): never {
	throw new Error(`Chromium could not be installed: ${reason}\n${ADVICE}`);
}

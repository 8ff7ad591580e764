// Runs a task, the TypeScript file given first, and installs what is missing before: Node's own modules only.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const npmCi = [
	...['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'],
	// npm would try for more than a minute before it says that there is no network.
	...['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=5000'],
];

function fail(...lines) {
	process.stderr.write(`${lines.join('\n')}\n`);
	process.exit(1);
}

function checkNode() {
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major > 20 || (major === 20 && minor >= 19)) return;
	fail(
		`Node ${process.versions.node} is too old: this package is developed with Node 20.19 or newer.`,
		'Install a current release from https://nodejs.org, then run the same command again.',
	);
}

function readPackages(file) {
	const target = path.join(root, file);
	return existsSync(target) ? JSON.parse(readFileSync(target, 'utf8')).packages : undefined;
}

/** npm notes what it installed inside node_modules, as its last step: half an install has no note. */
function installedAsLocked() {
	const installed = readPackages('node_modules/.package-lock.json');
	if (installed === undefined) return false;
	return Object.entries(readPackages('package-lock.json')).every(([folder, wanted]) => {
		if (folder === '') return true;
		if (installed[folder] === undefined) return wanted.optional || wanted.devOptional;
		return installed[folder].version === wanted.version;
	});
}

async function install() {
	const started = Date.now();
	const elapsed = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
	if (task === 'dev/start/main.ts') {
		process.stdout.write('The first start takes about five minutes, any other less than one.\n');
	}
	process.stdout.write('Installing the development dependencies (npm ci, about a minute)\n');
	const signOfLife = setInterval(() => process.stdout.write(`  … ${elapsed()}\n`), 5000);
	const code = await runNpm(npmCi);
	clearInterval(signOfLife);
	if (code !== 0) {
		fail(
			`Installing the development dependencies failed: npm ci ended with ${code}. Its reason stands above.`,
			'If a download failed, check the network and what `npm config get registry` names.',
			'Then run the same command again: what was downloaded is kept.',
		);
	}
	process.stdout.write(`  done in ${elapsed()}\n`);
}

function runNpm(args) {
	const windows = process.platform === 'win32';
	const npm = spawn('npm', args, { cwd: root, stdio: 'inherit', shell: windows });
	for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) {
		process.once(signal, () => {
			npm.kill(signal);
			process.exit(1);
		});
	}
	return new Promise((resolve) => {
		npm.on('error', (error) => resolve(error.message));
		npm.on('close', (code, signal) => {
			for (const name of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.removeAllListeners(name);
			resolve(code ?? signal);
		});
	});
}

checkNode();
const [task, ...args] = process.argv.slice(2);
if (!installedAsLocked()) await install();

// The task runs in this very process, so signals and the exit code need nobody to pass them on.
const file = path.join(root, task);
process.argv = [process.argv[0], file, ...args];
const { require: requireTypeScript } = await import('tsx/cjs/api');
requireTypeScript(file, pathToFileURL(file).href);

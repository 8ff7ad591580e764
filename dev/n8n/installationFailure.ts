/** The message if n8n could not be installed: what failed, why, and what to do. */
import { findOnPath } from '../processes';

/** The tools that compile a native module, with the names of their commands. */
const COMPILERS = [['python3', 'python'], ['make'], ['g++', 'c++', 'clang++']];
/** npm says what failed first and where it happened last; its usage text lies between. */
const FIRST_LINES = 8;
const LAST_LINES = 8;

const NETWORK_ERROR = /E40[0-9]|E5\d\d|ENOTFOUND|ECONN|ETIMEDOUT|EAI_AGAIN|ETARGET|network|socket/;

export function installationFailure(step: string, output: string, env: NodeJS.ProcessEnv): Error {
	const lines = output.split('\n').filter((line) => !/^(npm error)?\s*$/.test(line));
	const left = lines.length - FIRST_LINES - LAST_LINES;
	if (left > 0) lines.splice(FIRST_LINES, left, `… ${left} more lines`);
	return new Error(
		[
			`Installing n8n failed at "${step}":`,
			...lines.map((line) => `  ${line}`),
			...advice(output, env),
			'Then run the same command again: what was downloaded is kept.',
		].join('\n'),
	);
}

function advice(output: string, env: NodeJS.ProcessEnv): string[] {
	const missing = COMPILERS.filter((names) => !names.some((name) => findOnPath(name, env)));
	if (output.includes('node-gyp') && missing.length > 0) {
		return [
			`The SQLite driver has to be compiled on this machine, which lacks ${missing.map(([name]) => name).join(', ')}.`,
			'Install them, on Debian and Ubuntu with: apt-get install python3 make g++; on macOS with: xcode-select --install',
		];
	}
	if (NETWORK_ERROR.test(output)) {
		return ['A download failed: check the network and what `npm config get registry` names.'];
	}
	return ['Put right what it says.'];
}

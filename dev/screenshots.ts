/** `npm run docs:screenshots`: runs the browser tests, which then take the README's screenshots. */
import { PICTURES_VARIABLE } from './browser/pictures';
import { build, runQuietly } from './commands';
import { runJest } from './jest';
import { process } from './platform';
import { say } from './progress';
import { runTask } from './shutdown';

async function main(): Promise<void> {
	await runQuietly(build);
	process.env[PICTURES_VARIABLE] = 'yes';
	const { failures } = await runJest('test/browser', '--config', 'test/browser/jest.config.js');
	say(failures.length === 0 ? '\nThe pictures are in docs/images' : `\n${failures.join('\n')}`);
	process.exitCode = failures.length === 0 ? 0 : 1;
}

runTask(main);

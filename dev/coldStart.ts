/** `npm run bench:cold-start`: how long the demonstration takes from a fresh clone with empty caches. */
import { writeMeasurements } from './bench/measurements';
import { temporaryFolder } from './folders';
import { path, process, repositoryRoot } from './platform';
import { outputOf } from './processes';
import { say } from './progress';
import { runTask, shutDown } from './shutdown';

const SECTION = {
	name: 'coldStart',
	title: 'From a fresh clone to the demonstration',
	about:
		'`npm start -- --once` in a new clone, with empty caches of npm and of n8n (`npm run bench:cold-start`). ' +
		'Most of it is downloading, and the compiler where the SQLite driver cannot be had ready-made.',
};
const TARGET_S = 360;

interface Step {
	name: string;
	seconds: number;
}

async function main(): Promise<void> {
	const folder = temporaryFolder('cold-start');
	const clone = path.join(folder, 'clone');
	await outputOf('git', ['clone', '--quiet', repositoryRoot, clone], { cwd: folder });
	say('npm start -- --once, from empty caches (about five minutes)');
	const started = Date.now();
	const output = await outputOf('npm', ['start', '--', '--once'], {
		cwd: clone,
		env: {
			...process.env,
			npm_config_cache: path.join(folder, 'npm'),
			XDG_CACHE_HOME: path.join(folder, 'cache'),
		},
	});
	const total = (Date.now() - started) / 1000;
	report(stepsOf(output), total);
	await shutDown(total <= TARGET_S ? 0 : 1);
}

/** Each step is announced by a line, and ended by one that says how long it took. */
function stepsOf(output: string): Step[] {
	const steps: Step[] = [];
	let name = '';
	for (const line of output.split('\n')) {
		const [, seconds] = /^ {2}done in ([\d.]+) s$/.exec(line) ?? [];
		if (seconds !== undefined) steps.push({ name, seconds: Number(seconds) });
		else if (/^[A-Z]/.test(line)) name = line.replace(/ into \S+| \(.*/g, '');
	}
	return steps;
}

function report(steps: Step[], total: number): void {
	const rest = total - steps.reduce((sum, { seconds }) => sum + seconds, 0);
	const parts = [...steps, { name: 'Everything else: the demonstration itself', seconds: rest }];
	const rows = parts.map(({ name, seconds }) => ({ name, measured: inWords(seconds), bound: '' }));
	const whole = { name: 'All of it', measured: inWords(total), bound: 'at most 6 minutes' };
	for (const { name, measured } of [...rows, whole]) say(`${name}: ${measured}`);
	writeMeasurements(SECTION, [...rows, whole]);
}

function inWords(seconds: number): string {
	const rounded = Math.round(seconds);
	return rounded < 60 ? `${rounded} s` : `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
}

runTask(main);

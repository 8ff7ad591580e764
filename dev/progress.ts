/** What a newcomer reads while something takes long. */
import { process, timers } from './platform';

export function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

export function seconds(sinceMs: number): string {
	return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}

/** Says what is done, a sign of life every few seconds, and how long it took. */
export async function withProgress<Result>(
	what: string,
	work: () => Promise<Result>,
	everyMs = 5000,
): Promise<Result> {
	const started = Date.now();
	say(what);
	const signOfLife = timers.setInterval(() => say(`  … ${seconds(started)}`), everyMs);
	try {
		const result = await work();
		say(`  done in ${seconds(started)}`);
		return result;
	} finally {
		timers.clearInterval(signOfLife);
	}
}

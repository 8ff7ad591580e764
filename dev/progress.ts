/** Progress messages for long tasks. */
import { process, timers } from './platform';

export function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

export function seconds(sinceMs: number): string {
	return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}

/** Prints the task, a heartbeat every few seconds, and how long it took. */
export async function withProgress<Result>(
	what: string,
	work: () => Promise<Result>,
	everyMs = 5000,
): Promise<Result> {
	const started = Date.now();
	say(what);
	const heartbeat = timers.setInterval(() => say(`  … ${seconds(started)}`), everyMs);
	try {
		const result = await work();
		say(`  done in ${seconds(started)}`);
		return result;
	} finally {
		timers.clearInterval(heartbeat);
	}
}

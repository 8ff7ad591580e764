import { wait } from './platform';

export interface UntilOptions {
	timeoutMs?: number;
	everyMs?: number;
}

/** Long enough that a slow machine does not look like a failure. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** Polls until there is a result; fails with `what` was awaited when there is none in time. */
export async function until<Answer>(
	what: string,
	ask: () => Promise<Answer | undefined> | Answer | undefined,
	{ timeoutMs = DEFAULT_TIMEOUT_MS, everyMs = 50 }: UntilOptions = {},
): Promise<Answer> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() >= deadline) throw new Error(`Waited ${timeoutMs / 1000} s for ${what}`);
		await wait(everyMs);
	}
}

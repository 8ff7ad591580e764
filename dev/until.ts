import { wait } from './platform';

export interface UntilOptions {
	timeoutMs?: number;
	everyMs?: number;
}

/** Asks again and again until there is an answer; fails with `what` was awaited when none comes in time. */
export async function until<Answer>(
	what: string,
	ask: () => Promise<Answer | undefined> | Answer | undefined,
	{ timeoutMs = 15_000, everyMs = 50 }: UntilOptions = {},
): Promise<Answer> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() >= deadline) throw new Error(`Waited ${timeoutMs / 1000} s for ${what}`);
		await wait(everyMs);
	}
}

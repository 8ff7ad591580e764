import { wait } from './platform';

export interface UntilOptions {
	timeoutMs?: number;
	/** A pause that grows with each poll without it: polling n8n takes its time from what is awaited. */
	everyMs?: number;
}

/** Long enough that a slow machine does not look like a failure. */
const DEFAULT_TIMEOUT_MS = 100_000;

const pauseAfter = (polls: number) => Math.min(2 ** polls, 500);

/** Polls until there is a result; fails with `what` was awaited when there is none in time. */
export async function until<Result>(
	what: string,
	ask: () => Promise<Result | undefined> | Result | undefined,
	{ timeoutMs = DEFAULT_TIMEOUT_MS, everyMs }: UntilOptions = {},
): Promise<Result> {
	const deadline = Date.now() + timeoutMs;
	for (let polls = 1; ; polls++) {
		const result = await ask();
		if (result !== undefined) return result;
		if (Date.now() >= deadline) throw new Error(`Waited ${timeoutMs / 1000} s for ${what}`);
		await wait(everyMs ?? pauseAfter(polls));
	}
}

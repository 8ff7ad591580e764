import type { SlidingWindow } from './slidingWindow';

/** The state that the wait of a request depends on. */
export interface Position {
	/** Requests that go before it. */
	ahead: number;
	/** Requests without a response yet. */
	inFlight: number;
	/** Requests that a window allows. */
	capacity: number;
}

/**
 * How long a request waits for its place in the window, in milliseconds, if every response is immediate
 * and nothing else uses the key.
 */
export function estimateWait(
	window: SlidingWindow,
	now: number,
	{ ahead, inFlight, capacity }: Position,
): number {
	const free = capacity - window.count(now) - inFlight;
	if (ahead < free) return 0;
	const place = Math.max(0, ahead - free);
	const end = window.end(place % capacity) ?? now + window.ms;
	return Math.max(0, end + window.ms * Math.floor(place / capacity) - now);
}

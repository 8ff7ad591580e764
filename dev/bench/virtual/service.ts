import type { VirtualClock } from './clock';

/** Requests that a window admits. */
export const LIMIT = 50;
export const WINDOW_MS = 60_000;

export interface ServiceOptions {
	/** `fixed` windows begin on the minute, as counters in a cache do; `sliding` ones with each request. */
	window: 'sliding' | 'fixed';
	/** Whether refused requests count towards the window too. */
	countsRefused: boolean;
	retryAfter: 'none' | 'seconds' | 'date';
}

/** The service's rate limit in virtual time. */
export class VirtualService {
	private readonly options: ServiceOptions;

	/** Times of the accepted requests. */
	readonly taken: number[] = [];

	/** Times of the refused requests. */
	readonly refused: number[] = [];

	private counted: number[] = [];

	constructor(
		private readonly clock: VirtualClock,
		options: Partial<ServiceOptions> = {},
	) {
		this.options = { window: 'sliding', countsRefused: false, retryAfter: 'none', ...options };
	}

	receive(): { statusCode: number; headers: Record<string, string>; body: string } {
		const now = this.clock.now();
		this.counted = this.counted.filter((at) => at > this.windowStart(now));
		const full = this.counted.length >= LIMIT;
		if (!full || this.options.countsRefused) this.counted.push(now);
		(full ? this.refused : this.taken).push(now);
		if (!full) return { statusCode: 200, headers: {}, body: '{"success":true}' };
		return {
			statusCode: 429,
			headers: this.retryAfter(now),
			body: '{"error":"Rate limit exceeded"}',
		};
	}

	/** Requests before this time do not count any more. */
	private windowStart(now: number): number {
		const isSliding = this.options.window === 'sliding';
		return isSliding ? now - WINDOW_MS : now - (now % WINDOW_MS) - 1;
	}

	private retryAfter(now: number): Record<string, string> {
		const { retryAfter, window } = this.options;
		const leaving = this.counted[this.counted.length - LIMIT] ?? now;
		const free = (window === 'sliding' ? leaving : now - (now % WINDOW_MS)) + WINDOW_MS;
		const seconds = Math.ceil((free - now) / 1000);
		if (retryAfter === 'seconds') return { 'retry-after': String(seconds) };
		// An HTTP date has no milliseconds: rounded up, so that a client that complies is admitted.
		const date = new Date(Math.ceil(free / 1000) * 1000).toUTCString();
		return retryAfter === 'date' ? { 'retry-after': date, date: new Date(now).toUTCString() } : {};
	}
}

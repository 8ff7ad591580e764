import type { VirtualClock } from './clock';

export interface ServiceOptions {
	/** Requests that a window admits. */
	limit: number;
	windowMs: number;
	/** `fixed` windows begin on the minute, as counters in a cache do; `sliding` ones with each request. */
	window: 'sliding' | 'fixed';
	/** Whether refused requests count towards the window too. */
	countsRefused: boolean;
	retryAfter: 'none' | 'seconds' | 'date';
}

export const DEFAULT_SERVICE: ServiceOptions = {
	limit: 50,
	windowMs: 60_000,
	window: 'sliding',
	countsRefused: false,
	retryAfter: 'none',
};

export interface ServiceAnswer {
	statusCode: number;
	headers: Record<string, string>;
	body: string;
}

/** The service's rate limit in virtual time. */
export class VirtualService {
	readonly options: ServiceOptions;

	/** Times of the accepted requests. */
	readonly taken: number[] = [];

	/** Times of the refused requests. */
	readonly refused: number[] = [];

	private counted: number[] = [];

	constructor(
		private readonly clock: VirtualClock,
		options: Partial<ServiceOptions> = {},
	) {
		this.options = { ...DEFAULT_SERVICE, ...options };
	}

	receive(): ServiceAnswer {
		const now = this.clock.now();
		const { limit, countsRefused } = this.options;
		this.counted = this.counted.filter((at) => at > this.windowStart(now));
		const full = this.counted.length >= limit;
		if (!full || countsRefused) this.counted.push(now);
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
		const { window, windowMs } = this.options;
		return window === 'sliding' ? now - windowMs : now - (now % windowMs) - 1;
	}

	private retryAfter(now: number): Record<string, string> {
		const { retryAfter, window, windowMs, limit } = this.options;
		const leaving = this.counted[this.counted.length - limit] ?? now;
		const free = window === 'sliding' ? leaving + windowMs : now - (now % windowMs) + windowMs;
		const seconds = Math.ceil((free - now) / 1000);
		if (retryAfter === 'seconds') return { 'retry-after': String(seconds) };
		// An HTTP date has no milliseconds: rounded up, so that a client that complies is admitted.
		const date = new Date(Math.ceil(free / 1000) * 1000).toUTCString();
		return retryAfter === 'date' ? { 'retry-after': date, date: new Date(now).toUTCString() } : {};
	}
}

import { Rejection } from './response';
import type { Settings } from './options';

/** Reference, Limits: 50 requests a minute for each key; read as a sliding window (how it is counted: not shown). */
export class RateLimiter {
	private readonly admitted = new Map<string, number[]>();

	/**
	 * Admits one request of a key, or tells how many milliseconds to wait for the next place.
	 * A rejected request takes no place: a client that keeps asking is not locked out for ever.
	 */
	waitFor(key: string, now: number, { requestsPerMinute, windowMs }: Settings): number {
		const times = this.admitted.get(key) ?? [];
		this.admitted.set(key, times);
		while (times[0] !== undefined && times[0] <= now - windowMs) times.shift();
		if (times.length < requestsPerMinute) {
			times.push(now);
			return 0;
		}
		const leaving = times[times.length - requestsPerMinute] ?? now;
		return leaving + windowMs - now;
	}

	clear(): void {
		this.admitted.clear();
	}
}

/** Reference, Errors: 429 with an error text; the text is that of extended API, 2.3. */
export function limitExceeded(waitMs: number, retryAfter: Settings['retryAfter']): Rejection {
	const headers: Record<string, string> = {};
	if (retryAfter === 'seconds') headers['retry-after'] = String(Math.ceil(waitMs / 1000));
	if (retryAfter === 'date') {
		// An HTTP date has no milliseconds: rounded up, so that a client that complies is admitted.
		const at = Math.ceil((Date.now() + waitMs) / 1000) * 1000;
		headers['retry-after'] = new Date(at).toUTCString();
	}
	return new Rejection({ status: 429, body: { error: 'Rate limit exceeded' }, headers });
}

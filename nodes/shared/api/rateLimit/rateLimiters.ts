import { createHash } from 'node:crypto';
import type { Clock } from '../clock';
import type { ApiCredentials } from '../credentials';
import { RateLimiter } from './rateLimiter';

const limiters = new Map<string, RateLimiter>();

/** Slightly more than a minute, to allow for clock drift between two machines. */
const WINDOW_MS = 60_100;

/**
 * The one rate limiter of a key at a service, shared by all nodes and executions of this process.
 *
 * @param clock used when the key is seen for the first time
 */
export function rateLimiterFor(
	{ origin, apiKey, requestsPerMinute }: ApiCredentials,
	clock: Clock,
): RateLimiter {
	const id = createHash('sha256').update(`${origin}\n${apiKey}`).digest('hex');
	let limiter = limiters.get(id);
	if (!limiter) {
		for (const [other, { idle }] of limiters) if (idle) limiters.delete(other);
		limiter = new RateLimiter(requestsPerMinute, WINDOW_MS, clock);
		limiters.set(id, limiter);
	}
	limiter.setLimit(requestsPerMinute);
	return limiter;
}

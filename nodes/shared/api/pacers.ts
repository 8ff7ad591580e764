import { createHash } from 'node:crypto';
import type { Clock } from './clock';
import type { ApiCredentials } from './credentials';
import { Pacer } from './pacing';

const pacers = new Map<string, Pacer>();

/** A minute, and a little more: the clocks of two machines do not run at quite the same speed. */
const WINDOW_MS = 60_100;

/**
 * The one pacer of a key at a service, shared by all nodes and executions of this process.
 *
 * @param clock used when the key is seen for the first time
 */
export function pacerFor(
	{ origin, apiKey, requestsPerMinute }: ApiCredentials,
	clock: Clock,
): Pacer {
	const id = createHash('sha256').update(`${origin}\n${apiKey}`).digest('hex');
	let pacer = pacers.get(id);
	if (!pacer) {
		for (const [other, { idle }] of pacers) if (idle) pacers.delete(other);
		pacer = new Pacer(requestsPerMinute, WINDOW_MS, clock);
		pacers.set(id, pacer);
	}
	pacer.use(requestsPerMinute);
	return pacer;
}

import type { Clock } from '../clock';
import type { ApiCredentials } from '../credentials';
import type { Delay, RateLimiter, Run } from '../rateLimit/rateLimiter';
import type { ApiContext, Outcome } from './exchange';

/** State that all requests of one node run share. */
export interface Connection {
	context: ApiContext;
	credentials: ApiCredentials;
	limiter: RateLimiter;
	run: Run;
	clock: Clock;
	onDelay?: (delay: Delay) => void;
	/** Since when the service refuses this run, and has accepted nothing with the key. */
	refusedSince?: number;
	/** Set once the run has given up waiting for the service: nothing is sent before `until`. */
	blocked?: { until: number; result: Result };
}

/** The final outcome of a request. */
export interface Result {
	outcome: Outcome;
	/** The wait that the service asks for, where it is longer than the run waits. */
	requestedWaitMs?: number;
}

/** Aborted when the execution is stopped; absent where nothing can be stopped, as in a locator's list. */
export function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

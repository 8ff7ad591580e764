import type { EventEmitter } from '../platform';
import type { FaultPlan } from './faults';
import type { Log, LoggedDelivery, LoggedRequest } from './log';
import type { Settings } from './options';
import type { RateLimiter } from './rateLimit';
import type { State } from './state';

/** What happens, told as it happens; the page listens. */
export interface Happenings {
	request: [LoggedRequest];
	delivery: [LoggedDelivery];
	state: [];
	/** Logs or state were emptied: what was told before no longer holds. */
	fresh: [];
}

/** All that one running simulator is. */
export interface Context {
	settings: Settings;
	state: State;
	requests: Log<LoggedRequest>;
	deliveries: Log<LoggedDelivery>;
	limiter: RateLimiter;
	faults: FaultPlan;
	events: EventEmitter<Happenings>;
	/** How many calls have an open answer: neither sent whole nor given up. */
	open: number;
	/** Aborted by `close()`: ends waits and deliveries under way. */
	closing: AbortSignal;
	/** State, slot, logs, faults and rate windows as at the start; options stay. */
	reset(): void;
}

import type { EventEmitter } from '../platform';
import type { FaultPlan } from './faults';
import type { Log, LoggedDelivery, LoggedRequest } from './log';
import type { Settings } from './options';
import type { RateLimiter } from './rateLimit';
import type { State } from './state';

/** The simulator's events, which the page listens to. */
export interface SimulatorEvents {
	request: [LoggedRequest];
	delivery: [LoggedDelivery];
	state: [];
	/** Logs or state were reset: earlier events no longer apply. */
	fresh: [];
}

/** The state of one running simulator. */
export interface Context {
	settings: Settings;
	state: State;
	requests: Log<LoggedRequest>;
	deliveries: Log<LoggedDelivery>;
	limiter: RateLimiter;
	faults: FaultPlan;
	events: EventEmitter<SimulatorEvents>;
	/** How many calls have an open response: neither complete nor aborted. */
	open: number;
	/** Aborted by `close()`: ends delays and deliveries in progress. */
	closing: AbortSignal;
	/** State, logs, faults and rate windows as at the start, and the slots unless they are kept; options stay. */
	reset(kept?: { webhooks?: boolean }): void;
}

import type { EventEmitter } from '../platform';
import type { FaultPlan } from './faults';
import type { Log, LoggedDelivery, LoggedRequest } from './log';
import type { Settings } from './options';
import type { RateLimiter } from './rateLimit';
import type { State } from './state';

/** What has happened, for the page and other listeners. */
export interface Change {
	request?: LoggedRequest;
	delivery?: LoggedDelivery;
	/** Whether the state may have changed. */
	state?: boolean;
	/** Whether logs or state were reset: earlier changes no longer apply. */
	fresh?: boolean;
}

/** The state of one running simulator. */
export interface Context {
	settings: Settings;
	state: State;
	requests: Log<LoggedRequest>;
	deliveries: Log<LoggedDelivery>;
	limiter: RateLimiter;
	faults: FaultPlan;
	events: EventEmitter<{ change: [Change] }>;
	/** How many calls have an open response: neither complete nor aborted. */
	open: number;
	/** Aborted by `close()`: ends delays and deliveries in progress. */
	closing: AbortSignal;
	/** State, logs, faults and rate windows as at the start, and the slots unless they are kept; options stay. */
	reset(kept?: { webhooks?: boolean }): void;
}

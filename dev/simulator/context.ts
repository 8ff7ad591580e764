import { EventEmitter, setMaxListeners } from '../platform';
import { FaultPlan } from './faults';
import { Log } from './log';
import type { LoggedDelivery, LoggedRequest } from './log';
import { defaultSettings } from './options';
import type { Settings, SimulatorOptions } from './options';
import { RateLimiter } from './rateLimit';
import { State } from './state';
import { applyConfiguredKeys } from './users';

/** The events, for the page and other listeners. */
export interface Change {
	request?: LoggedRequest;
	delivery?: LoggedDelivery;
	/** Whether the state may have changed. */
	state?: boolean;
	/** Whether logs or state were reset: earlier changes no longer apply. */
	fresh?: boolean;
}

/** One running simulator: its settings, its state and what it has logged. */
export class Context {
	readonly settings: Settings;
	readonly state = new State();
	readonly requests = new Log<LoggedRequest>();
	readonly deliveries = new Log<LoggedDelivery>();
	readonly limiter = new RateLimiter();
	readonly faults = new FaultPlan();
	readonly events = new EventEmitter<{ change: [Change] }>();
	/** How many calls have an open response: neither complete nor aborted. */
	open = 0;

	/** @param closing aborted by `close()`: ends delays and deliveries in progress */
	constructor(
		options: SimulatorOptions,
		readonly closing: AbortSignal,
	) {
		this.settings = { ...defaultSettings, ...options };
		applyConfiguredKeys(this.state, this.settings);
		// Every delayed response and every open page has a listener: their number is not a leak.
		setMaxListeners(0, closing, this.events);
	}

	configure(changes: SimulatorOptions): void {
		Object.assign(this.settings, changes);
		if (changes.apiKeys || changes.users) applyConfiguredKeys(this.state, this.settings);
	}

	/** State, logs, faults and rate windows as at the start, and the slots unless they are kept; options stay. */
	reset({ webhooks = false } = {}): void {
		const { webhookUrl, otherWebhookUrls } = this.state;
		// In place, so that references to the state or a log stay valid.
		Object.assign(this.state, new State(), webhooks && { webhookUrl, otherWebhookUrls });
		applyConfiguredKeys(this.state, this.settings);
		for (const part of [this.requests, this.deliveries, this.faults, this.limiter]) part.clear();
		this.events.emit('change', { fresh: true });
	}
}

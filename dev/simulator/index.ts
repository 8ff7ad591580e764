import { EventEmitter, setMaxListeners } from '../platform';
import type { Context } from './context';
import { FaultPlan } from './faults';
import type { Fault } from './faults';
import { Log } from './log';
import type { LoggedDelivery, LoggedRequest } from './log';
import { receiveMessage } from './messages';
import type { MessageInput } from './messages';
import { defaultSettings } from './options';
import type { SimulatorOptions } from './options';
import { RateLimiter } from './rateLimit';
import { seed } from './seed';
import { createServer } from './server';
import type { State } from './state';
import { applyConfiguredKeys, ownKey, webhookUrlOf } from './users';
import { deliver, deliverToAll } from './webhook';
import type { DeliverOptions } from './webhook';

export type { Fault } from './faults';
export type { LoggedDelivery, LoggedRequest } from './log';
export type { IncomingMessageBody, MessageInput } from './messages';
export { enrichmentCallWhenShown } from './options';
export type { SimulatorOptions } from './options';
export type { State } from './state';

export interface Simulator {
	/** Origin, without a trailing slash. */
	url: string;
	port: number;
	/** The first valid key of the default user, `<prefix>.<secret>`. */
	readonly apiKey: string;
	/** API calls only, oldest first. */
	requests: LoggedRequest[];
	/** Finished deliveries, oldest first. */
	deliveries: LoggedDelivery[];
	/** What is in the slot of the default user. */
	readonly webhookUrl: string | null;
	/** What is in the slot of a user by name. */
	webhookUrlOf(user: string): string | null;
	/** How many calls have a response that is neither complete nor aborted by the client. */
	readonly openAnswers: number;
	/** Live, and the same object for the simulator's whole lifetime. */
	state: State;
	configure(options: Partial<SimulatorOptions>): void;
	plan(...faults: Fault[]): void;
	/** Cancels the planned faults that have not struck yet. */
	cancelFaults(): void;
	/**
	 * A lead writes, and every user's slot gets the message. Resolves after the receivers' answers with
	 * the delivery to the default user, or else the first; undefined when no slot is set.
	 */
	sendMessage(message?: MessageInput): Promise<LoggedDelivery | undefined>;
	/** Any body to the default user's slot, or another's; with `rawText`, a string as it is. */
	deliver(body: unknown, options?: DeliverOptions): Promise<LoggedDelivery | undefined>;
	/** Called for each API call after it was carried out, just before its response is sent. */
	onRequest(listener: (request: LoggedRequest) => void): void;
	/** State, slot, logs, faults and rate windows as at the start; options stay. */
	reset(): void;
	close(): Promise<void>;
}

/** Starts the service on a port of its own; rejects with EADDRINUSE when the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const closing = new AbortController();
	// Every delayed response has a listener: their number is not a leak.
	setMaxListeners(0, closing.signal);
	const context = createContext(options, closing.signal);
	const app = createServer(context);
	const { host } = context.settings;
	const url = await app.listen({ host, port: context.settings.port });
	return {
		url,
		port: Number(new URL(url).port),
		get apiKey() {
			return ownKey(context.state);
		},
		requests: context.requests.rows,
		deliveries: context.deliveries.rows,
		get webhookUrl() {
			return context.state.webhookUrl;
		},
		webhookUrlOf: (user) => webhookUrlOf(context, user),
		get openAnswers() {
			return context.open;
		},
		state: context.state,
		configure: (changes) => configure(context, changes),
		plan: (...faults) => context.faults.add(...faults),
		cancelFaults: () => context.faults.clear(),
		sendMessage: async (message = {}) =>
			(await deliverToAll(context, receiveMessage(context, message)))[0],
		deliver: (body, deliverOptions) => deliver(context, body, deliverOptions),
		onRequest: (listener) =>
			void context.events.on('change', ({ request }) => request && listener(request)),
		reset: () => context.reset(),
		close: async () => {
			closing.abort();
			await app.close();
		},
	};
}

function configure({ settings, state }: Context, changes: Partial<SimulatorOptions>): void {
	Object.assign(settings, changes);
	if (changes.apiKeys || changes.users) applyConfiguredKeys(state, settings);
}

function createContext(options: SimulatorOptions, closing: AbortSignal): Context {
	const context: Context = {
		settings: { ...defaultSettings, ...options },
		state: seed(),
		requests: new Log(),
		deliveries: new Log(),
		limiter: new RateLimiter(),
		faults: new FaultPlan(),
		events: new EventEmitter(),
		open: 0,
		closing,
		reset: ({ webhooks = false } = {}) => {
			const { webhookUrl, otherWebhookUrls } = context.state;
			const kept = webhooks ? { webhookUrl, otherWebhookUrls } : {};
			// In place, so that references to the state or a log stay valid.
			Object.assign(context.state, seed(), kept);
			applyConfiguredKeys(context.state, context.settings);
			context.requests.clear();
			context.deliveries.clear();
			context.faults.clear();
			context.limiter.reset();
			context.events.emit('change', { fresh: true });
		},
	};
	applyConfiguredKeys(context.state, context.settings);
	// Every open page has a listener: their number is not a leak.
	context.events.setMaxListeners(0);
	return context;
}

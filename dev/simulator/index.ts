import { EventEmitter, setMaxListeners } from '../platform';
import type { Context, Happenings } from './context';
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
import { deliver } from './webhook';

export type { Fault } from './faults';
export type { LoggedDelivery, LoggedRequest } from './log';
export type { IncomingMessageBody, MessageInput } from './messages';
export type { SimulatorOptions } from './options';
export type { State } from './state';

export interface Simulator {
	/** Origin, without a trailing slash. */
	url: string;
	port: number;
	/** The first valid key, `<prefix>.<secret>`. */
	readonly apiKey: string;
	/** API calls only, oldest first. */
	requests: LoggedRequest[];
	/** Finished deliveries, oldest first. */
	deliveries: LoggedDelivery[];
	readonly webhookUrl: string | null;
	/** How many calls have an answer that was neither sent whole nor given up by the client. */
	readonly openAnswers: number;
	/** Live, and the same object for the simulator's whole life. */
	state: State;
	configure(options: Partial<SimulatorOptions>): void;
	plan(...faults: Fault[]): void;
	/** A lead writes; resolves after the receiver's answer, or at once with undefined when no slot is set. */
	sendMessage(message?: MessageInput): Promise<LoggedDelivery | undefined>;
	/** Any body to the slot; with `rawText`, a string as it is. */
	deliver(body: unknown, options?: { rawText?: boolean }): Promise<LoggedDelivery | undefined>;
	/** State, slot, logs, faults and rate windows as at the start; options stay. */
	reset(): void;
	close(): Promise<void>;
}

/** Starts the service on a port of its own; rejects with EADDRINUSE when the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const closing = new AbortController();
	// Every answer that is delayed listens; their number is nobody's leak.
	setMaxListeners(0, closing.signal);
	const context = createContext(options, closing.signal);
	const app = createServer(context);
	const { host } = context.settings;
	const url = await app.listen({ host, port: context.settings.port });
	return {
		url,
		port: Number(new URL(url).port),
		get apiKey() {
			return context.settings.apiKeys[0] ?? '';
		},
		requests: context.requests.rows,
		deliveries: context.deliveries.rows,
		get webhookUrl() {
			return context.state.webhookUrl;
		},
		get openAnswers() {
			return context.open;
		},
		state: context.state,
		configure: (changes) => void Object.assign(context.settings, changes),
		plan: (...faults) => context.faults.add(...faults),
		sendMessage: async (message = {}) => await deliver(context, receiveMessage(context, message)),
		deliver: (body, deliverOptions) => deliver(context, body, deliverOptions),
		reset: context.reset,
		close: async () => {
			closing.abort();
			await app.close();
		},
	};
}

function createContext(options: SimulatorOptions, closing: AbortSignal): Context {
	const context: Context = {
		settings: { ...defaultSettings, ...options },
		state: seed(),
		requests: new Log<LoggedRequest>(),
		deliveries: new Log<LoggedDelivery>(),
		limiter: new RateLimiter(),
		faults: new FaultPlan(),
		events: new EventEmitter<Happenings>(),
		open: 0,
		closing,
		reset: () => {
			// In place: whoever holds the state or a log goes on seeing the present one.
			Object.assign(context.state, seed());
			context.requests.clear();
			context.deliveries.clear();
			context.faults.clear();
			context.limiter.reset();
			context.events.emit('fresh');
		},
	};
	// Every open page listens; their number is nobody's leak.
	context.events.setMaxListeners(0);
	return context;
}

import { Context } from './context';
import type { Fault } from './faults';
import type { LoggedRequest } from './log';
import { receiveMessage } from './messages';
import type { MessageInput } from './messages';
import type { SimulatorOptions } from './options';
import { createServer } from './server';
import { ownKey, webhookUrlOf } from './users';
import { deliver, deliverToAll } from './webhook';
import type { DeliverOptions } from './webhook';

export type { Fault } from './faults';
export type { LoggedDelivery, LoggedRequest } from './log';
export { enrichmentCallWhenShown } from './options';
export type { SimulatorOptions } from './options';

export type Simulator = Awaited<ReturnType<typeof startSimulator>>;

/** Starts the service on a port of its own; rejects with EADDRINUSE when the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}) {
	const closing = new AbortController();
	const context = new Context(options, closing.signal);
	const app = createServer(context);
	const url = await app.listen({ host: context.settings.host, port: context.settings.port });
	return Object.assign(controlsOf(context), {
		/** Origin, without a trailing slash. */
		url,
		port: Number(new URL(url).port),
		close: async () => {
			closing.abort();
			await app.close();
		},
	});
}

function controlsOf(context: Context) {
	const { state, faults } = context;
	return {
		/** The first valid key of the default user, `<prefix>.<secret>`. */
		get apiKey() {
			return ownKey(state);
		},
		/** API calls only, oldest first. */
		requests: context.requests.rows,
		/** Finished deliveries, oldest first. */
		deliveries: context.deliveries.rows,
		/** The webhook URL of the default user. */
		get webhookUrl() {
			return state.webhookUrl;
		},
		/** The webhook URL of a user, by name. */
		webhookUrlOf: (user: string) => webhookUrlOf(context, user),
		/** How many calls have a response that is neither complete nor aborted by the client. */
		get openResponses() {
			return context.open;
		},
		/** Live, and the same object for the simulator's whole lifetime. */
		state,
		configure: (changes: SimulatorOptions) => context.configure(changes),
		plan: (...planned: Fault[]) => faults.add(...planned),
		/** Cancels the planned faults that have not struck yet. */
		cancelFaults: () => faults.clear(),
		/**
		 * A lead writes, and every user's slot gets the message. Resolves after the receivers' responses with
		 * the delivery to the default user, or else the first; undefined when no slot is set.
		 */
		sendMessage: async (message: MessageInput = {}) =>
			(await deliverToAll(context, receiveMessage(context, message)))[0],
		/** Any body to the default user's slot, or another's; with `rawText`, a string as it is. */
		deliver: async (body: unknown, options?: DeliverOptions) =>
			await deliver(context, body, options),
		/** Called for each API call after it was carried out, just before its response is sent. */
		onRequest: (listener: (request: LoggedRequest) => void) =>
			void context.events.on('change', ({ request }) => request && listener(request)),
		/** State, slot, logs, faults and rate windows as at the start; options stay. */
		reset: () => context.reset(),
	};
}

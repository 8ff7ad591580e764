import { z } from 'zod';

import { wait } from '../platform';
import type { Context } from './context';
import type { LoggedDelivery } from './log';
import { DEFAULT_USER, userNames, webhookUrlOf } from './users';

const longestResponse = 10_000;

export interface DeliverOptions {
	/** Sends a string body as it is, even if it is not JSON. */
	rawText?: boolean;
	/** Whose slot; the default user's without it. */
	user?: string;
}

/**
 * Sends a body to the slot of each user: a message is one for the user's whole organization
 * (reference, Events), and the simulator's users are all of one.
 *
 * @returns the deliveries to the slots that are set, the default user's first
 */
export async function deliverToAll(context: Context, body: unknown): Promise<LoggedDelivery[]> {
	const all = userNames(context).map(async (user) => await deliver(context, body, { user }));
	return (await Promise.all(all)).flatMap((row) => row ?? []);
}

/**
 * Sends a body to the address in a slot, once: no retry and no signature header (reference, Events).
 * Resolves after the receiver's response with the row logged for it, or undefined when the slot is empty.
 * An object goes out as JSON.
 */
export async function deliver(
	context: Context,
	body: unknown,
	{ rawText = false, user = DEFAULT_USER }: DeliverOptions = {},
): Promise<LoggedDelivery | undefined> {
	const url = webhookUrlOf(context, user);
	if (!url) return undefined;
	const text = rawText && typeof body === 'string' ? body : JSON.stringify(body);
	const at = Date.now();
	const outcome = await post(receiverOf(context, url), text, patience(context));
	const row = context.deliveries.add((id) => ({ id, at, user, url, body: text, ...outcome }));
	context.events.emit('change', { delivery: row });
	return row;
}

/** Calls the `webhook_url` of a finished enrichment, if the options enable it. */
export async function callLater(context: Context, url: string, body: unknown): Promise<void> {
	const { enrichmentCallMs } = context.settings;
	if (enrichmentCallMs === 0) return;
	const options = { signal: context.closing, ref: false };
	const isClosed = await wait(enrichmentCallMs, false, options).catch(() => true);
	if (!isClosed) await post(url, JSON.stringify(body), patience(context));
}

function receiverOf({ settings: { receivers } }: Context, url: string): string {
	const { origin } = new URL(url);
	return url.replace(origin, receivers[origin] ?? origin);
}

function patience({ closing, settings: { deliveryTimeoutMs } }: Context): AbortSignal {
	if (deliveryTimeoutMs === 0) return closing;
	const late = AbortSignal.timeout(deliveryTimeoutMs);
	// Node 20 forgets a timeout that nobody but a combined signal listens to.
	late.addEventListener('abort', () => {});
	return AbortSignal.any([closing, late]);
}

async function post(url: string, body: string, signal: AbortSignal) {
	const headers = {
		'content-type': 'application/json',
		'user-agent': 'PublicOutreachSimulator/1',
		// A connection that is kept may be closed just as it is used again: a delivery is sent once.
		connection: 'close',
	};
	const request = { method: 'POST', headers, body, signal, redirect: 'manual' as const };
	try {
		const response = await fetch(url, request);
		const text = await response.text();
		return { status: response.status, response: text.slice(0, longestResponse) };
	} catch (error) {
		return { status: 0, response: reason(error) };
	}
}

const failure = z.object({
	message: z.string(),
	cause: z.object({ message: z.string() }).optional().catch(undefined),
});

/** `fetch failed` is not informative: the system error (refused, not found) is in the cause. */
function reason(error: unknown): string {
	const { data } = failure.safeParse(error);
	if (!data) return 'delivery failed';
	return data.cause ? `${data.message}: ${data.cause.message}` : data.message;
}

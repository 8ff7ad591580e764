import { z } from 'zod';

import type { Context } from './context';
import type { LoggedDelivery } from './log';

/** Reference: "Required response status and delivery time-out: not shown"; convention: ten seconds. */
const deliveryTimeoutMs = 10_000;
const longestAnswer = 10_000;

/**
 * Sends a body to the address in the slot, once: no retry and no signature header (reference: Events).
 * Resolves after the receiver's answer with the row logged for it, or undefined when the slot is empty.
 * An object goes out as JSON; with `rawText`, a string goes out as it is, also when it is no JSON.
 */
export async function deliver(
	context: Context,
	body: unknown,
	options: { rawText?: boolean } = {},
): Promise<LoggedDelivery | undefined> {
	const url = context.state.webhookUrl;
	if (!url) return undefined;
	const text = options.rawText && typeof body === 'string' ? body : JSON.stringify(body);
	const at = Date.now();
	const outcome = await post(url, text, context.closing);
	const row = context.deliveries.add((id) => ({ id, at, url, body: text, ...outcome }));
	context.events.emit('delivery', row);
	return row;
}

async function post(url: string, body: string, closing: AbortSignal) {
	const signal = AbortSignal.any([closing, AbortSignal.timeout(deliveryTimeoutMs)]);
	const headers = { 'content-type': 'application/json', 'user-agent': 'PublicOutreachSimulator/1' };
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers,
			body,
			signal,
			redirect: 'manual',
		});
		const answer = await response.text();
		return { status: response.status, answer: answer.slice(0, longestAnswer) };
	} catch (error) {
		return { status: 0, answer: reason(error) };
	}
}

const failure = z.object({
	message: z.string(),
	cause: z.object({ message: z.string() }).optional().catch(undefined),
});

/** `fetch failed` says nothing: the system's word for it (refused, not found) is in the cause. */
function reason(error: unknown): string {
	const { data } = failure.safeParse(error);
	if (!data) return 'delivery failed';
	return data.cause ? `${data.message}: ${data.cause.message}` : data.message;
}

import type { IWebhookFunctions } from 'n8n-workflow';
import { pause, systemClock, unlessAborted, type Clock } from '../../shared/api/clock';

/** The used part of Express's response. */
export interface HttpResponse {
	statusCode: number;
	status(code: number): HttpResponse;
	json(body: unknown): unknown;
	end(...args: unknown[]): unknown;
	setHeader(name: string, value: string): unknown;
	removeHeader(name: string): void;
	once(event: 'close', listener: () => void): unknown;
	/** Whether it was closed before a listener was attached. */
	closed?: boolean;
	destroyed?: boolean;
}

/** How long the service waits for all listeners; what comes later reaches them all the same. */
const WAIT_MS = 25_000;
/** How long n8n may take to store an execution whose sender has gone away. */
const GONE_MS = 50_000;

export function responseOf(context: IWebhookFunctions): HttpResponse {
	return context.getResponseObject();
}

/** How many of these turn out false, or do not turn out within 25 seconds. */
async function countMissing(parts: Array<Promise<boolean>>, clock: Clock): Promise<number> {
	let missing = parts.length;
	const all = Promise.all(parts.map(async (part) => void ((await part) && (missing -= 1))));
	await unlessAborted(all, clock.deadline(WAIT_MS)).catch(() => undefined);
	return missing;
}

/**
 * Observes n8n's response: 200 after it has stored the execution, 500 when it could not, also where the
 * sender has gone away meanwhile. A 200 is held back until others have the message as well, and becomes a
 * 503 where they do not for too long.
 *
 * n8n ends the response itself, so `end` is intercepted, as express-session does.
 *
 * @param parts whether others have it, once known
 * @param workflows how many are to have it, this one included
 * @returns whether n8n has accepted the delivery
 */
export async function holdResponse(
	response: HttpResponse,
	parts: Array<Promise<boolean>>,
	workflows: number,
	clock: Clock = systemClock,
): Promise<boolean> {
	const waiting = parts.length > 0 ? countMissing(parts, clock) : undefined;
	const end = response.end.bind(response);
	let settle: (isAccepted: boolean) => void = () => {};
	const settled = new Promise<boolean>((resolve) => (settle = resolve));
	let hasEnded = false;
	const onClose = () => {
		if (!hasEnded) void pause(clock, GONE_MS).then(() => settle(false));
	};
	if (response.closed || response.destroyed) onClose();
	else response.once('close', onClose);
	response.end = (...args) => {
		response.end = end;
		hasEnded = true;
		const isAccepted = response.statusCode < 400;
		settle(isAccepted);
		if (!waiting || !isAccepted) return end(...args);
		void waiting.then((missing) => {
			if (missing === 0) return end(...args);
			response.removeHeader('etag');
			const message = `${missing} of ${workflows} workflows have not accepted the message yet. Deliver it again: those that have it will not start twice`;
			return response.status(503).json({ status: 'incomplete', message });
		});
		return response;
	};
	return await settled;
}

import type { IWebhookFunctions } from 'n8n-workflow';

/** The used part of Express's response. */
export interface HttpResponse {
	statusCode: number;
	status(code: number): HttpResponse;
	json(body: unknown): unknown;
	end(...args: unknown[]): unknown;
	removeHeader(name: string): void;
	once(event: 'close', listener: () => void): unknown;
	/** Whether it was closed before a listener was attached. */
	closed?: boolean;
	destroyed?: boolean;
}

export function responseOf(context: IWebhookFunctions): HttpResponse {
	return context.getResponseObject();
}

/**
 * Observes n8n's response: 200 after it has stored the execution, 500 when it could not. A 200 is held
 * back until all listeners have accepted the delivery.
 *
 * n8n ends the response itself, so `end` is intercepted, as express-session does.
 *
 * @param onSettled called with whether n8n has accepted the delivery, and with `false` when the
 * connection closes; only the first call counts
 * @param problem resolves to the error to respond with instead of 200, or to `undefined`
 */
export function holdResponse(
	response: HttpResponse,
	onSettled: (accepted: boolean) => void,
	problem?: Promise<string | undefined>,
): void {
	if (response.closed || response.destroyed) return onSettled(false);
	const end = response.end.bind(response);
	response.once('close', () => onSettled(false));
	response.end = (...args) => {
		response.end = end;
		const accepted = response.statusCode < 400;
		onSettled(accepted);
		if (!problem || !accepted) return end(...args);
		void problem.then((message) => {
			if (message === undefined) return end(...args);
			response.removeHeader('etag');
			return response.status(503).json({ status: 'incomplete', message });
		});
		return response;
	};
}

import type { IHttpRequestOptions } from 'n8n-workflow';

/** A request of this package's own client, which says itself when its connection is to end. */
export interface EndableRequest extends IHttpRequestOptions {
	endSignal: AbortSignal;
}

/**
 * Puts the client's signal where n8n's HTTP client looks for it.
 *
 * n8n sets `abortSignal` to the execution's own, whatever the node gave, and asks the credential
 * after that (n8n-core 2.41, request-helpers/authentication.js): hence the name of our own, and
 * the credential as the place. The execution's signal is not lost, for the client ends with it too.
 *
 * @returns the request without the mark; one that carries none, as those of other nodes, as it is
 */
export function endedByClient(options: IHttpRequestOptions): IHttpRequestOptions {
	const { endSignal, ...unmarked }: IHttpRequestOptions & { endSignal?: unknown } = options;
	return endSignal instanceof AbortSignal ? { ...unmarked, abortSignal: endSignal } : options;
}

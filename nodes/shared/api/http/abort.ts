import type { IHttpRequestOptions } from 'n8n-workflow';

/** A request whose connection this package's client can close. */
export interface AbortableRequest extends IHttpRequestOptions {
	/** Not `abortSignal`: n8n overwrites that (see {@link applyClientAbortSignal}). */
	clientAbortSignal: AbortSignal;
}

/**
 * Sets `abortSignal` to the client's own signal.
 *
 * n8n overwrites `abortSignal` with the execution's and calls the credential's `authenticate`
 * afterwards (n8n-core 2.41, request-helpers/authentication.js). So the client passes its signal
 * under another name, and the credential applies it. The execution's signal is still observed,
 * because the client aborts its own signal when the execution is stopped.
 *
 * @returns the options without `clientAbortSignal`; options without one, as other nodes', unchanged
 */
export function applyClientAbortSignal(options: IHttpRequestOptions): IHttpRequestOptions {
	const { clientAbortSignal, ...rest }: IHttpRequestOptions & { clientAbortSignal?: unknown } =
		options;
	return clientAbortSignal instanceof AbortSignal
		? { ...rest, abortSignal: clientAbortSignal }
		: options;
}

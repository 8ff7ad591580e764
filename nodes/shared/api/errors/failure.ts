import type { Failure } from 'n8n-workflow';

export type Cause = Failure['cause'];

/**
 * Why a request failed, in the form in which n8n reads it from an error (n8n-workflow 2.41,
 * errors/failure.d.ts; older releases ignore it).
 *
 * @param cause `undefined` where the response does not tell
 * @param retryAfterMs the wait that the service asks for; it counts only where waiting helps
 */
export function failureOf(cause: Cause | undefined, retryAfterMs?: number): Failure | undefined {
	switch (cause) {
		case undefined:
			return undefined;
		case 'rate-limited':
		case 'quota-exhausted':
		case 'temporarily-unavailable':
			return { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) };
		default:
			return { cause };
	}
}

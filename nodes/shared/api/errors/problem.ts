import type { Failure } from 'n8n-workflow';
import type { ResponseHeaders, WireRequest } from '../http/exchange';

/** Why a request did not succeed, as text for the user. */
export interface Problem {
	/** The service's own error message where there is one. */
	message: string;
	/** What it means and what to do; joined into the error's description. */
	advice: string[];
	/** The status, or the network error code where there is no response, as in n8n's own nodes. */
	httpCode?: string;
	/** Whether a write may have been carried out, and so must not be sent again. */
	uncertain?: boolean;
	/** The cause, for n8n itself; absent where the response does not tell. */
	failure?: Failure;
}

export type Verdict =
	| { ok: true; status: number; headers: ResponseHeaders; body: unknown }
	| { ok: false; problem: Problem };

/** What the error table needs to know about a request. */
export interface RequestInfo {
	request: WireRequest;
	/** Whether it is safe to repeat. */
	idempotent: boolean;
	/** Whether a response without a body is accepted. */
	emptyAllowed: boolean;
	/** Whether any body is accepted. */
	anyBody: boolean;
	/** The wait that the service asks for, where it is longer than the run waits. */
	requestedWaitMs?: number;
	/** The wait that the service asks for, whatever its length. */
	retryAfterMs?: number;
}

import type { Ticket } from './fairQueue';

/** What a request that has to wait is notified of. */
export interface Delay {
	/** Estimated wait from now on, in milliseconds. */
	waitMs: number;
	/** Number of the request's ticket; the same for all its attempts. */
	ticket: number;
	/** Settles when the wait is over, whatever ended it; never rejects. */
	ended: Promise<void>;
}

/** A request's right to be sent once. The first call ends it; later calls do nothing. */
export interface Permit {
	/** The service accepted the request: it counts for one window from now on. */
	succeeded(): void;
	/** There was no response. The service may have counted it, so it counts for one window from now on. */
	unanswered(): void;
	/**
	 * The service refused it: it does not count.
	 *
	 * @param retryAfterMs the wait that the service asks for
	 * @returns milliseconds for which nothing is sent with the key
	 */
	rateLimited(retryAfterMs?: number): number;
	/** It was not sent. */
	cancel(): void;
}

/** A request that waits. */
export interface Waiter {
	readonly ticket: Ticket;
	permit?: Permit;
	admit: (permit: Permit) => void;
	reject: (reason: Error) => void;
}

/** A waiter, and the permit that it waits for. */
export function waiterFor(ticket: Ticket): { waiter: Waiter; admitted: Promise<Permit> } {
	const waiter: Waiter = { ticket, admit: () => {}, reject: () => {} };
	const admitted = new Promise<Permit>((resolve, reject) => {
		waiter.admit = (permit) => resolve((waiter.permit = permit));
		waiter.reject = reject;
	});
	return { waiter, admitted };
}

/** Makes a permit that its first call ends. */
export function singleUse(permit: Permit): Permit {
	let ended = false;
	const first = () => !ended && (ended = true);
	return {
		succeeded: () => void (first() && permit.succeeded()),
		unanswered: () => void (first() && permit.unanswered()),
		cancel: () => void (first() && permit.cancel()),
		rateLimited: (retryAfterMs) => (first() ? permit.rateLimited(retryAfterMs) : 0),
	};
}

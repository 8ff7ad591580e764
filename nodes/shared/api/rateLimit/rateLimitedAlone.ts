import type { QueuedRun, Ticket } from './fairQueue';

/** A single accepted request may be luck if many processes share the key. */
const CERTAIN_AFTER = 5;

/**
 * Recognizes 429s that are about one request alone, rather than about the limit of the key. The response does
 * not say so.
 *
 * If the service accepts nothing for a window, rate-limited requests lose their turn to others. If the
 * service accepts one of those at its first try, a request that was rate-limited twice before counts as
 * alone, until another request is rate-limited too. All requests of a run are of one kind: if the accepted
 * request belongs to another run, all requests of the rate-limited one's run count as alone. Two examples:
 * - Send Message has a quota of its own: 40 reads beside it continue after a window, and only the message
 *   fails in the end.
 * - Other programs use up the limit: the next request is rate-limited too, and all wait together.
 *
 * With many processes, one accepted request may be luck. So the last request of a process counts as alone
 * only for one window after that, unless several were accepted.
 */
export class RateLimitedAlone {
	/** Counts the times from one accepted request to the next. */
	private period = 0;

	/**
	 * The period whose 429s were about single requests, the run whose request was accepted after it, and how
	 * many requests have been accepted since.
	 */
	private known?: { period: number; beside: QueuedRun; accepted: number };

	/**
	 * The service accepted a request.
	 *
	 * @param wasStarved whether the service had accepted none for a window
	 */
	accepted(ticket: Ticket, wasStarved: boolean): void {
		if (wasStarved && ticket.rateLimited?.period !== this.period) {
			this.known = { period: this.period, beside: ticket.run, accepted: 0 };
		}
		if (this.known) this.known.accepted += 1;
		this.period += 1;
		ticket.rateLimited = undefined;
		ticket.run.rateLimitedIn = undefined;
	}

	/**
	 * The service responded to a request with 429.
	 *
	 * @param wasStarved whether the service had accepted none for a window
	 * @returns whether the 429 is about this request alone
	 */
	rateLimited(ticket: Ticket, wasStarved: boolean): boolean {
		if (this.isAlone(ticket, wasStarved)) return true;
		this.known = undefined;
		const { period } = this;
		const times = ticket.rateLimited?.period === period ? ticket.rateLimited.times + 1 : 1;
		ticket.rateLimited = { period, times };
		if (times > 1) ticket.run.rateLimitedIn = period;
		return false;
	}

	private isAlone({ rateLimited, run }: Ticket, wasStarved: boolean): boolean {
		if (this.known === undefined) return false;
		const { period, beside, accepted } = this.known;
		if (wasStarved && accepted < CERTAIN_AFTER) return false;
		const isOften = rateLimited?.period === period && rateLimited.times > 1;
		return isOften || (run.rateLimitedIn === period && run !== beside);
	}
}

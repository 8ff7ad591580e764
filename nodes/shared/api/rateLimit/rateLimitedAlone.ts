import type { QueuedRun, Ticket } from './fairQueue';

/** A single one may be luck, where many processes share the key. */
const CERTAIN_AFTER = 5;

/**
 * Tells which 429s are about one request alone, rather than about the limit of the key. The response does not say it.
 *
 * If the service accepts nothing for a window, rate-limited requests lose their turn to others. If it accepts one
 * of those at its first try, what was rate-limited twice before it is so alone, until another request is rate-limited too.
 * Requests of one run are of one kind: if the accepted one is of another run, all of the rate-limited one's run are alike.
 * Two examples:
 * - Send Message has a quota of its own: 40 reads beside it go on after a window, and the message ends by itself.
 * - Other programs use up the limit: the next request is rate-limited too, and all wait together.
 *
 * That one is accepted may be luck among many processes. So a request that is the last of its process counts as
 * alone only for a window after that, unless several were accepted.
 */
export class RateLimitedAlone {
	/** Counts the times from one accepted request to the next. */
	private period = 0;

	/**
	 * The period whose 429s were about single requests, the run whose request was accepted after them, and how many
	 * have been accepted since.
	 */
	private known?: { period: number; beside: QueuedRun; accepted: number };

	/**
	 * The service accepted a request.
	 *
	 * @param wasStarved whether it had accepted none for a window
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
	 * The service answered a request with 429.
	 *
	 * @param wasStarved whether it had accepted none for a window
	 * @returns whether that is about this request alone
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

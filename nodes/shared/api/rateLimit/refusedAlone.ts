import type { QueuedRun, Ticket } from './fairQueue';

/**
 * Tells which refusals are about one request alone, rather than about the limit of the key: a 429 does not say it.
 *
 * If the service accepts nothing for a window, requests that were refused lose their turn to others. If it accepts one
 * of those at its first try, what was refused twice before it is refused alone, until another request is refused too.
 * Requests of one run are of one kind: if the accepted one is of another run, all of the refused one's run are alike.
 * Two examples:
 * - Send Message has a quota of its own: 40 reads beside it go on after a window, and the message ends by itself.
 * - Other programs use up the limit: the next request is refused too, and all wait together.
 */
export class RefusedAlone {
	/** Counts the times from one accepted request to the next. */
	private period = 0;

	/** The period whose refusals were about single requests, and the run whose request was accepted after them. */
	private known?: { period: number; beside: QueuedRun };

	/**
	 * The service accepted a request.
	 *
	 * @param wasStarved whether it had accepted none for a window
	 */
	accepted(ticket: Ticket, wasStarved: boolean): void {
		if (wasStarved && ticket.refused?.period !== this.period) {
			this.known = { period: this.period, beside: ticket.run };
		}
		this.period += 1;
		ticket.refused = undefined;
		ticket.run.refusedIn = undefined;
	}

	/**
	 * The service refused a request.
	 *
	 * @returns whether the refusal is about this request alone
	 */
	refused(ticket: Ticket): boolean {
		if (this.isAlone(ticket)) return true;
		this.known = undefined;
		const { period } = this;
		const times = ticket.refused?.period === period ? ticket.refused.times + 1 : 1;
		ticket.refused = { period, times };
		if (times > 1) ticket.run.refusedIn = period;
		return false;
	}

	private isAlone({ refused, run }: Ticket): boolean {
		if (this.known === undefined) return false;
		const { period, beside } = this.known;
		const isOften = refused?.period === period && refused.times > 1;
		return isOften || (run.refusedIn === period && run !== beside);
	}
}

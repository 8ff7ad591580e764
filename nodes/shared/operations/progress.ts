import type { IExecuteFunctions } from 'n8n-workflow';
import type { Listener } from '../api/client';
import { systemClock } from '../api/clock';
import type { Delay } from '../api/pacing';

/** A message at most so often: every request of a long run has to wait. */
const MESSAGE_INTERVAL_MS = 5_000;

/** A shorter wait is over before anybody has read of it. */
const WORTH_TELLING_MS = 1_000;

/** Tells the user of a long run that it waits, for how long and how far it is. */
export class Progress implements Listener {
	private done = 0;

	/** Tickets of the requests that had to wait, some of them several times. */
	private readonly delayed = new Set<number>();

	private limit = 0;

	/** When the wait that ends last will end. */
	private waitEnds = 0;

	private toldAt = -Infinity;

	private readonly hints = new Set<string>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly total: number,
		private readonly now: () => number = systemClock.now,
	) {}

	readonly onDelay = ({
		waitMs,
		ticket,
		requestsPerMinute,
	}: Delay & { requestsPerMinute: number }): void => {
		this.delayed.add(ticket);
		this.limit = requestsPerMinute;
		this.waitEnds = Math.max(this.waitEnds, this.now() + waitMs);
		this.tell();
	};

	readonly onHint = (text: string): void => {
		this.hints.add(text);
	};

	itemDone(): void {
		this.done += 1;
		this.tell();
	}

	private tell(): void {
		const waitMs = this.waitEnds - this.now();
		const toldJustNow = this.now() - this.toldAt < MESSAGE_INTERVAL_MS;
		if (toldJustNow || waitMs < WORTH_TELLING_MS) return;
		this.toldAt = this.now();
		const seconds = Math.ceil(waitMs / 1_000);
		const message = `Waiting about ${seconds} s to keep within ${this.limit} requests a minute: ${this.done} of ${this.total} items done`;
		this.context.logger.info(message, { node: this.context.getNode().name });
		this.context.sendMessageToUI(message);
	}

	/** Leaves what the user should know as hints in the node's output pane. */
	finish(): void {
		if (this.delayed.size > 0) {
			this.hints.add(
				`This run was paced: ${count(this.delayed.size)} waited, so that the API key stayed within ${this.limit} requests a minute`,
			);
		}
		// Releases of n8n before 1.72 have no hints.
		this.context.addExecutionHints?.(
			...[...this.hints].map((message) => ({ message, location: 'outputPane' as const })),
		);
	}
}

function count(requests: number): string {
	return requests === 1 ? '1 request' : `${requests} requests`;
}

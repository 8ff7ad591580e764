import type { IExecuteFunctions } from 'n8n-workflow';
import type { RunObserver } from '../../shared/api/client';
import { pause, systemClock, type Clock } from '../../shared/clock';
import { formatDuration } from '../../shared/api/errors/problem';

/** Interval of the messages while a run waits; short enough to show that it is alive. */
const MESSAGE_INTERVAL_MS = 10_000;

/** Shorter waits are not reported: they are over before the message is read. */
const MIN_REPORTED_MS = 1_000;

/** Rounded to the nearest: the window is slightly longer than a minute. A wait in an error is rounded up. */
const rounded = (ms: number) => formatDuration(ms, Math.round);

const countInWords = (requests: number) => (requests === 1 ? '1 request' : `${requests} requests`);

/**
 * Tells the user that a long run is waiting, and how far it is.
 *
 * While a node runs, n8n (2.41) shows its messages in the browser's console, and only for an execution that
 * was started in the editor (n8n-core, base-execute-context.js). So the first message is logged as well, and
 * a hint stays with the output.
 */
export class Progress implements RunObserver {
	private done = 0;

	private limit = 0;

	private readonly startedAt: number;

	/** When the next message is due, if the run still waits. */
	private dueAt = -Infinity;

	private isReporting = false;

	private isLogged = false;

	private hasWaited = false;

	/** Requests that wait at the moment. */
	private waiting = 0;

	private readonly hints = new Set<string>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly total: number,
		private readonly clock: Clock = systemClock,
	) {
		this.startedAt = clock.now();
	}

	readonly onDelay = (ended: Promise<void>, requestsPerMinute: number): void => {
		this.limit = requestsPerMinute;
		this.hasWaited = true;
		this.waiting += 1;
		void ended.then(() => (this.waiting -= 1));
		if (!this.isReporting) void this.reportWhileWaiting();
	};

	readonly onHint = (text: string): void => {
		this.hints.add(text);
	};

	itemsDone(count: number): void {
		this.done += count;
	}

	/** Shows the hints in the node's output pane. */
	finish(requests: number): void {
		if (this.hasWaited) {
			const tookMs = this.clock.now() - this.startedAt;
			const took = `${countInWords(requests)} took ${rounded(tookMs)}`;
			// If the run alone stayed within the limit, others used it up.
			const why =
				requests > this.limit
					? ` at ${this.limit} per minute`
					: ', because the limit of the API key had been reached';
			this.hints.add(took + why);
		}
		// Releases of n8n before 1.72 have no hints.
		this.context.addExecutionHints?.(
			...[...this.hints].map((message) => ({ message, location: 'outputPane' as const })),
		);
	}

	/** It ends by itself, at most one interval after the last wait, and its timer does not keep the process alive. */
	private async reportWhileWaiting(): Promise<void> {
		this.isReporting = true;
		this.dueAt = Math.max(this.dueAt, this.clock.now() + MIN_REPORTED_MS);
		while (this.waiting > 0) {
			const ms = this.dueAt - this.clock.now();
			if (ms > 0) await pause(this.clock, ms);
			else this.report();
		}
		this.isReporting = false;
	}

	private report(): void {
		this.dueAt = this.clock.now() + MESSAGE_INTERVAL_MS;
		const message = `Waiting to stay within ${countInWords(this.limit)} per minute: ${this.done} of ${this.total} items done`;
		try {
			if (!this.isLogged) this.context.logger.info(message, { node: this.context.getNode().name });
			this.isLogged = true;
			// Not available in every context and release.
			this.context.sendMessageToUI?.(message);
		} catch {
			// A run must not fail because its progress cannot be reported.
		}
	}
}

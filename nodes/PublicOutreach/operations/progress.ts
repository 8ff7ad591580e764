import type { IExecuteFunctions } from 'n8n-workflow';
import type { RunObserver } from '../../shared/api/client';
import { pause, systemClock, type Clock } from '../../shared/api/clock';
import { formatDuration } from '../../shared/api/errors/problem';
import type { Connection } from '../../shared/api/http/request';
import type { Delay } from '../../shared/api/rateLimit/rateLimiter';

/** Interval of the messages while a run waits; short enough to show that it is alive. */
const MESSAGE_INTERVAL_MS = 10_000;

/** Shorter waits are not reported: they are over before the message is read. */
const MIN_REPORTED_MS = 1_000;

/** Rounded, unlike a wait in an error, which is rounded up: the window is slightly longer than a minute. */
const rounded = (ms: number) => formatDuration(ms, Math.round);

type KeyOfRun = Pick<Connection, 'limiter' | 'run' | 'credentials'>;

/**
 * Reports to the user of a long run that it waits, for how long, and its progress.
 *
 * What n8n (2.41) shows of a node while it runs are messages in the browser's console, and those only
 * for an execution that was started in the editor (n8n-core, base-execute-context.js). So the messages
 * are logged as well, and a hint stays with the output.
 */
export class Progress implements RunObserver {
	private done = 0;

	/** Units of the run that have not started yet; each takes one or more requests. */
	private notStarted = 0;

	private limit = 0;

	private key?: KeyOfRun;

	private readonly startedAt: number;

	/** When the next message is due, if the run waits then. */
	private dueAt = -Infinity;

	private isReporting = false;

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

	/** Reports the minimum duration of the run if its key's limit does not allow all requests at once. */
	start(key: KeyOfRun, units: number): void {
		this.key = key;
		this.notStarted = units;
		const remainingMs = this.remainingMs();
		if (remainingMs < MIN_REPORTED_MS) return;
		const { requestsPerMinute } = key.credentials;
		this.say(
			'info',
			`This takes at least ${rounded(remainingMs)}, because the API key allows ${requestsPerMinute} requests per minute`,
		);
	}

	readonly onDelay = ({
		waitMs,
		ended,
		requestsPerMinute,
	}: Delay & { requestsPerMinute: number }): void => {
		const now = this.clock.now();
		this.limit = requestsPerMinute;
		this.hasWaited = true;
		this.waiting += 1;
		void ended.then(() => (this.waiting -= 1));
		// Estimates can be too short: a wait that turns out longer is reported later.
		if (waitMs < MIN_REPORTED_MS && this.dueAt <= now) this.dueAt = now + MESSAGE_INTERVAL_MS;
		if (!this.isReporting) void this.reportWhileWaiting();
	};

	readonly onHint = (text: string): void => {
		this.hints.add(text);
	};

	unitStarted(): void {
		this.notStarted -= 1;
	}

	itemsDone(count: number): void {
		this.done += count;
	}

	/** Shows the hints in the node's output pane. */
	finish(): void {
		const count = this.key?.run.requests ?? 0;
		if (this.hasWaited) {
			const requests = count === 1 ? '1 request' : `${count} requests`;
			const tookMs = this.clock.now() - this.startedAt;
			const took = `${requests} took ${rounded(tookMs)} at ${this.limit} per minute`;
			this.hints.add(took);
			if (tookMs >= MIN_REPORTED_MS) this.say('info', took);
		}
		// Releases of n8n before 1.72 have no hints.
		this.context.addExecutionHints?.(
			...[...this.hints].map((message) => ({ message, location: 'outputPane' as const })),
		);
	}

	/** Ends by itself, at most one interval after the last wait; its timer does not keep the process alive. */
	private async reportWhileWaiting(): Promise<void> {
		this.isReporting = true;
		while (this.waiting > 0) {
			const ms = this.dueAt - this.clock.now();
			if (ms > 0) await pause(this.clock, ms);
			else this.report();
		}
		this.isReporting = false;
	}

	private report(): void {
		const remainingMs = this.remainingMs();
		const left = remainingMs < MIN_REPORTED_MS ? '' : `, at least ${rounded(remainingMs)} left`;
		this.say(
			'debug',
			`Waiting to stay within ${this.limit} requests per minute: ${this.done} of ${this.total} items done${left}`,
		);
	}

	private remainingMs(): number {
		return this.key?.limiter.estimate(this.key.run, this.notStarted) ?? 0;
	}

	private say(level: 'info' | 'debug', message: string): void {
		this.dueAt = this.clock.now() + MESSAGE_INTERVAL_MS;
		try {
			this.context.logger[level](message, { node: this.context.getNode().name });
			// Not available in every context and release.
			this.context.sendMessageToUI?.(message);
		} catch {
			// A run must not fail because its progress cannot be reported.
		}
	}
}

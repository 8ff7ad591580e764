import { unlessAborted, type Clock } from '../../../nodes/shared/api/clock';
import { timers } from '../../platform';

interface Timer {
	at: number;
	ring: () => void;
}

/** Any moment will do; not 0, so that nothing mistakes it for "never". */
const START = Date.UTC(2026, 0, 5, 9);

/** Time that passes only when everything waits, and then at once: hours of waiting take milliseconds. */
export class VirtualClock implements Clock {
	private time = START;

	/** Soonest first. */
	private readonly pending: Timer[] = [];

	/** @param seed of the numbers that {@link random} gives: the same seed, the same run */
	constructor(private seed = 1) {}

	now(): number {
		return this.time;
	}

	/** Milliseconds since the clock was made. */
	get elapsed(): number {
		return this.time - START;
	}

	/** Waits that nobody has ended yet. */
	get waits(): number {
		return this.pending.length;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		await unlessAborted(new Promise<void>((resolve) => this.at(ms, resolve)), signal);
	}

	deadline(ms: number): AbortSignal {
		const controller = new AbortController();
		this.at(ms, () => controller.abort());
		return controller.signal;
	}

	/** Mulberry32, a well-known generator of 32 bits. */
	random(): number {
		this.seed = (this.seed + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** Lets time pass until `work` settles; hands on its result. */
	async until<Result>(work: Promise<Result>): Promise<Result> {
		let settled = false;
		const end = () => {
			settled = true;
		};
		work.then(end, end);
		for (;;) {
			await idle();
			if (settled) return await work;
			if (!this.step()) throw new Error('Everything waits for something that never comes');
		}
	}

	/** Lets so much time pass, and everything happen that is due in it. */
	async pass(ms: number): Promise<void> {
		const end = this.time + ms;
		await idle();
		while ((this.pending[0]?.at ?? Infinity) <= end) {
			this.step();
			await idle();
		}
		this.time = end;
	}

	/** Has something happen in `ms` milliseconds. */
	at(ms: number, ring: () => void): void {
		const at = this.time + Math.max(0, ms);
		const place = this.pending.findLastIndex((other) => other.at <= at);
		this.pending.splice(place + 1, 0, { at, ring });
	}

	private step(): boolean {
		const timer = this.pending.shift();
		if (!timer) return false;
		this.time = Math.max(this.time, timer.at);
		timer.ring();
		return true;
	}
}

/** Everything that can go on without time passing has gone on. */
async function idle(): Promise<void> {
	await new Promise<void>((resolve) => {
		timers.setImmediate(resolve);
	});
}

import { process } from '../../platform';
import { unlessAborted, type Clock } from '../../../nodes/shared/clock';

interface Timer {
	at: number;
	ring: () => void;
}

/** Arbitrary, but not 0, which means "never" in places. */
const START = Date.UTC(2026, 0, 5, 9);

/** A virtual clock: time advances only when everything waits, and then immediately. */
export class VirtualClock implements Clock {
	private time = START;

	/** Soonest first. */
	private readonly pending: Timer[] = [];

	/** @param seed of the numbers that {@link random} gives: the same seed, the same run */
	constructor(private seed = 1) {}

	now(): number {
		return this.time;
	}

	date(): number {
		return this.time;
	}

	/** Milliseconds since the clock was made. */
	get elapsed(): number {
		return this.time - START;
	}

	/** Pending timers. */
	get waits(): number {
		return this.pending.length;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		await unlessAborted(new Promise<void>((resolve) => this.at(ms, resolve)), signal);
	}

	after(ms: number, act: () => void): () => void {
		let isCancelled = false;
		this.at(ms, () => void (isCancelled || act()));
		return () => void (isCancelled = true);
	}

	/** Mulberry32, a well-known generator of 32 bits. */
	random(): number {
		this.seed = (this.seed + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** Advances time until `work` settles; returns its result. */
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

	/** Advances time by `ms`, and fires all timers that become due. */
	async pass(ms: number): Promise<void> {
		const end = this.time + ms;
		await idle();
		while ((this.pending[0]?.at ?? Infinity) <= end) {
			this.step();
			await idle();
		}
		this.time = end;
	}

	/** Schedules a call in `ms` milliseconds. */
	at(ms: number, ring: () => void): void {
		const at = this.time + Math.max(0, ms);
		// Behind all that ring by then: the list is in their order, and is halved until the place is found.
		let place = 0;
		for (let end = this.pending.length; place < end;) {
			const middle = (place + end) >> 1;
			if ((this.pending[middle]?.at ?? at) <= at) place = middle + 1;
			else end = middle;
		}
		this.pending.splice(place, 0, { at, ring });
	}

	private step(): boolean {
		const timer = this.pending.shift();
		if (!timer) return false;
		this.time = Math.max(this.time, timer.at);
		timer.ring();
		return true;
	}
}

/** Resolves once all pending promises have been processed. */
async function idle(): Promise<void> {
	await new Promise<void>((resolve) => void process.nextTick(resolve));
}

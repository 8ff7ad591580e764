import { systemClock, type Clock } from '../shared/clock';

/** A counting semaphore whose permits expire, so that whoever never finishes holds up the others only for a while. */
export class Semaphore {
	private readonly waiting: Array<() => void> = [];

	/**
	 * @param available how many permits there are
	 * @param expiresMs after how many milliseconds a permit is given to the next, though its holder goes on
	 */
	constructor(
		private available: number,
		private readonly expiresMs: number,
		private readonly clock: Clock = systemClock,
	) {}

	/** Waits for a permit, in the order of the calls; the function that it returns releases it. */
	async acquire(): Promise<() => void> {
		if (this.available > 0) this.available -= 1;
		else await new Promise<void>((resolve) => void this.waiting.push(resolve));
		let isHeld = true;
		const release = () => {
			if (!isHeld) return;
			isHeld = false;
			cancel();
			const next = this.waiting.shift();
			if (next) next();
			else this.available += 1;
		};
		const cancel = this.clock.after(this.expiresMs, release, 'permit');
		return release;
	}
}

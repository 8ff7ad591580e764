import { SlotSearch } from './slotSearch';

const SECOND = 1_000;
/** Waits before the first probes, while it is unknown how many processes share the key. */
const FIRST_WAITS_MS = [1 * SECOND, 3 * SECOND, 8 * SECOND, 16 * SECOND];

// In parts of a window:
/** From an accepted request to the probe for another slot, divided by the number of slots. */
const FOLLOW = 1 / 40;
/** Minimum time between two refused probes of a process that holds several slots. */
const PROBE = 1 / 8;

/** What a process knows of its slots when it plans a probe. */
export interface Holdings {
	/** How many of its requests count at the moment. */
	held: number;
	/** Whether it can use one of its slots again later on. */
	hasSlots: boolean;
	/** When the service last accepted a request, or refused the first. */
	origin: number;
}

/** When a process probes for one more slot. */
export class ProbeSchedule {
	private firstProbes = 0;

	private readonly search: SlotSearch;

	/**
	 * @param windowMs length of the service's window in milliseconds
	 * @param random from 0 (inclusive) to 1 (exclusive)
	 */
	constructor(
		private readonly windowMs: number,
		private readonly random: () => number,
	) {
		this.search = new SlotSearch(windowMs, random);
	}

	/** The key turns out to be shared. */
	begin(): void {
		this.firstProbes = 0;
		this.search.reset();
	}

	/** The service accepted a request. */
	succeeded(): void {
		this.firstProbes = FIRST_WAITS_MS.length;
		this.search.reset();
	}

	/** After an accepted request. */
	followAt(now: number, held: number): number {
		return now + this.around((this.windowMs * FOLLOW) / Math.max(1, held));
	}

	/** After a refusal; `Infinity` when a slot is to be used before. */
	nextAt(now: number, holdings: Holdings): number {
		const firstWaitMs = FIRST_WAITS_MS[this.firstProbes++] ?? Infinity;
		return Math.min(now + this.around(firstWaitMs), this.regularAt(now, holdings));
	}

	private regularAt(now: number, { held, hasSlots, origin }: Holdings): number {
		if (held > 1) return now + this.around(this.windowMs * Math.max(PROBE, 2 / held));
		return hasSlots ? Infinity : this.search.nextProbeAt(now, origin);
	}

	/** Jitter of up to a quarter, so that processes desynchronize. */
	private around(ms: number): number {
		return ms * (0.75 + this.random() / 2);
	}
}

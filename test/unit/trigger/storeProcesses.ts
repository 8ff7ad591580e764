/** Several processes that share n8n's deduplication store, in simulated time. */
import type { Clock } from '../../../nodes/shared/api/clock';
import {
	StoreQueue,
	type RecordIdentities,
} from '../../../nodes/PublicOutreachTrigger/delivery/store';
import { timers } from '../../../dev/platform';

/** Enough for all that follows from one event to happen. */
const TURNS = 4;
const WINDOW = 1_000;

const turnEnds = async () => await new Promise<void>((resolve) => timers.setImmediate(resolve));

export interface Load {
	processes: number;
	/** How often each message is delivered, to processes at random. */
	times: number;
	messages: number;
	withinMs: number;
	/** Milliseconds until the store is read, and from then until it is written. */
	halfCallMs: () => number;
	/** A number from 0 up to 1. */
	random: () => number;
}

class SimulatedTime {
	private now = 0;

	private readonly events: Array<{ at: number; resolve: () => void }> = [];

	async sleep(ms: number): Promise<void> {
		await new Promise<void>((resolve) => this.events.push({ at: this.now + ms, resolve }));
	}

	clock(random: () => number): Clock {
		return {
			now: () => this.now,
			sleep: async (ms) => await this.sleep(ms),
			deadline: () => new AbortController().signal,
			random,
		};
	}

	/** Until nothing is planned any more. */
	async pass(): Promise<void> {
		for (;;) {
			for (let turn = 0; turn < TURNS; turn++) await turnEnds();
			this.events.sort((one, other) => one.at - other.at);
			const next = this.events.shift();
			if (next === undefined) return;
			this.now = next.at;
			next.resolve();
		}
	}
}

/** @returns how often each message was output */
export async function outputCounts(load: Load): Promise<number[]> {
	const { processes, messages, times, withinMs, halfCallMs, random } = load;
	const time = new SimulatedTime();
	let entries: string[] = [];
	const record: RecordIdentities = async (identities, maxEntries) => {
		await time.sleep(halfCallMs());
		const read = [...entries];
		await time.sleep(halfCallMs());
		const added = identities.filter((identity) => !read.includes(identity));
		entries = [...read, ...added].slice(-maxEntries);
		return { processed: identities.filter((identity) => read.includes(identity)) };
	};
	const queues = Array.from({ length: processes }, () => new StoreQueue(time.clock(random)));
	const counts = Array.from({ length: messages }, () => 0);
	const deliver = async (message: number, execution: number) => {
		await time.sleep(random() * withinMs);
		const queue = queues[Math.floor(random() * processes)];
		const identity = String(message);
		const claim = `${identity} of ${execution}`;
		const first = await queue?.isFirst({ identity, claim, window: WINDOW, record });
		if (first) counts[message] = (counts[message] ?? 0) + 1;
	};
	for (let execution = 0; execution < messages * times; execution++) {
		void deliver(execution % messages, execution);
	}
	await time.pass();
	return counts;
}

/** Several processes that share n8n's deduplication store, in simulated time. */
import type { Clock } from '../../../nodes/shared/api/clock';
import { StoreQueue, type MessageStore } from '../../../nodes/PublicOutreachTrigger/delivery/store';
import { timers } from '../../../dev/platform';

/** Enough for all that follows from one event to happen. */
const TURNS = 4;
const turnEnds = async () => await new Promise<void>((resolve) => timers.setImmediate(resolve));

export interface Load {
	processes: number;
	/** How often each message is delivered, to processes at random. */
	times: number;
	messages: number;
	/** How many messages to remember. */
	window: number;
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
			date: () => this.now,
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

/** @returns how often each message was output, and how many messages the store remembers */
export async function deliverAll(load: Load): Promise<{ counts: number[]; remembered: number }> {
	const { processes, messages, times, window, withinMs, halfCallMs, random } = load;
	const time = new SimulatedTime();
	let entries: string[] = [];
	const change = async (how: (read: string[]) => string[]) => {
		await time.sleep(halfCallMs());
		const read = [...entries];
		await time.sleep(halfCallMs());
		entries = how(read);
		return read;
	};
	const store: MessageStore = {
		async record(names, maxEntries) {
			const add = (read: string[]) =>
				[...read, ...names.filter((name) => !read.includes(name))].slice(-maxEntries);
			const before = await change(add);
			return { processed: names.filter((name) => before.includes(name)) };
		},
		async remove(names) {
			await change((read) => read.filter((name) => !names.includes(name)));
		},
	};
	const queues = Array.from({ length: processes }, () => new StoreQueue(time.clock(random)));
	const counts = Array.from({ length: messages }, () => 0);
	const deliver = async (message: number, execution: number) => {
		await time.sleep(random() * withinMs);
		const queue = queues[Math.floor(random() * processes)];
		const identity = String(message);
		const executionMark = `${identity} of ${execution}`;
		const first = await queue?.isFirst({ identity, executionMark, window, store });
		if (first) counts[message] = (counts[message] ?? 0) + 1;
	};
	for (let execution = 0; execution < messages * times; execution++) {
		void deliver(execution % messages, execution);
	}
	await time.pass();
	const isMessage = (name: string) => /^\d+$/.test(name);
	return { counts, remembered: entries.filter(isMessage).length };
}

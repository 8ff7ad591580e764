/** Several processes that share n8n's deduplication store, in virtual time. */
import fc from 'fast-check';
import { VirtualClock } from '../../../dev/bench/virtual/clock';
import { numRuns } from '../../properties';
import { StoreQueue } from '../../../nodes/PublicOutreachTrigger/store';
import { UnlockedStore } from './unlockedStore';

interface Load {
	seed: number;
	processes: number;
	/** How often each message is delivered, to processes at random. */
	times?: number;
	messages?: number;
	/** How many messages to remember. */
	window?: number;
	withinMs?: number;
	/** The share of calls that take up to a fifth of a second, as where the processor is busy. */
	slowShare?: number;
}

/** @returns how often each message was output, and how many messages the store remembers */
async function deliverAll(load: Load): Promise<{ counts: number[]; remembered: number }> {
	const { seed, processes, times = 3, messages = 60, window = 1_000 } = load;
	const { withinMs = 600, slowShare = 0 } = load;
	const clock = new VirtualClock(seed);
	const random = () => clock.random();
	const halfCallMs = () => (random() < slowShare ? 20 + random() * 80 : 1 + random() * 4);
	const store = new UnlockedStore(async () => await clock.sleep(halfCallMs()));
	const queues = Array.from({ length: processes }, () => new StoreQueue(clock));
	const counts = Array.from({ length: messages }, () => 0);
	const deliver = async (message: number, execution: number) => {
		await clock.sleep(random() * withinMs);
		const queue = queues[Math.floor(random() * processes)];
		const identity = String(message);
		const claimId = `${identity} of ${execution}`;
		const first = await queue?.claim({ identity, claimId, size: window, store });
		if (first) counts[message] = (counts[message] ?? 0) + 1;
	};
	for (let execution = 0; execution < messages * times; execution++) {
		void deliver(execution % messages, execution);
	}
	await clock.pass(withinMs + 60_000);
	expect(queues.every(({ idle }) => idle)).toBe(true);
	return { counts, remembered: store.entries.filter((name) => /^\d+$/.test(name)).length };
}

const seed = fc.integer({ min: 1, max: 1_000_000 });
const processes = fc.integer({ min: 2, max: 5 });

describe('a message that several processes take up at the same moment', () => {
	it('is never lost, however long the calls of the store take', async () => {
		const loads = fc.record({ seed, processes, slowShare: fc.constantFrom(0, 0.02, 0.3) });
		const property = fc.asyncProperty(loads, async (load) => {
			const { counts } = await deliverAll(load);
			expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
		});
		await fc.assert(property, numRuns(50));
	});

	it('is output once where each call takes about as long as the others', async () => {
		const property = fc.asyncProperty(fc.record({ seed, processes }), async (load) => {
			const { counts } = await deliverAll(load);
			expect(new Set(counts)).toEqual(new Set([1]));
		});
		await fc.assert(property, numRuns(50));
	});
});

it.each([1, 2, 3, 6])(
	'a store that processes share remembers as many messages as the window says, where each is delivered %d times',
	async (times) => {
		const loads = fc.record({ seed, processes, withinMs: fc.constantFrom(0, 3_000, 60_000) });
		const property = fc.asyncProperty(loads, async (load) => {
			const { remembered } = await deliverAll({ ...load, times, messages: 300, window: 100 });
			expect(remembered).toBeGreaterThanOrEqual(100);
		});
		await fc.assert(property, numRuns(10));
	},
);

import fc from 'fast-check';
import { forward, ForwardQueue, type Target } from '../../../nodes/PublicOutreachTrigger/forward';
import { numRuns } from '../../properties';
import { LISTENER, setUpQueue } from './forwardSetup';

const MINUTE = 60_000;
const names = (count: number) => Array.from({ length: count }, (_, number) => `m${number}`);

describe('messages for one listener', () => {
	it('are sent in their order, two at once', async () => {
		const { add, sent, world, time } = setUpQueue();
		world.reaction = 'later';
		for (const name of names(5)) add(name);
		await time.pass(0);
		expect(sent.map(({ text }) => text)).toEqual(['m0', 'm1']);
		await sent[1]?.respond(200);
		expect(sent.map(({ text }) => text)).toEqual(['m0', 'm1', 'm2']);
		for (const place of [0, 2, 3, 4]) await sent[place]?.respond(200);

		expect(sent.map(({ text }) => text)).toEqual(names(5));
		expect(world.most).toBe(2);
	});

	it.each<[string, Promise<void> | undefined, number]>([
		['once that is stored', Promise.resolve(), 0],
		['after a second at most', new Promise(() => undefined), 1_000],
	])("wait for their sender's own execution: %s", async (_when, stored, ms) => {
		const { queue, target, message, sender, sent, time } = setUpQueue();
		const addedAt = time.now();
		queue.add(target, message('a'), sender, stored);
		expect(sent).toEqual([]);
		await time.pass(ms);

		expect(sent.map(({ at }) => at - addedAt)).toEqual([ms]);
	});

	it('are sent once, however often and whenever they are added', async () => {
		const { add, sent, time } = setUpQueue();
		expect([add('a'), add('a')]).toEqual(['queued', 'known']);
		await time.pass(0);

		expect(add('a')).toBe('known');
		await time.pass(MINUTE);
		expect(sent).toHaveLength(1);
	});

	it('are known to have arrived as long as they are among the latest thousand', async () => {
		const { add, time } = setUpQueue();
		for (const name of names(1_001)) {
			add(name);
			await time.pass(0);
		}

		expect([add('m1000'), add('m1'), add('m0')]).toEqual(['known', 'known', 'queued']);
	});

	it('go to it as JSON, since n8n would parse a form in its own way, and to a system as they came', async () => {
		const { queue, target, sender, message, sent, time } = setUpQueue();
		const form = 'application/x-www-form-urlencoded';
		queue.add(target, message('a', '{}', form), sender);
		await time.pass(0);
		const url = 'https://crm.example.com/hook';
		queue.add({ ...target, kind: 'system', id: url }, message('a', '{}', form), sender);
		await time.pass(0);

		expect(sent.map((one) => one.type)).toEqual(['application/json', form]);
	});

	it('go to its new URL once that is known, and nowhere once it is in no list', async () => {
		const { add, sent, world, time, listAt, queue } = setUpQueue();
		world.reaction = 401;
		add('a');
		await time.pass(MINUTE);
		listAt('https://n8n/second?secret=new');
		world.reaction = 200;
		await time.pass(MINUTE);
		expect(sent.at(-1)?.url).toBe('https://n8n/second?secret=new');
		const { length } = sent;
		add('b', { senderId: 'w/unknown' });
		await time.pass(MINUTE);

		expect([sent.length, queue.isIdle]).toEqual([length, true]);
		expect(add('b')).toBe('queued');
	});
});

describe('a listener that fails', () => {
	it.each([500, 429, 401, 302, 404, new Error('ECONNREFUSED')])(
		'with %p is tried again after growing pauses, and then gets all, each in two requests at most',
		async (reaction) => {
			const { add, sent, world, time, queue } = setUpQueue();
			world.reaction = reaction;
			for (const name of names(50)) add(name);
			await time.pass(2 * MINUTE);
			const failed = sent.length;
			world.reaction = 200;
			await time.pass(MINUTE);

			expect(queue.isIdle).toBe(true);
			expect(failed).toBeLessThan(30);
			expect(sent).toHaveLength(failed + 50);
		},
	);

	it('has pauses of a quarter of a second to half a minute', async () => {
		const { add, sent, world, time } = setUpQueue({ concurrent: 1 });
		world.reaction = 500;
		add('a');
		await time.pass(2 * MINUTE);
		const pauses = sent.slice(1).map(({ at }, place) => at - (sent[place]?.at ?? 0));

		expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000]);
	});

	it('with some messages only soon has all others, and misses those after ten minutes each', async () => {
		const { add, sent, world, time, log } = setUpQueue();
		const arrived = new Set<string>();
		world.reaction = (text) => {
			if (text.startsWith('bad')) return 500;
			arrived.add(text);
			return 200;
		};
		for (let second = 1; second <= 20 * 60; second++) {
			add(`${second <= 3 ? 'bad' : 'good'} ${second}`);
			await time.pass(1_000);
			if (second > 10) expect(second - 3 - arrived.size).toBeLessThan(3);
		}

		expect(sent.length).toBeLessThan(1_200 + 3 * 30);
		expect(log.join()).toMatch(
			/^Dropped .*workflow w \(same API key\) after ten minutes: the response was 500/,
		);
		expect(add('bad 1')).toBe('queued');
	});

	it('for five minutes misses nothing, and the log says once that messages wait', async () => {
		const { add, sent, world, time, log, queue } = setUpQueue();
		world.reaction = 503;
		for (const name of names(100)) add(name);
		await time.pass(3_000);
		expect(log).toEqual([]);
		await time.pass(5 * MINUTE);
		world.reaction = 200;
		await time.pass(MINUTE);

		expect(queue.isIdle).toBe(true);
		expect(new Set(sent.slice(-100).map(({ text }) => text)).size).toBe(100);
		expect(log).toEqual([
			expect.stringMatching(/^Messages for workflow w \(same API key\) wait: the response was 503/),
		]);
	});

	it('for eleven minutes misses what came in the first of them, and nothing that came later', async () => {
		const { add, sent, world, time, log } = setUpQueue();
		world.reaction = 503;
		for (let second = 0; second < 11 * 60; second++) {
			add(`at ${second}`);
			await time.pass(1_000);
		}
		world.reaction = 200;
		const { length } = sent;
		await time.pass(MINUTE);
		const arrived = sent.slice(length).map(({ text }) => Number(text.slice(3)));

		// The last try before the end is half a minute ago at most.
		expect(Math.min(...arrived)).toBeLessThanOrEqual(61);
		expect(Math.min(...arrived)).toBeGreaterThan(0);
		expect(arrived).toHaveLength(660 - Math.min(...arrived));
		expect(log.filter((line) => line.startsWith('Dropped')).length).toBeGreaterThan(0);
		expect(add('at 0')).toBe('queued');
	});

	it('has its time-out from the moment a request is sent, and is tried again', async () => {
		const { add, sent, world, time, queue } = setUpQueue({ concurrent: 1 });
		world.reaction = 'later';
		for (const name of ['a', 'b']) add(name);
		await time.pass(40_000);
		await sent[0]?.respond(200);
		await time.pass(40_000);
		expect(sent).toHaveLength(2);
		world.reaction = 200;
		await time.pass(21_000);

		expect(queue.isIdle).toBe(true);
		expect(sent.map(({ text }) => text)).toEqual(['a', 'b', 'b']);
	});
});

describe('a listener that n8n has unpublished', () => {
	it('is asked every ten seconds for two minutes, and given up in silence', async () => {
		const { add, sent, world, time, log, queue } = setUpQueue();
		world.reaction = 'unpublished';
		add('a');
		await time.pass(10 * MINUTE);

		expect(sent.length).toBeLessThanOrEqual(13);
		expect([queue.isIdle, log]).toEqual([true, []]);
		expect(add('a')).toBe('queued');
	});

	it('has what waits as soon as its new version is published', async () => {
		const { add, sent, world, time, queue } = setUpQueue();
		world.reaction = 'unpublished';
		for (const name of names(3)) add(name);
		await time.pass(1_000);
		world.reaction = 200;
		const { length } = sent;
		queue.resume();
		await time.pass(1);

		expect(
			sent
				.slice(length)
				.map(({ text }) => text)
				.sort(),
		).toEqual(names(3));
	});

	it('has its two minutes again for the next message, when nothing has waited meanwhile', async () => {
		const { add, sent, world, time } = setUpQueue();
		world.reaction = 'unpublished';
		add('a');
		await time.pass(10 * MINUTE);
		add('b');
		await time.pass(MINUTE);
		world.reaction = 200;
		await time.pass(MINUTE);

		expect(sent.at(-1)?.text).toBe('b');
	});
});

it('a message for a test is sent once for each delivery, one after another, whatever becomes of it', async () => {
	const { add, sent, world, time, log } = setUpQueue({ concurrent: 1 });
	world.reaction = 500;
	for (const name of ['a', 'a', 'b']) expect(add(name, { kind: 'test' })).toBe('queued');
	await time.pass(MINUTE);

	expect(sent.map(({ text }) => text)).toEqual(['a', 'a', 'b']);
	expect([world.most, log]).toEqual([1, []]);
});

describe('what waits', () => {
	it('is 1,000 messages at most: more are not taken, which is logged once, until some have arrived', async () => {
		const { add, sent, world, time, log } = setUpQueue();
		world.reaction = 'later';
		for (const name of names(1_000)) add(name);

		expect([add('another'), add('one more'), add('m7')]).toEqual(['full', 'full', 'known']);
		expect(log).toEqual(['Dropped a message for workflow w (same API key): its queue is full']);
		await time.pass(0);
		await sent[0]?.respond(200);
		expect(add('another')).toBe('queued');
	});

	it('is 16 MiB at most before the last message', () => {
		const { queue, target, message, sender, world } = setUpQueue();
		world.reaction = 'later';
		const big = (identity: string) => message(identity, 'x'.repeat(9 * 1024 * 1024));

		const added = ['a', 'b', 'c'].map((name) => queue.add(target, big(name), sender));
		expect(added).toEqual(['queued', 'queued', 'full']);
	});

	it('keeps one context of n8n for each sender, and none once all has arrived', async () => {
		const { queue, target, message, sender, world, time } = setUpQueue();
		world.reaction = 503;
		const senders = names(500).map(() => ({ ...sender }));
		names(500).forEach((name, place) => queue.add(target, message(name), senders[place] ?? sender));
		const alive = () => senders.filter((one) => Object.values(queue).includes(one)).length;

		expect(alive()).toBe(1);
		world.reaction = 200;
		await time.pass(MINUTE);
		expect([queue.isIdle, alive()]).toEqual([true, 0]);
	});
});

describe('messages for several workflows', () => {
	const setUpQueues = (count: number) => {
		const setup = setUpQueue();
		const { permits, time, target, message, sender, world } = setup;
		world.reaction = 'later';
		const queues = names(count).map(() => new ForwardQueue(undefined, time, permits));
		const addTo = (place: number, identity: string, more: Partial<Target> = {}) =>
			queues[place]?.add({ ...target, ...more }, message(identity), sender);
		return { ...setup, queues, addTo };
	};

	it('are sent four at once, each workflow in turn', async () => {
		const { addTo, sent, world, time } = setUpQueues(3);
		for (const name of names(3))
			for (const place of [0, 1, 2]) addTo(place, `${name} for ${place}`);
		await time.pass(0);
		expect(sent.map(({ text }) => text)).toEqual(['m0 for 0', 'm0 for 1', 'm0 for 2', 'm1 for 0']);
		for (let place = 0; place < 9; place++) await sent[place]?.respond(200);

		expect(sent.map(({ text }) => text).sort()).toEqual(
			names(3).flatMap((name) => [0, 1, 2].map((place) => `${name} for ${place}`)),
		);
		expect(world.most).toBe(4);
	});

	it('are held up for five seconds by workflows that do not respond', async () => {
		const { addTo, sent, time } = setUpQueues(3);
		for (const place of [0, 1]) for (const name of names(2)) addTo(place, name);
		await time.pass(0);
		addTo(2, 'for another');
		await time.pass(4_999);
		expect(sent).toHaveLength(4);
		await time.pass(1);
		expect(sent.map(({ text }) => text).slice(4)).toEqual(['for another']);
	});

	it('do not hold up a test, or another system', async () => {
		const { addTo, sent, time } = setUpQueues(4);
		for (const place of [0, 1]) for (const name of names(2)) addTo(place, name);
		await time.pass(0);
		addTo(2, 'for a test', { kind: 'test' });
		addTo(3, 'for a system', { kind: 'system', id: 'https://crm/hook' });
		await time.pass(0);
		expect(sent.map(({ text }) => text).slice(4)).toEqual(['for a test', 'for a system']);
	});
});

it('queues are kept for the thousand targets that were used last', () => {
	const { target, message, sender, world } = setUpQueue();
	world.reaction = 200;
	const used = { ...target, kind: 'system' as const, id: 'https://crm/used' };
	forward(used, message('a'), sender);
	for (let number = 0; number < 1_100; number++) {
		forward({ ...used, id: `https://crm/${number}` }, message('a'), sender);
		expect(forward(used, message('a'), sender)).toBe('known');
	}
});

it('a system gets a message once, whichever trigger of the user forwards it', () => {
	const { target, message, sender } = setUpQueue();
	const system = { ...target, kind: 'system' as const, id: 'https://crm/shared' };

	expect(forward(system, message('a'), sender)).toBe('queued');
	expect(forward({ ...system, senderId: LISTENER }, message('a'), sender)).toBe('known');
	expect(forward({ ...system, webhookId: 'another user' }, message('a'), sender)).toBe('queued');
});

it('a listener is told of the systems that have a message, and of none whose queue is full', async () => {
	const { target, message, sender, sent, world, time } = setUpQueue();
	world.reaction = 'later';
	const [full, free] = ['https://crm/full', 'https://crm/free'];
	const systemAt = (id: string): Target => ({ ...target, kind: 'system', id });
	const big = (identity: string) => message(identity, 'x'.repeat(9 * 1024 * 1024));
	for (const name of ['a', 'b']) forward(systemAt(full), big(name), sender);
	for (const name of ['c', 'd']) forward(systemAt(free), message(name), sender);
	expect(forward(systemAt(full), message('c'), sender)).toBe('full');
	forward({ ...target, systems: [full, free] }, message('c'), sender);
	forward({ ...target, systems: [free] }, message('d'), sender);
	await time.pass(0);

	const [told, ofFree] = sent.filter(({ url }) => url.startsWith('https://n8n/'));
	expect(ofFree?.mark).toMatch(/^1 [\w-]{16}$/);
	expect(told?.mark).toBe(ofFree?.mark);
});

it('each message arrives once, whatever fails and is delivered again meanwhile, within twenty minutes', async () => {
	const step = fc.oneof(
		fc.record({ send: fc.integer({ min: 0, max: 30 }) }),
		fc.record({ pass: fc.integer({ min: 0, max: 60_000 }) }),
		fc.record({
			react: fc.constantFrom<number | Error | 'unpublished'>(
				200,
				200,
				500,
				'unpublished',
				new Error('reset'),
			),
		}),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
			const { add, sent, world, time, queue } = setUpQueue();
			const arrived = new Map<string, number>();
			const reactWith = (reaction: number | Error | 'unpublished') => {
				world.reaction = (text) => {
					if (reaction === 200) arrived.set(text, (arrived.get(text) ?? 0) + 1);
					return reaction;
				};
			};
			reactWith(200);
			const given = new Set<string>();
			for (const what of steps) {
				if ('send' in what) add(given.add(`m${what.send}`) && `m${what.send}`);
				if ('pass' in what) await time.pass(what.pass);
				if ('react' in what) reactWith(what.react);
			}
			reactWith(200);
			for (const name of given) add(name);
			await time.pass(20 * MINUTE);

			expect([...arrived.keys()].sort()).toEqual([...given].sort());
			expect([...arrived.values()].every((times) => times === 1)).toBe(true);
			expect(queue.isIdle).toBe(true);
			expect(world.most).toBeLessThanOrEqual(2);
			expect(sent.length).toBeLessThan(given.size + 300);
		}),
		numRuns(50),
	);
});

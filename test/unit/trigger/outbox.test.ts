import fc from 'fast-check';
import { numRuns } from '../../properties';
import { outboxFor } from '../../../nodes/PublicOutreachTrigger/delivery/outbox';
import { setUpOutbox } from './outboxSetup';

const MINUTE = 60_000;
const names = (count: number) => Array.from({ length: count }, (_, number) => `m${number}`);

describe('messages to one recipient', () => {
	it('are started in their order, two at once', async () => {
		const { send, sent, state, time } = setUpOutbox();
		state.reaction = 'later';
		for (const name of names(5)) void send(name);
		await time.pass(0);
		expect(sent.map(({ text }) => text)).toEqual(['m0', 'm1']);
		await sent[1]?.answer(200);
		expect(sent.map(({ text }) => text)).toEqual(['m0', 'm1', 'm2']);
		for (const place of [0, 2, 3, 4]) await sent[place]?.answer(200);

		expect(sent.map(({ text }) => text)).toEqual(names(5));
		expect(state.most).toBe(2);
	});

	it('arrive once, however often and whenever they are sent', async () => {
		const { send, sent, state, time } = setUpOutbox();
		state.reaction = 'later';
		const [one, other] = [send('a'), send('a')];
		await time.pass(0);
		expect(sent).toHaveLength(1);
		await sent[0]?.answer(200);

		expect(await Promise.all([one, other])).toEqual([true, true]);
		expect(await send('a')).toBe(true);
		expect(sent).toHaveLength(1);
	});

	it('are told apart from those to another recipient, which has them for itself', async () => {
		const { send, sent } = setUpOutbox();
		await send('a');
		await send('a', { id: 'third', url: 'https://n8n/third' });

		expect(sent.map(({ url }) => url)).toEqual(['https://n8n/second', 'https://n8n/third']);
	});

	it('are remembered as many as the window says', async () => {
		const { send, sent } = setUpOutbox();
		for (const name of names(4)) await send(name, {}, 2);

		expect(await Promise.all([send('m2', {}, 2), send('m3', {}, 2)])).toEqual([true, true]);
		expect(sent).toHaveLength(4);
		await send('m1', {}, 2);
		expect(sent).toHaveLength(5);
	});
});

describe('a recipient that fails', () => {
	it.each([500, 429, 401, 302, 404, new Error('ECONNREFUSED')])(
		'with %p is tried again after growing pauses, and then gets all in two requests each at most',
		async (reaction) => {
			const { send, sent, state, time } = setUpOutbox();
			state.reaction = reaction;
			const sending = names(50).map((name) => send(name));
			await time.pass(2 * MINUTE);
			const failed = sent.length;
			state.reaction = 200;
			await time.pass(MINUTE);

			expect(await Promise.all(sending)).toEqual(sending.map(() => true));
			expect(failed).toBeLessThan(30);
			expect(sent).toHaveLength(failed + 50);
		},
	);

	it('has pauses of a quarter of a second to half a minute', async () => {
		const { send, sent, state, time } = setUpOutbox({ atOnce: 1 });
		state.reaction = 500;
		void send('a');
		await time.pass(2 * MINUTE);
		const pauses = sent.slice(1).map(({ at }, place) => at - (sent[place]?.at ?? 0));

		expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000]);
	});

	it('always with some messages soon has all others, and misses those after ten minutes each', async () => {
		const { send, sent, state, time, log } = setUpOutbox();
		state.reaction = (text) => (text.startsWith('bad') ? 500 : 200);
		const arrived: string[] = [];
		const missed: string[] = [];
		for (let second = 1; second <= 20 * 60; second++) {
			const name = `${second <= 3 ? 'bad' : 'good'} ${second}`;
			void send(name).then((isThere) => (isThere ? arrived : missed).push(name));
			await time.pass(1_000);
			if (second > 10) expect(second - 3 - arrived.length).toBeLessThan(3);
		}

		expect(missed).toEqual(['bad 1', 'bad 2', 'bad 3']);
		expect(sent.length).toBeLessThan(1_200 + 3 * 30);
		expect(log).toEqual(
			missed.map(() => expect.stringMatching(/^Second has not taken one message for ten minutes/)),
		);
	});

	it('that has missed one message has its ten minutes again for the next', async () => {
		const { send, state, time } = setUpOutbox();
		state.reaction = 500;
		void send('bad');
		await time.pass(MINUTE);
		state.reaction = (text) => (text === 'bad' ? 500 : 200);
		for (let minute = 0; minute < 8; minute++) void send(`good ${minute}`);
		await time.pass(60 * MINUTE);
		state.reaction = 503;
		const next = send('next');
		await time.pass(MINUTE);
		state.reaction = 200;
		await time.pass(MINUTE);

		expect(await next).toBe(true);
	});

	it('has its time-out from the moment a request is sent, and is tried again', async () => {
		const { send, sent, state, time } = setUpOutbox({ atOnce: 1 });
		state.reaction = 'later';
		const sending = [send('a'), send('b')];
		await time.pass(40_000);
		await sent[0]?.answer(200);
		await time.pass(40_000);
		expect(sent).toHaveLength(2);
		state.reaction = 200;
		await time.pass(21_000);

		expect(await Promise.all(sending)).toEqual([true, true]);
		expect(sent.map(({ text }) => text)).toEqual(['a', 'b', 'b']);
	});

	it('is in the log once, after seconds, and again when it is given up after ten minutes, and gets a message that is delivered again', async () => {
		const { send, sent, state, time, log } = setUpOutbox();
		state.reaction = 503;
		const sending = names(100).map((name) => send(name));
		await time.pass(3_000);
		expect(log).toEqual([]);
		await time.pass(5 * MINUTE);
		expect(log).toEqual([expect.stringMatching(/^Second takes no messages: it answered 503/)]);
		await time.pass(6 * MINUTE);

		expect(await Promise.all(sending)).toEqual(sending.map(() => false));
		expect(log.slice(1)).toEqual([expect.stringMatching(/for ten minutes, and misses 100: /)]);
		const tries = sent.length;
		expect(tries).toBeLessThan(70);
		state.reaction = 200;
		expect(await send('m0')).toBe(true);
		expect(sent).toHaveLength(tries + 1);
	});

	it('has a message before its sender hears so, once it is known to be back', async () => {
		const { send, state, time } = setUpOutbox();
		state.reaction = 404;
		const missed = send('a', { isGone: () => true, hasLeft: () => true });
		await time.pass(7_000);
		expect(await missed).toBe(true);
		const heard = jest.fn();
		void send('b').then(heard);
		await time.pass(1);

		expect(heard).not.toHaveBeenCalled();
		state.reaction = 200;
		await time.pass(4_000);
		expect(heard).toHaveBeenCalledWith(true);
	});

	it('is asked under its new URL once that is known', async () => {
		const { send, sent, state, time } = setUpOutbox();
		state.reaction = 401;
		const first = send('a');
		await time.pass(MINUTE);
		state.reaction = 200;
		void send('b', { url: 'https://n8n/second?secret=new' });
		await time.pass(MINUTE);

		expect(await first).toBe(true);
		expect(sent.at(-1)?.url).toBe('https://n8n/second?secret=new');
	});
});

it('outboxes are kept for the thousand recipients that were used last', () => {
	const used = outboxFor({ id: 'used' });
	const never = { httpRequest: async () => await new Promise<never>(() => undefined) };
	const { recipient, parcel } = setUpOutbox();
	const busy = { ...recipient, id: 'busy', context: { ...recipient.context, helpers: never } };
	void outboxFor(busy).send(busy as unknown as typeof recipient, parcel('a'), 1);
	const unused = outboxFor({ id: 'unused' });
	for (let number = 0; number < 1_100; number++) {
		outboxFor({ id: `https://crm/${number}` });
		outboxFor({ id: 'used' });
	}

	expect(outboxFor({ id: 'used' })).toBe(used);
	expect(outboxFor({ id: 'unused' })).not.toBe(unused);
});

it('a message to a test is sent once for each delivery, one after another, whatever becomes of it', async () => {
	const { send, sent, state, time, log } = setUpOutbox({ atOnce: 1 });
	state.reaction = 500;
	const test = { id: 'second/test', isTest: true };
	for (const name of ['a', 'a', 'b']) expect(await send(name, test)).toBe(true);
	await time.pass(MINUTE);

	expect(sent.map(({ text }) => text)).toEqual(['a', 'a', 'b']);
	expect([state.most, log]).toEqual([1, []]);
});

describe('what is on its way', () => {
	it('is 1,000 messages at most: more are refused, until some have arrived', async () => {
		const { send, outbox, recipient, parcel, sent, state, time, log } = setUpOutbox();
		state.reaction = 'later';
		for (const name of names(1_000)) void send(name);
		const another = parcel('another');

		expect(outbox.hasRoomFor(recipient, another)).toBe(false);
		expect(await send('another')).toBe(false);
		expect(log).toEqual([expect.stringContaining('too many')]);
		expect(outbox.hasRoomFor(recipient, parcel('m7'))).toBe(true);
		await time.pass(0);
		await sent[0]?.answer(200);
		expect(outbox.hasRoomFor(recipient, another)).toBe(true);
	});

	it('is no more for a recipient that seems to be gone and may return', async () => {
		const { send, outbox, recipient, parcel, sent, state, time, log } = setUpOutbox();
		state.reaction = 404;
		const gone = { isGone: () => true, hasLeft: () => true };
		const sending = names(1_100).map((name) => send(name, gone));
		await time.pass(7_000);
		expect(outbox.hasRoomFor(recipient, parcel('another'))).toBe(false);
		sending.push(send('another', gone));
		state.reaction = 200;
		await time.pass(MINUTE);

		expect(await Promise.all(sending)).toEqual([
			...Array(1_000).fill(true),
			...Array(101).fill(false),
		]);
		expect(log.filter((line) => line.includes('too many'))).toHaveLength(101);
		expect(sent.map(({ text }) => text)).not.toContain('another');
	});

	it('is 16 MiB at most before the last message', async () => {
		const { outbox, recipient, parcel, state } = setUpOutbox();
		state.reaction = 'later';
		const big = (identity: string) => parcel(identity, 'x'.repeat(9 * 1024 * 1024));
		for (const name of ['a', 'b']) {
			expect(outbox.hasRoomFor(recipient, big(name))).toBe(true);
			void outbox.send(recipient, big(name), 1_000);
		}

		expect(outbox.hasRoomFor(recipient, big('c'))).toBe(false);
	});
});

it('each message arrives once, whatever fails and is sent again meanwhile, within twenty minutes', async () => {
	const step = fc.oneof(
		fc.record({ send: fc.integer({ min: 0, max: 30 }) }),
		fc.record({ pass: fc.integer({ min: 0, max: 60_000 }) }),
		fc.record({ react: fc.constantFrom<number | Error>(200, 200, 500, new Error('reset')) }),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
			const { send, sent, state, time } = setUpOutbox();
			const arrived = new Map<string, number>();
			const reactWith = (reaction: number | Error) => {
				state.reaction = (text) => {
					if (reaction === 200) arrived.set(text, (arrived.get(text) ?? 0) + 1);
					return reaction;
				};
			};
			reactWith(200);
			const given = new Set<string>();
			for (const what of steps) {
				if ('send' in what) void send(given.add(`m${what.send}`) && `m${what.send}`);
				if ('pass' in what) await time.pass(what.pass);
				if ('react' in what) reactWith(what.react);
			}
			reactWith(200);
			for (const name of given) void send(name);
			await time.pass(20 * MINUTE);

			expect([...arrived.keys()].sort()).toEqual([...given].sort());
			expect([...arrived.values()].every((times) => times === 1)).toBe(true);
			expect(state.most).toBeLessThanOrEqual(2);
			expect(sent.length).toBeLessThan(given.size + 300);
		}),
		numRuns(50),
	);
});

import fc from 'fast-check';
import { DeliveryMemory } from '../../../nodes/PublicOutreachTrigger/delivery/outbox';
import * as incomingMessage from '../../../nodes/PublicOutreachTrigger/incomingMessage';

/** The identity of a delivery, whose bytes are those of its JSON. */
function identityOf(body: { event: string; message: object }): string {
	const bytes = new TextEncoder().encode(JSON.stringify(body));
	return incomingMessage.identityOf({ ...body, message: { ...body.message } }, bytes);
}

const withMessage = (message: object) => ({ event: 'incoming_message', message: { ...message } });

describe("a message's identity", () => {
	it('is its message_id, whatever else differs', () => {
		const one = withMessage({ message_id: 'a', id: 1, message: 'Hello' });
		const other = withMessage({ message_id: 'a', id: 2, message: 'Hello again' });

		expect(identityOf(one)).toBe(identityOf(other));
		expect(identityOf(one)).not.toBe(identityOf(withMessage({ message_id: 'b', id: 1 })));
	});

	it.each([[null], [''], [undefined], [{ nested: 1 }], [['a']]])(
		'is its id where message_id is %j',
		(message_id) => {
			const one = withMessage({ message_id, id: 7, message: 'Hello' });
			const other = withMessage({ message_id, id: 7, message: 'Hello again' });

			expect(identityOf(one)).toBe(identityOf(other));
			expect(identityOf(one)).not.toBe(identityOf(withMessage({ message_id, id: 8 })));
		},
	);

	it('is the whole body where there is no identifier', () => {
		const one = withMessage({ message: 'Hello' });

		expect(identityOf(one)).toBe(identityOf(withMessage({ message: 'Hello' })));
		expect(identityOf(one)).not.toBe(identityOf(withMessage({ message: 'Hello again' })));
		expect(identityOf(one)).not.toBe(identityOf({ ...one, event: 'another' }));
	});

	it('is the whole body also where its bytes are not known', () => {
		const identify = (message: object) =>
			incomingMessage.identityOf({ message: { ...message } }, new Uint8Array());

		expect(identify({ message: 'Hello' })).toBe(identify({ message: 'Hello' }));
		expect(identify({ message: 'Hello' })).not.toBe(identify({ message: 'Hello again' }));
	});

	it('can be told from the item that any output makes of the message', () => {
		const other = fc.oneof(fc.constantFrom('', null, undefined, true), fc.jsonValue());
		const identifier = fc.oneof(
			fc.string({ minLength: 1 }),
			fc.double({ noNaN: true, noDefaultInfinity: true }),
		);
		const identified = fc.oneof(
			fc.record({ message_id: identifier, id: other, message: fc.string() }),
			fc.record({
				message_id: other.filter((value) => typeof value !== 'number'),
				id: identifier,
				message: fc.string(),
			}),
		);
		fc.assert(
			fc.property(identified, (message) => {
				const body = JSON.parse(JSON.stringify(withMessage(message)));
				const outputs = (['message', 'simplified', 'raw'] as const).map((output) =>
					incomingMessage.identityOf(incomingMessage.toOutput(body, output)),
				);
				expect(new Set(outputs)).toEqual(new Set([incomingMessage.identityOf(body)]));
			}),
		);
	});

	it('stays short for an identifier of a megabyte', () => {
		expect(identityOf(withMessage({ message_id: 'x'.repeat(1e6) }))).toHaveLength(43);
	});
});

describe('the memory of a process', () => {
	const accept = async (memory: DeliveryMemory, identity: string, window = 10) => {
		const isNew = memory.outcomeOf(identity) === undefined;
		if (isNew) await memory.take([identity], window, Promise.resolve(true));
		return isNew;
	};

	/** A delivery of `a` whose outcome is open. */
	function open(memory: DeliveryMemory) {
		let settle: (isAccepted: boolean) => void = () => {};
		const outcome = new Promise<boolean>((resolve) => (settle = resolve));
		return { settle, taken: memory.take(['a'], 10, outcome) };
	}

	it('tells a duplicate of a message that is being accepted what becomes of it', async () => {
		const memory = new DeliveryMemory();
		const { settle, taken } = open(memory);
		const outcome = memory.outcomeOf('a');
		expect(outcome).toBeDefined();
		settle(true);
		await taken;

		expect(await outcome).toBe(true);
		expect(await memory.outcomeOf('a')).toBe(true);
	});

	it('gives the next delivery its chance when the first one was not accepted', async () => {
		const memory = new DeliveryMemory();
		const { settle, taken } = open(memory);
		const outcome = memory.outcomeOf('a');
		settle(false);
		await taken;

		expect(await outcome).toBe(false);
		expect(memory.outcomeOf('a')).toBeUndefined();
	});

	it('takes only the first outcome of a delivery: a later one does not free what another has taken up', async () => {
		const memory = new DeliveryMemory();
		const first = open(memory);
		first.settle(false);
		await first.taken;
		const second = open(memory);
		first.settle(false);
		expect(memory.outcomeOf('a')).toBeDefined();
		second.settle(true);
		await second.taken;

		expect(await memory.outcomeOf('a')).toBe(true);
	});

	it('accepts all keys of a delivery or none', async () => {
		const memory = new DeliveryMemory();
		await memory.take(['a', 'lead'], 10, Promise.resolve(false));
		expect([memory.outcomeOf('a'), memory.outcomeOf('lead')]).toEqual([undefined, undefined]);
		await memory.take(['a', 'lead'], 10, Promise.resolve(true));

		expect(await Promise.all([memory.outcomeOf('a'), memory.outcomeOf('lead')])).toEqual([
			true,
			true,
		]);
	});

	it('remembers as many messages as its window, the latest ones, and never more', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 20 }),
				fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 200 }),
				async (window, numbers) => {
					const memory = new DeliveryMemory();
					let latest: string[] = [];
					for (const number of numbers) {
						const identity = String(number);
						expect(await accept(memory, identity, window)).toBe(!latest.includes(identity));
						if (!latest.includes(identity)) latest = [...latest, identity].slice(-window);
					}
					for (let number = 0; number <= 40; number++) {
						const isKnown = memory.outcomeOf(String(number)) !== undefined;
						expect(isKnown).toBe(latest.includes(String(number)));
					}
				},
			),
			{ numRuns: 100 },
		);
	});

	it('forgets at once what a smaller window has no room for', async () => {
		const memory = new DeliveryMemory();
		for (const identity of ['a', 'b', 'c', 'd']) await accept(memory, identity, 10);
		await accept(memory, 'e', 2);

		const known = ['a', 'b', 'c', 'd', 'e'].map(
			(identity) => memory.outcomeOf(identity) !== undefined,
		);
		expect(known).toEqual([false, false, false, true, true]);
	});
});

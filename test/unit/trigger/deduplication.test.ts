import fc from 'fast-check';
import { shape } from '../../../nodes/PublicOutreachTrigger/delivery/outputs';
import * as deduplication from '../../../nodes/PublicOutreachTrigger/delivery/deduplication';

const { DeliveryMemory } = deduplication;

/** The identity of a delivery, whose bytes are those of its JSON. */
function identityOf(body: { event: string; message: object }): string {
	const bytes = new TextEncoder().encode(JSON.stringify(body));
	return deduplication.identityOf({ ...body, message: { ...body.message } }, bytes);
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
			deduplication.identityOf({ message: { ...message } }, new Uint8Array());

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
					deduplication.identityOf(shape(body, output)),
				);
				expect(new Set(outputs)).toEqual(new Set([deduplication.identityOf(body)]));
			}),
		);
	});

	it('stays short for an identifier of a megabyte', () => {
		expect(identityOf(withMessage({ message_id: 'x'.repeat(1e6) }))).toHaveLength(43);
	});
});

describe('the memory of a process', () => {
	const accept = async (memory: deduplication.DeliveryMemory, identity: string, window = 10) => {
		const claim = await memory.claim(identity, window);
		claim?.settle(true);
		return claim !== undefined;
	};

	const remembers = async (memory: deduplication.DeliveryMemory, identity: string) => {
		const claim = await memory.claim(identity, 100);
		claim?.settle(false);
		return claim === undefined;
	};

	it('gives the next delivery its chance when the first one was not accepted', async () => {
		const memory = new DeliveryMemory();
		const first = await memory.claim('a', 10);
		const second = memory.claim('a', 10);
		const third = memory.claim('a', 10);
		first?.settle(false);

		(await second)?.settle(true);
		expect(await third).toBeUndefined();
		expect(await memory.claim('a', 10)).toBeUndefined();
	});

	it('takes only the first settlement of a claim: a later one does not free that of another', async () => {
		const memory = new DeliveryMemory();
		const first = await memory.claim('a', 10);
		first?.settle(false);
		const second = await memory.claim('a', 10);
		first?.settle(false);
		const third = memory.claim('a', 10);

		expect(await Promise.race([third, Promise.resolve('still waiting')])).toBe('still waiting');
		second?.settle(true);
		expect(await third).toBeUndefined();
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
						expect(await remembers(memory, String(number))).toBe(latest.includes(String(number)));
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

		const known = [];
		for (const identity of ['a', 'b', 'c', 'd', 'e']) known.push(await remembers(memory, identity));
		expect(known).toEqual([false, false, false, true, true]);
	});
});

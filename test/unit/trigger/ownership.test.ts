import fc from 'fast-check';
import {
	receiverFor,
	transition,
	type Ownership,
	type OwnershipEvent,
} from '../../../nodes/shared/webhook/ownership';
import {
	after,
	anyEvent,
	anyId,
	anyListener,
	anyOwnership,
	anyTime,
	ELSEWHERE,
	joined,
	published,
	test,
} from './ownershipArbitraries';

const MINUTE = 60_000;

describe('an event', () => {
	it('changes nothing of what was known before it', () => {
		fc.assert(
			fc.property(anyOwnership, anyEvent, (ownership, event) => {
				const before = structuredClone(ownership);
				transition(ownership, event);
				expect(ownership).toEqual(before);
			}),
		);
	});

	it('leaves each listener there once', () => {
		fc.assert(
			fc.property(anyOwnership, ({ listeners: known }) => {
				expect(new Set(known.map(({ id }) => id)).size).toBe(known.length);
			}),
		);
	});

	it('adds or removes no listener but its own', () => {
		fc.assert(
			fc.property(anyOwnership, anyEvent, (ownership, event) => {
				const own = 'listener' in event ? event.listener.id : 'id' in event ? event.id : undefined;
				const others = ({ listeners: known }: Ownership) => known.filter(({ id }) => id !== own);
				const next = transition(ownership, event);
				expect(others(next)).toEqual(others(ownership));
				const isThere = next.listeners.some(({ id }) => id === own);
				if ('listener' in event) expect(isThere).toBe(true);
				if (event.type === 'left') expect(isThere).toBe(false);
			}),
		);
	});
});

describe('the receiver', () => {
	it('is the listener that was registered last', () => {
		fc.assert(
			fc.property(anyOwnership, anyId, anyTime, (ownership, id, at) => {
				const { receiver } = transition(ownership, { type: 'registered', id, at });
				expect(receiver).toMatchObject({ kind: 'listener', id, since: at });
			}),
		);
	});

	it('is at the start of n8n the one that was registered last, whatever the order is', () => {
		const times = fc.uniqueArray(anyTime, { minLength: 3, maxLength: 3 });
		const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
		fc.assert(
			fc.property(times, order, (registeredAt, indexes) => {
				const all = ['a', 'b', 'c'].map((id, index): OwnershipEvent => {
					return { type: 'recalled', listener: published(id), registeredAt: registeredAt[index] };
				});
				const { receiver } = after(indexes.flatMap((index) => all[index] ?? []));
				const latest = ['a', 'b', 'c'][registeredAt.indexOf(Math.max(...registeredAt))];
				expect(receiver).toMatchObject({ kind: 'listener', id: latest });
			}),
		);
	});

	it('is nobody at the start of n8n who only joined others', () => {
		fc.assert(
			fc.property(anyOwnership, (ownership) => {
				const event = { type: 'recalled', listener: published('a') } as const;
				expect(transition(ownership, event).receiver).toEqual(ownership.receiver);
			}),
		);
	});

	it('is not changed by what n8n starts, where a workflow has set the webhook', () => {
		const set = { type: 'setByOperation', url: ELSEWHERE, at: 0 } as const;
		const start = { type: 'recalled', listener: published('a'), registeredAt: MINUTE } as const;

		expect(after([set, start]).receiver).toMatchObject({ kind: 'operation', url: ELSEWHERE });
	});

	it('is the listener whose own URL a workflow has set', () => {
		const [a] = joined(published('a'));
		const set = { type: 'setByOperation', url: published('a').url, at: 1 } as const;

		expect(after([...(a ? [a] : []), set]).receiver).toMatchObject({ kind: 'listener', id: 'a' });
		expect(after([set]).receiver).toMatchObject({ kind: 'operation' });
	});

	it('is not known once it has left', () => {
		const registered = { type: 'registered', id: 'a', at: 0 } as const;
		const events = [...joined(published('a'), published('b')), registered];

		expect(after([...events, { type: 'left', id: 'b' }]).receiver).toMatchObject({ id: 'a' });
		expect(after([...events, { type: 'left', id: 'a' }]).receiver).toEqual({ kind: 'unknown' });
	});
});

describe('a delivery', () => {
	const delivered = (id: string, at: number): OwnershipEvent => ({ type: 'delivered', id, at });

	it('shows who the receiver is, where that was not known', () => {
		expect(after([delivered('a', 5)]).receiver).toEqual({ kind: 'listener', id: 'a', since: 5 });
		const disabled = { type: 'disabled', at: 5 } as const;
		expect(after([disabled, delivered('a', MINUTE + 5)]).receiver).toMatchObject({ id: 'a' });
		expect(after([disabled, delivered('a', MINUTE)]).receiver).toEqual({ kind: 'none', since: 5 });
	});

	it.each<[OwnershipEvent, string]>([
		[{ type: 'registered', id: 'a', at: 0 }, 'listener'],
		[{ type: 'setByOperation', url: null, at: 0 }, 'operation'],
	])('after %j counts only when it cannot have been under way', (event, kind) => {
		expect(after([event, delivered('b', MINUTE - 1)]).receiver).toMatchObject({ kind, since: 0 });
		expect(after([event, delivered('b', MINUTE)]).receiver).toMatchObject({ id: 'b' });
	});

	it('after a workflow has set another URL may come from there, however late it is', () => {
		const set = { type: 'setByOperation', url: ELSEWHERE, at: 0 } as const;

		expect(after([set, delivered('a', 10 * MINUTE)]).receiver).toMatchObject({ url: ELSEWHERE });
	});
});

describe('whom a listener joins', () => {
	it('is never itself, nobody unknown, and for a published trigger never a test', () => {
		fc.assert(
			fc.property(anyOwnership, anyListener, (ownership, listener) => {
				const found = receiverFor(ownership, listener);
				if (!found) return;
				expect(ownership.listeners).toContain(found);
				expect(found.id).not.toBe(listener.id);
				if (listener.kind === 'published') expect(found.kind).toBe('published');
			}),
		);
	});

	it('is the receiver, if it is known', () => {
		fc.assert(
			fc.property(anyOwnership, anyListener, (ownership, listener) => {
				const { receiver } = ownership;
				const found = receiverFor(ownership, listener);
				if (receiver.kind === 'listener' && found) expect(found.id).toBe(receiver.id);
				if (receiver.kind === 'none' || receiver.kind === 'operation')
					expect(found).toBeUndefined();
			}),
		);
	});

	it('is for a test any published trigger where the receiver is not known', () => {
		const known = after(joined(test('a'), published('b'), published('c')));

		expect(receiverFor(known, test('d'))).toEqual(published('b'));
		expect(receiverFor(known, published('d'))).toBeUndefined();
	});
});

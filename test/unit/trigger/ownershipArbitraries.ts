import fc from 'fast-check';
import {
	NOTHING_KNOWN,
	transition,
	type Listener,
	type Ownership,
	type OwnershipEvent,
} from '../../../nodes/shared/webhook/ownership';

export const ELSEWHERE = 'https://elsewhere.example.com/hook';

export const published = (id: string): Listener => ({
	id,
	kind: 'published',
	url: `https://n8n/${id}`,
});
export const test = (id: string): Listener => ({
	id: `${id}/test`,
	kind: 'test',
	url: `https://n8n/t/${id}`,
});

const listeners = ['a', 'b', 'c'].flatMap((id) => [published(id), test(id)]);
export const anyListener = fc.constantFrom(...listeners);
export const anyId = anyListener.map(({ id }) => id);
export const anyTime = fc.integer({ min: 0, max: 600_000 });

export const anyEvent: fc.Arbitrary<OwnershipEvent> = fc.oneof(
	fc.record({ type: fc.constant('joined' as const), listener: anyListener }),
	fc.record(
		{
			type: fc.constant('recalled' as const),
			listener: fc.constantFrom(...['a', 'b', 'c'].map(published)),
			registeredAt: anyTime,
		},
		{ requiredKeys: ['type', 'listener'] },
	),
	fc.record({ type: fc.constant('left' as const), id: anyId }),
	fc.record({ type: fc.constant('registered' as const), id: anyId, at: anyTime }),
	fc.record({ type: fc.constant('disabled' as const), at: anyTime }),
	fc.record({
		type: fc.constant('setByOperation' as const),
		url: fc.constantFrom(null, ELSEWHERE, ...listeners.map(({ url }) => url)),
		at: anyTime,
	}),
	fc.record({ type: fc.constant('delivered' as const), id: anyId, at: anyTime }),
);

export const after = (events: OwnershipEvent[], before: Ownership = NOTHING_KNOWN) =>
	events.reduce<Ownership>((ownership, event) => transition(ownership, event), before);

/** Any reachable state of a webhook. */
export const anyOwnership = fc.array(anyEvent, { maxLength: 12 }).map((events) => after(events));

export const joined = (...all: Listener[]): OwnershipEvent[] =>
	all.map((listener) => ({ type: 'joined', listener }));

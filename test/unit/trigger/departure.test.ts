import fc from 'fast-check';
import { departureOf, merged, NOTHING_KNOWN } from '../../../nodes/shared/webhook/ownership';
import {
	after,
	anyId,
	anyOwnership,
	ELSEWHERE,
	joined,
	published,
	test,
} from './ownershipArbitraries';

const registered = (id: string) => ({ type: 'registered', id, at: 0 }) as const;
const set = (url: string | null) => ({ type: 'setByOperation', url, at: 0 }) as const;

describe('a listener that leaves', () => {
	it('does nothing where another listener or a workflow has the webhook, or nobody', () => {
		fc.assert(
			fc.property(anyOwnership, anyId, (ownership, id) => {
				const { receiver, listeners } = ownership;
				const hasOther =
					receiver.kind === 'listener' &&
					receiver.id !== id &&
					listeners.some((other) => other.id === receiver.id);
				const isNobodys = receiver.kind === 'none' || receiver.kind === 'operation';
				const { action } = departureOf(ownership, id);
				expect(action === 'nothing').toBe(hasOther || isNobodys);
			}),
		);
	});

	it('hands over to others that are there, tests only where nothing else is published', () => {
		fc.assert(
			fc.property(anyOwnership, anyId, (ownership, id) => {
				const departure = departureOf(ownership, id);
				if (departure.action !== 'handOver') return;
				const { to } = departure;
				const others = ownership.listeners.filter((other) => other.id !== id);
				expect(to.length).toBeGreaterThan(0);
				expect(others).toEqual(expect.arrayContaining(to));
				expect(new Set(to.map(({ kind }) => kind)).size).toBe(1);
				const isBefore = 'before' in ownership.receiver && ownership.receiver.before !== undefined;
				const isPublished = others.some(({ kind }) => kind === 'published');
				if (isPublished && !isBefore) expect(to[0]?.kind).toBe('published');
			}),
		);
	});

	it('disables the webhook only where nobody else listens', () => {
		fc.assert(
			fc.property(anyOwnership, anyId, (ownership, id) => {
				if (departureOf(ownership, id).action !== 'disable') return;
				expect(ownership.listeners.filter((other) => other.id !== id)).toEqual([]);
			}),
		);
	});
});

describe('a test that ends after a workflow had set the webhook', () => {
	it.each([ELSEWHERE, null])('gives back %s, although others are published', (url) => {
		const events = [...joined(published('a'), test('b')), set(url), registered('b/test')];

		expect(departureOf(after(events), 'b/test')).toEqual({ action: 'restore', url });
	});

	it('leaves that to another test that goes on', () => {
		const events = [
			...joined(published('a'), test('b'), test('c')),
			...[set(ELSEWHERE), registered('b/test')],
		];
		const first = departureOf(after(events), 'b/test');
		expect(first).toEqual({ action: 'handOver', to: [test('c')] });

		const goneOn = after([...events, registered('c/test'), { type: 'left', id: 'b/test' }]);
		expect(departureOf(goneOn, 'c/test')).toEqual({ action: 'restore', url: ELSEWHERE });
	});

	it('gives nothing back once something was published', () => {
		const events = [
			...joined(published('a'), test('b')),
			...[set(ELSEWHERE), registered('b/test'), registered('a')],
		];

		expect(departureOf(after(events), 'b/test')).toEqual({ action: 'nothing' });
		expect(departureOf(after(events), 'a')).toEqual({ action: 'handOver', to: [test('b')] });
	});
});

describe('two webhooks that turn out to be one', () => {
	it('have the listeners of both, and the later receiver', () => {
		const one = after([...joined(published('a')), { type: 'registered', id: 'a', at: 1 }]);
		const other = after([...joined(published('b')), { type: 'registered', id: 'b', at: 2 }]);

		for (const both of [merged(one, other), merged(other, one)]) {
			expect(both.receiver).toMatchObject({ id: 'b' });
			expect(both.listeners.map(({ id }) => id).sort()).toEqual(['a', 'b']);
		}
		expect(merged(one, NOTHING_KNOWN)).toEqual(one);
		expect(merged(NOTHING_KNOWN, one)).toEqual(one);
	});
});

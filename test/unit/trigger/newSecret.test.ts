import {
	isLater,
	isOwnSecret,
	newSecret,
} from '../../../nodes/PublicOutreachTrigger/registration/secret';

const KEY = ['a1b2c3d4', 'of-the-tests'].join('.');
const URL = 'https://n8n.example.com/webhook/one/webhook';
const NOW = 1_800_000_000_000;

describe('a secret that n8n has not stored', () => {
	const secret = newSecret(KEY, URL, NOW);

	it('is known by its signature, in any process that has the key', () => {
		expect(secret).toMatch(/^[\w-]{84}$/);
		expect(isOwnSecret(secret, KEY, URL)).toBe(true);
		expect(isOwnSecret(secret, KEY, URL.replace('n8n.', 'internal.'))).toBe(true);
	});

	it('is a later one than what is stored, and never an earlier one', () => {
		expect(isLater(secret, undefined)).toBe(true);
		expect(isLater(secret, newSecret(KEY, URL, NOW - 1))).toBe(true);
		expect(isLater(secret, secret)).toBe(false);
		expect(isLater(secret, newSecret(KEY, URL, NOW + 1))).toBe(false);
	});

	it('is refused for another key, another node, or with a character changed', () => {
		const changed = `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`;

		expect(isOwnSecret(secret, 'a1b2c3d4.another', URL)).toBe(false);
		expect(isOwnSecret(secret, KEY, URL.replace('one', 'two'))).toBe(false);
		expect(isOwnSecret(changed, KEY, URL)).toBe(false);
	});

	it('is never made twice', () => {
		expect(newSecret(KEY, URL, NOW)).not.toBe(secret);
	});

	it.each([undefined, null, '', 42, 'secret', ['a'], 'A'.repeat(84)])('is not %j', (given) => {
		expect(isLater(given, undefined) && isOwnSecret(given, KEY, URL)).toBe(false);
	});
});

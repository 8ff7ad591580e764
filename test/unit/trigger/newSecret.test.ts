import { isFresh, isNewSecret, newSecret } from '../../../nodes/PublicOutreachTrigger/secret';

const KEY = ['a1b2c3d4', 'of-the-tests'].join('.');
const URL = 'https://n8n.example.com/webhook/one/webhook';
const NOW = 1_800_000_000_000;
const MINUTES = 60_000;

describe('a secret that n8n has not stored yet', () => {
	const secret = newSecret(KEY, URL, NOW);

	it('is known by its signature for some minutes, in any process that has the key', () => {
		expect(secret).toMatch(/^[\w-]{84}$/);
		expect(isNewSecret(secret, KEY, URL, NOW + 1 * MINUTES)).toBe(true);
		expect(isNewSecret(secret, KEY, URL.replace('n8n.', 'internal.'), NOW)).toBe(true);
	});

	it('is not known any more when it could long have been stored', () => {
		expect(isNewSecret(secret, KEY, URL, NOW + 6 * MINUTES)).toBe(false);
		expect(isFresh(secret, NOW + 6 * MINUTES)).toBe(false);
	});

	it('is refused for another key, another node, or with a character changed', () => {
		const changed = `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`;

		expect(isNewSecret(secret, 'a1b2c3d4.another', URL, NOW)).toBe(false);
		expect(isNewSecret(secret, KEY, URL.replace('one', 'two'), NOW)).toBe(false);
		expect(isNewSecret(changed, KEY, URL, NOW)).toBe(false);
	});

	it('is never made twice', () => {
		expect(newSecret(KEY, URL, NOW)).not.toBe(secret);
	});

	it.each([undefined, null, '', 42, 'secret', ['a'], 'A'.repeat(84)])('is not %j', (given) => {
		expect(isNewSecret(given, KEY, URL, NOW)).toBe(false);
	});
});

import {
	isLater,
	isOwnSecret,
	isSameSecret,
	makeProof,
	newSecret,
	verifyProof,
} from '../../../nodes/PublicOutreachTrigger/secret';

const origin = 'https://api.example.com';
const apiKey = 'prefix.nobody-knows';
const credentials = { origin, apiKey, requestsPerMinute: 50 };
const ID = 'workflow/node';
const now = Date.UTC(2026, 2, 2);

describe('comparing a secret', () => {
	it('takes the secret and nothing else', () => {
		expect(isSameSecret('s3cret', 's3cret')).toBe(true);
		for (const given of ['', 's3cre', 's3cret ', 'S3CRET', undefined, null, 5, ['s3cret'], {}]) {
			expect(isSameSecret(given, 's3cret')).toBe(false);
		}
	});

	it('compares hashes in constant time, never the texts themselves', () => {
		const source = isSameSecret.toString();

		expect(source).toContain('timingSafeEqual');
		expect(source).not.toMatch(/given\s*===\s*expected|startsWith|indexOf/);
	});
});

describe('the proof of knowing the API key', () => {
	const minutes = (count: number) => count * 60_000;
	const proof = makeProof(credentials, ID, 'the body', now);
	const verify = (given: unknown, at = now) => verifyProof(given, credentials, ID, 'the body', at);

	it('holds for five minutes before and after, as clocks differ', () => {
		for (const count of [-5, -1, 0, 1, 5]) expect(verify(proof, now + minutes(count))).toBe(true);
		expect(verify(proof, now + minutes(5) + 1)).toBe(false);
		expect(verify(proof, now - minutes(5) - 1)).toBe(false);
	});

	it.each([
		['key', { ...credentials, apiKey: `${apiKey}x` }, ID, 'the body'],
		['trigger', credentials, 'workflow/another', 'the body'],
		['body', credentials, ID, 'the body '],
	])('holds for no other %s', (_what, otherCredentials, id, body) => {
		expect(verifyProof(proof, otherCredentials, id, body, now)).toBe(false);
	});

	it('cannot be given a later time', () => {
		const later = proof.replace(String(now), String(now + minutes(10)));

		expect(verify(later, now + minutes(10))).toBe(false);
	});

	it.each([
		...[undefined, 7, '', '.', `${now}`, `${now}.`, ['a'], null],
		...[`${now}.${'0'.repeat(64)}`, '.'.repeat(5_000)],
	])('is not %j', (given) => {
		expect(verify(given)).toBe(false);
	});

	it('does not contain the key', () => {
		expect(proof).not.toContain('nobody');
	});
});

describe('a secret that n8n has not stored', () => {
	const secret = newSecret(apiKey, ID, now);

	it('is known by its signature, in any process that has the key', () => {
		expect(secret).toMatch(/^[\w-]{84}$/);
		expect(isOwnSecret(secret, apiKey, ID)).toBe(true);
	});

	it('is a later one than what is stored, and never an earlier one', () => {
		expect(isLater(secret, undefined)).toBe(true);
		expect(isLater(secret, newSecret(apiKey, ID, now - 1))).toBe(true);
		expect(isLater(secret, secret)).toBe(false);
		expect(isLater(secret, newSecret(apiKey, ID, now + 1))).toBe(false);
	});

	it('is refused for another key, another node, or with a character changed', () => {
		const changed = `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`;

		expect(isOwnSecret(secret, 'prefix.another', ID)).toBe(false);
		expect(isOwnSecret(secret, apiKey, 'workflow/another')).toBe(false);
		expect(isOwnSecret(changed, apiKey, ID)).toBe(false);
	});

	it('is never made twice', () => {
		expect(newSecret(apiKey, ID, now)).not.toBe(secret);
	});

	it.each([undefined, null, '', 42, 'secret', ['a'], 'A'.repeat(84)])('is not %j', (given) => {
		expect(isLater(given, undefined) && isOwnSecret(given, apiKey, ID)).toBe(false);
	});
});

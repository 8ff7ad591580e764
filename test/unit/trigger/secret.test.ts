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
const URL_ = 'https://n8n.example.com/webhook/1/webhook';
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
	const proof = makeProof(credentials, URL_, 'the body', now);
	const verify = (given: unknown, at = now) =>
		verifyProof(given, credentials, URL_, 'the body', at);

	it('holds for five minutes before and after, as clocks differ', () => {
		for (const count of [-5, -1, 0, 1, 5]) expect(verify(proof, now + minutes(count))).toBe(true);
		expect(verify(proof, now + minutes(5) + 1)).toBe(false);
		expect(verify(proof, now - minutes(5) - 1)).toBe(false);
	});

	it('holds for another host name of the same n8n', () => {
		const internal = 'http://n8n:5678/webhook/1/webhook?secret=x';

		expect(verifyProof(proof, credentials, internal, 'the body', now)).toBe(true);
	});

	it.each([
		['key', { ...credentials, apiKey: `${apiKey}x` }, URL_, 'the body'],
		['service', { ...credentials, origin: 'https://eu.example.com' }, URL_, 'the body'],
		['URL', credentials, 'https://n8n.example.com/webhook/2/webhook', 'the body'],
		['body', credentials, URL_, 'the body '],
	])('holds for no other %s', (_what, otherCredentials, url, body) => {
		expect(verifyProof(proof, otherCredentials, url, body, now)).toBe(false);
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
	const secret = newSecret(apiKey, URL_, now);

	it('is known by its signature, in any process that has the key', () => {
		expect(secret).toMatch(/^[\w-]{84}$/);
		expect(isOwnSecret(secret, apiKey, URL_)).toBe(true);
		expect(isOwnSecret(secret, apiKey, URL_.replace('n8n.', 'internal.'))).toBe(true);
	});

	it('is a later one than what is stored, and never an earlier one', () => {
		expect(isLater(secret, undefined)).toBe(true);
		expect(isLater(secret, newSecret(apiKey, URL_, now - 1))).toBe(true);
		expect(isLater(secret, secret)).toBe(false);
		expect(isLater(secret, newSecret(apiKey, URL_, now + 1))).toBe(false);
	});

	it('is refused for another key, another node, or with a character changed', () => {
		const changed = `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`;

		expect(isOwnSecret(secret, 'prefix.another', URL_)).toBe(false);
		expect(isOwnSecret(secret, apiKey, URL_.replace('/1/', '/2/'))).toBe(false);
		expect(isOwnSecret(changed, apiKey, URL_)).toBe(false);
	});

	it('is never made twice', () => {
		expect(newSecret(apiKey, URL_, now)).not.toBe(secret);
	});

	it.each([undefined, null, '', 42, 'secret', ['a'], 'A'.repeat(84)])('is not %j', (given) => {
		expect(isLater(given, undefined) && isOwnSecret(given, apiKey, URL_)).toBe(false);
	});
});

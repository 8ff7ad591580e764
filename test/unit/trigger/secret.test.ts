import {
	isSameSecret,
	makeProof,
	verifyProof,
} from '../../../nodes/PublicOutreachTrigger/registration/secret';

const origin = 'https://api.example.com';
const credentials = { origin, apiKey: 'prefix.nobody-knows', requestsPerMinute: 50 };
const URL_ = 'https://n8n.example.com/webhook/1/webhook';

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
	const now = Date.UTC(2026, 2, 2);
	const minutes = (count: number) => count * 60_000;
	const proof = makeProof(credentials, URL_, 'the body', now);
	const verify = (given: unknown, at = now) =>
		verifyProof(given, credentials, URL_, 'the body', at);

	it('holds for five minutes before and after, as clocks differ', () => {
		expect([-5, -1, 0, 1, 5].map((count) => verify(proof, now + minutes(count)))).toEqual([
			true,
			true,
			true,
			true,
			true,
		]);
		expect(verify(proof, now + minutes(5) + 1)).toBe(false);
		expect(verify(proof, now - minutes(5) - 1)).toBe(false);
	});

	it('holds for another host name of the same n8n', () => {
		const internal = 'http://n8n:5678/webhook/1/webhook?secret=x';

		expect(verifyProof(proof, credentials, internal, 'the body', now)).toBe(true);
	});

	it.each([
		['key', { ...credentials, apiKey: `${credentials.apiKey}x` }, URL_, 'the body'],
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

	it.each([undefined, 7, '', '.', `${now}`, `${now}.`, ['a'], null])('is not %j', (given) => {
		expect(verify(given)).toBe(false);
	});

	it('does not contain the key', () => {
		expect(proof).not.toContain('nobody');
	});
});

import { isProof, isSameSecret, makeProof } from '../../../nodes/PublicOutreachTrigger/secret';

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
	const proof = makeProof(credentials, URL_, now);

	it('holds for the key, the URL and some minutes', () => {
		expect(isProof(proof, credentials, URL_, now + 60_000)).toBe(true);
		expect(isProof(proof, credentials, URL_, now - 60_000)).toBe(true);
	});

	it('holds for another host name of the same n8n', () => {
		expect(isProof(proof, credentials, 'http://n8n:5678/webhook/1/webhook', now)).toBe(true);
	});

	it('holds for no other key, service, URL or time, and cannot be altered', () => {
		const later = proof.replace(String(now), String(now + 600_000));

		const otherKey = { ...credentials, apiKey: `${credentials.apiKey}x` };
		const otherService = { ...credentials, origin: 'https://eu.example.com' };
		expect(isProof(proof, otherKey, URL_, now)).toBe(false);
		expect(isProof(proof, otherService, URL_, now)).toBe(false);
		expect(isProof(proof, credentials, 'https://n8n.example.com/webhook/2/webhook', now)).toBe(
			false,
		);
		expect(isProof(proof, credentials, URL_, now + 600_000)).toBe(false);
		expect(isProof(later, credentials, URL_, now + 600_000)).toBe(false);
		for (const given of [undefined, 7, '', '.', `${now}`, `${now}.`, ['a']]) {
			expect(isProof(given, credentials, URL_, now)).toBe(false);
		}
	});

	it('does not contain the key', () => {
		expect(proof).not.toContain('nobody');
	});
});

import fc from 'fast-check';
import { PublicOutreachApi } from '../../../credentials/PublicOutreachApi.credentials';
import { checkCredentials } from '../../../nodes/shared/credentials';

const EXAMPLE_KEY = ['5f3a9c1e', 'the-secret-half-of-it'].join('.');
const valid = { baseUrl: 'https://api.example.com', apiKey: EXAMPLE_KEY, requestsPerMinute: 50 };
const check = (changes: Record<string, unknown>) => checkCredentials({ ...valid, ...changes });
const problemOf = (changes: Record<string, unknown>) => {
	const checked = check(changes);
	return checked.valid ? undefined : checked.problem;
};
const originOf = (baseUrl: string) => {
	const checked = check({ baseUrl });
	return checked.valid ? checked.credentials.origin : undefined;
};

describe('the base URL', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		[' https://api.example.com ', 'https://api.example.com'],
		['https://API.example.com/api', 'https://api.example.com'],
		['https://api.example.com/api/v1', 'https://api.example.com'],
		['https://api.example.com:443/api/v1/', 'https://api.example.com'],
		// This machine, where http is enough.
		['http://localhost:8787', 'http://localhost:8787'],
		['http://api.localhost', 'http://api.localhost'],
		['http://127.0.0.1:1', 'http://127.0.0.1:1'],
		['http://127.9.9.9', 'http://127.9.9.9'],
		['http://[::1]:8787/', 'http://[::1]:8787'],
	])('%j is taken as the origin %s', (baseUrl, origin) => {
		expect(originOf(baseUrl)).toBe(origin);
	});

	it.each([
		['http://api.example.com', /expected https/],
		['http://localhost.example.com', /expected https/],
		['http://127.0.0.1.example.com', /expected https/],
		['http://10.0.0.1', /expected https/],
		['ftp://api.example.com', /expected https/],
		['javascript:alert(1)', /expected https/],
		['https://user@api.example.com', /no user name or password/],
		['https://api.example.com/app', /: enter only https:\/\/host, without a path$/],
		['https://api.example.com/api/v2', /: enter only https:\/\/host, without a path$/],
		['https://api.example.com/?x=1', /: enter only https:\/\/host, without a path$/],
		['https://api.example.com/#x', /: enter only https:\/\/host, without a path$/],
		['api.example.com', /"api.example.com": expected a full URL/],
		['api.example.com:8443/api', /expected/],
		['', /Base URL is empty: expected a full URL/],
	])('%s is refused, and why', (baseUrl, words) => {
		expect(problemOf({ baseUrl })).toMatch(words);
		expect(problemOf({ baseUrl })).toMatch(/^Base URL is /);
	});

	it.each([
		['a password', 'https://user:hunter2@api.example.com', 'hunter2'],
		['the key, pasted into the wrong field', EXAMPLE_KEY, 'the-secret-half'],
		['a key of another form', 'a1b2c3.Zx81kQ', 'Zx81kQ'],
	])('that is or holds %s is not shown', (_what, baseUrl, secret) => {
		expect(problemOf({ baseUrl, apiKey: '' })).not.toContain(secret);
	});

	it('that is none is called that', () => {
		const problem = problemOf({ baseUrl: EXAMPLE_KEY, apiKey: EXAMPLE_KEY });

		expect(problem).toMatch(/^Base URL: This is not a web address\. Enter one such as https:/);
	});

	it('never is anything but an origin', () => {
		const webUrl = fc.webAuthority({ withPort: true }).map((host) => `https://${host}/api/`);
		fc.assert(
			fc.property(fc.oneof(webUrl, fc.string()), (baseUrl) => {
				const origin = originOf(baseUrl);
				if (origin !== undefined) expect(new URL(origin).origin).toBe(origin);
			}),
		);
	});
});

describe('the API key', () => {
	it.each([
		'5f3a.secret',
		' 5f3a.secret\n',
		'a.b',
		'prefix.a.secret.with.dots',
		'p.!"#$%&\'()*+,/:~',
	])('%j has both parts', (apiKey) => {
		expect(check({ apiKey })).toMatchObject({ credentials: { apiKey: apiKey.trim() } });
	});

	it.each([
		['', /API Key is empty/],
		['5f3a9c1e', /8 characters without a dot/],
		['.secret', /7 characters that are not a full key/],
		['prefix.', /7 characters that are not a full key/],
		['Bearer prefix.sec', /^API Key: Enter the key without Bearer/],
		['"prefix.secret"', /^API Key: Enter the key without quotes/],
		["'prefix.secret'", /without quotes/],
		['`prefix.secret`', /without quotes/],
		['\u201cprefix.secret\u201d', /without quotes/],
		['prefix.sec ret', /14 characters with a space in between/],
		['prefix.sec\nret', /with a space in between/],
		['prefix.s\u00e9cret', /are not a full key/],
	])('%j is refused without being shown', (apiKey, words) => {
		const problem = problemOf({ apiKey }) ?? '';

		expect(problem).toMatch(words);
		expect(problem).toContain('prefix.secret');
		expect(problem.replace('prefix.secret', '')).not.toMatch(/5f3a|sec ?ret|s\u00e9cret/);
	});
});

describe('the requests per minute', () => {
	it.each([
		[undefined, 50],
		[1, 1],
		['120', 120],
		['50.0', 50],
	])('%j is %d', (given, expected) => {
		expect(check({ requestsPerMinute: given })).toMatchObject({
			credentials: { requestsPerMinute: expected },
		});
	});

	it.each([
		...[0, -1, 1.5, 'many', '', null, Infinity, {}],
		...['1.000', '1,000', '1e3', '0x10', '001'],
	])('%j is refused', (given) => {
		expect(problemOf({ requestsPerMinute: given })).toMatch(
			/^Requests per Minute is .*: expected a whole number of at least 1$/,
		);
	});
});

it.each([undefined, null, 7, 'text', {}, []])('a credential %j is refused by its fields', (raw) => {
	const problem = expect.stringMatching(/Base URL.*API Key/);

	expect(checkCredentials(raw)).toEqual({ valid: false, problem });
});

/** What it does in real requests is in test/engine/api/credential.test.ts. */
it.each([
	'https://elsewhere.com/api/',
	'//elsewhere.com/api/',
	'http://api.example.com/api/',
	'https://api.example.com:8443/',
	'https://api.example.com@elsewhere.com/',
])('the credential adds its key to no request of another: %s', async (url) => {
	const authenticated = new PublicOutreachApi().authenticate(valid, { url });

	await expect(authenticated).rejects.toThrow(/The API key is for https:\/\/api.example.com/);
});

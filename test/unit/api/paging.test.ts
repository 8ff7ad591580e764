import fc from 'fast-check';
import { linkedNext, nextPage } from '../../../nodes/shared/api/paging';

const current = new URL('https://api.example.com/api/v1/public/campaigns/');
const seen = new Set([current.href]);
const next = (text: string | undefined) => nextPage(text, current, seen);
const href = (text: string) => String(next(text));

describe('a list goes on', () => {
	it.each([
		['https://api.example.com/api/v1/public/campaigns/?page=2'],
		['/api/v1/public/campaigns/?page=2'],
		['?page=2'],
		['http://api.example.com/api/v1/public/campaigns/?page=2'],
		['HTTPS://API.example.com/api/v1/public/campaigns/?page=2#top'],
		['https://somebody:else@api.example.com/api/v1/public/campaigns/?page=2'],
	])('at %s, always by the scheme and as the key of the credential', (text) => {
		expect(href(text)).toBe('https://api.example.com/api/v1/public/campaigns/?page=2');
	});
});

describe('a list ends', () => {
	it.each([undefined, ''])('where next is %j', (text) => {
		expect(next(text)).toBeUndefined();
	});

	it.each([current.href, '/api/v1/public/campaigns/', `${current.href}#again`])(
		'where next is a page that was read: %s',
		(text) => {
			expect(next(text)).toBeUndefined();
		},
	);
});

describe('a list cannot be followed', () => {
	it.each([
		'https://elsewhere.example.com/api/',
		'//elsewhere.example.com/api/',
		'https://api.example.com:8443/api/',
		'https://api.example.com.elsewhere.com/',
		'https://api.example.com@elsewhere.com/',
		'/\\elsewhere.example.com/',
	])('to another address: %s', (text) => {
		expect(next(text)).toMatchObject({
			message: expect.stringContaining('goes on at another address'),
			advice: [expect.stringContaining('API key goes to the base URL alone'), expect.anything()],
		});
	});

	it.each(['2', 'eyJpZCI6MX0=', 'javascript:alert(1)', 'ftp://api.example.com/', 'http://['])(
		'to what is no URL: %s',
		(text) => {
			expect(next(text)).toMatchObject({ message: expect.stringContaining('is no URL') });
		},
	);
});

describe('whatever a page says', () => {
	it('the list never leaves the origin', () => {
		const anything = fc.oneof(
			fc.string(),
			fc.webUrl(),
			fc.string().map((text) => `/${text}`),
		);
		fc.assert(
			fc.property(anything, (text) => {
				const target = next(text);
				if (target instanceof URL) expect(target.origin).toBe(current.origin);
			}),
			{ numRuns: 2_000 },
		);
	});
});

describe('a Link header', () => {
	it.each([
		['</x?page=2>; rel="next"', '/x?page=2'],
		['</x?page=2>; rel=next', '/x?page=2'],
		['</x?page=1>; rel="prev", </x?page=3>; rel="next"', '/x?page=3'],
		['</x?page=2>; title="more"; rel="next"', '/x?page=2'],
	])('%s names the next page', (link, target) => {
		expect(linkedNext(link)).toBe(target);
	});

	it.each(['', '</x?page=1>; rel="prev"', 'next', '</x>; rel="nextish-thing"x'])(
		'%j names none',
		(link) => {
			expect(linkedNext(link)).toBeUndefined();
		},
	);
});

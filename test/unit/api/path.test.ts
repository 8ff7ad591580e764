import fc from 'fast-check';
import { ApiPath, apiPath } from '../../../nodes/shared/api/path';
import { numRuns } from '../../properties';

const ORIGIN = 'https://api.example.com';
const leadsTo = (path: ApiPath) => new URL(`${ORIGIN}${path.toString()}`);

/** Decodes byte by byte, so that it accepts malformed input. */
const bytes = (path: string) =>
	path.replace(/%([0-9a-f]{2})/gi, (_all, hex) => String.fromCharCode(parseInt(hex, 16)));

/** Fragments of path traversal attacks. */
const nasty = fc.constantFrom(
	...'. .. / // \\ %2e %2E%2e %2f %5c %252e ? # @ : ; % %0 %zz api http: é'.split(' '),
	...['\t', '\n', '\r', '\0', ' ', '\u2025', '\uff0e', '\ud800'],
);
const parts = fc.array(fc.oneof(nasty, fc.string({ maxLength: 3 })), { maxLength: 8 });
const joined = parts.map((all) => all.join(''));
const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), joined);
const below = text.map((rest) => `/api/${rest}`);
const typed = fc.oneof(text, below);

describe('a value in a path', () => {
	it('is one segment, and comes back as it was', () => {
		fc.assert(
			fc.property(text, (value) => {
				let path: ApiPath;
				try {
					path = apiPath`/api/v1/public/campaigns/${value}/steps/`;
				} catch (error) {
					// Refused: nothing, a dot segment, or half a character.
					const dots = ['', '.', '..'].includes(value);
					expect(error).toBeInstanceOf(dots ? RangeError : URIError);
					return;
				}
				const { origin, pathname, search, hash } = leadsTo(path);
				const [, api, v1, pub, campaigns, segment = '', steps, end] = pathname.split('/');
				expect([origin, api, v1, pub, campaigns, steps, end, search, hash]).toEqual([
					...[ORIGIN, 'api', 'v1', 'public', 'campaigns', 'steps', '', '', ''],
				]);
				expect(decodeURIComponent(segment)).toBe(value);
			}),
			numRuns(5_000),
		);
	});

	it.each(['', '.', '..'])('%j is refused', (value) => {
		expect(() => apiPath`/api/${value}/`).toThrow(RangeError);
	});
});

describe('a path that a user types', () => {
	it.each([
		['/api/v1/api-keys/', '/api/v1/api-keys/'],
		['/api/v1/public/chats', '/api/v1/public/chats'],
		['/api/v1/a..b/', '/api/v1/a..b/'],
		['/api/v1/caf\u00e9/', '/api/v1/caf%C3%A9/'],
		['/api/v1/a%20b/', '/api/v1/a%20b/'],
		['/api/v1/@me/', '/api/v1/@me/'],
	])('%s is taken', (given, path) => {
		expect(ApiPath.parse(given)?.toString()).toBe(path);
	});

	it.each([
		['that is not below /api/', ['', '/', '/api', 'api/v1/', '/API/v1/', '/apis/', '/other/']],
		['that is another address', ['https://elsewhere.com/api/', '//e.com/api/']],
		['with dot segments', ['/api/../x/', '/api/./x', '/api/x/..', '/api/%2e%2e/x', '/api/%2E./x']],
		['with empty segments or backslashes', ['/api//x', '/api/\\..\\x']],
		['with a query or a fragment', ['/api/x?y=1', '/api/x#y']],
		['with white space', ['/api/x y', '/api/x\n']],
		['with control characters', ['/api/x\u0001', '/api/..\u0000']],
		['with encoded slashes', ['/api/%2fx', '/api/%5cx']],
		['with half an encoding', ['/api/100%', '/api/%zz']],
	])('%s is refused', (_what, paths) => {
		expect(paths.filter((path) => ApiPath.parse(path) !== undefined)).toEqual([]);
	});

	it('leads below /api/ of the origin, whatever it is', () => {
		fc.assert(
			fc.property(typed, (given) => {
				const path = ApiPath.parse(given);
				if (!path) return;
				const { origin, pathname, search, hash } = leadsTo(path);
				expect({ origin, search, hash }).toEqual({ origin: ORIGIN, search: '', hash: '' });
				expect(pathname).toMatch(/^\/api\//);
				// What a server makes of it that decodes before it routes.
				expect(bytes(pathname).split(/[/\\]/)).not.toContain('..');
				expect(pathname).toBe(path.toString());
			}),
			numRuns(5_000),
		);
	});
});

import { http } from '../../../dev/platform';
import { LIST, READ, run, service, wordsOf, WRITE } from './support';

jest.mock('../../../nodes/shared/api/clock', () =>
	jest.requireActual<typeof import('./instantClock')>('./instantClock').instantClockModule(),
);

/** A host with another origin, and what it received. */
const stranger = { url: '', received: [] as http.IncomingHttpHeaders[] };
const server = http.createServer((request, response) => {
	stranger.received.push(request.headers);
	response.setHeader('content-type', 'application/json');
	response.end('{"campaigns": [{"id": 1}]}');
});

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	stranger.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
beforeEach(() => {
	stranger.received.length = 0;
});
afterAll(() => void server.close());

const paths = () => service.current.requests.map(({ method, path }) => `${method} ${path}`);

describe('a redirect', () => {
	it.each([301, 302, 303, 307, 308])(
		'of a read within the origin is followed: %d',
		async (status) => {
			service.current.plan({ status, headers: { location: '/api/v1/public/campaigns/104/' } });

			expect((await run(READ)).json).toMatchObject([{ id: 104 }]);
		},
	);

	it.each([301, 302, 303, 307, 308])('to another origin is not: %d', async (status) => {
		service.current.plan({ status, headers: { location: `${stranger.url}/api/` }, times: 9 });
		const result = await run(READ);

		expect(result.error?.httpCode).toBe(String(status));
		expect(wordsOf(result)).toContain(`redirects this request to ${stranger.url}/api/`);
		expect(wordsOf(result)).toContain('API key goes to the base URL alone');
		expect(stranger.received).toEqual([]);
	});

	it('that passes through the origin to another is not either', async () => {
		const location = `${stranger.url}/`;
		service.current.plan(
			{ kind: 'redirect', to: '/api/v1/public/chats' },
			{ status: 302, headers: { location } },
		);
		await run(READ);

		expect(paths()).toHaveLength(2);
		expect(stranger.received).toEqual([]);
	});

	it.each([301, 302, 307, 308])('of a write is never followed: %d', async (status) => {
		service.current.plan({
			status,
			headers: { location: '/api/v1/public/campaigns/104/' },
			times: 9,
		});

		expect((await run(WRITE)).error?.httpCode).toBe(String(status));
		expect(paths()).toHaveLength(1);
	});

	it('in a loop ends', async () => {
		service.current.plan({ kind: 'redirect', to: '/api/v1/public/campaigns/103/', times: 100 });

		expect((await run(READ)).error?.httpCode).toBe('302');
		expect(paths()).toHaveLength(4);
	});
});

describe('a list that continues at another origin', () => {
	it.each([
		['next', (next: string) => ({ body: { campaigns: [{ id: 1 }], next } })],
		[
			'a Link header',
			(next: string) => ({ body: [{ id: 1 }], headers: { link: `<${next}>; rel="next"` } }),
		],
	])('is not followed there, and says so: %s', async (_how, page) => {
		service.current.plan({ status: 200, ...page(`${stranger.url}/api/?page=2`) });
		const result = await run(LIST);

		expect(wordsOf(result)).toContain(`goes on at another address (${stranger.url})`);
		expect(stranger.received).toEqual([]);
	});
});

describe('a path that a user gives', () => {
	const call = async (path: string) =>
		await run({
			resource: 'apiEndpoint',
			operation: 'call',
			method: 'GET',
			path,
			query: '{}',
			body: '{}',
		});

	it.each(['//127.0.0.1/api/', '/api/../x/', '/api/%2e%2e/x/', '/api/\\..\\x/', '/api/x?y=1'])(
		'%s takes nothing anywhere',
		async (path) => {
			expect(wordsOf(await call(path))).toMatch(/Path: expected a path below \/api\//);
			expect(service.current.requests).toEqual([]);
		},
	);

	it('that is another address takes nothing there', async () => {
		expect(wordsOf(await call(`${stranger.url}/api/`))).toMatch(/Path: expected/);
		expect(stranger.received).toEqual([]);
	});
});

import { useForeignHost } from './foreignHost';
import { LIST, READ, run, service, wordsOf, WRITE } from './support';

jest.mock('../../../nodes/shared/api/clock', () => jest.requireActual('./instantClock'));

const stranger = useForeignHost();
const CAMPAIGN = '/api/v1/public/campaigns/104/';

/** Answers every request with a redirect. */
const redirect = (status: number, location: string) =>
	service.current.plan({ status, headers: { location }, times: 9 });
const sent = () => service.current.requests.length;

describe('a redirect', () => {
	it.each([301, 302, 303, 307, 308])(
		'of a read within the origin is followed: %d',
		async (status) => {
			service.current.plan({ status, headers: { location: CAMPAIGN } });

			expect((await run(READ)).json).toMatchObject([{ id: 104 }]);
		},
	);

	it.each([301, 302, 303, 307, 308])('to another origin is not: %d', async (status) => {
		redirect(status, `${stranger.url}/api/`);
		const result = await run(READ);

		expect(result.error?.httpCode).toBe(String(status));
		expect(wordsOf(result)).toContain(`redirects this request to ${stranger.url}/api/`);
		expect(wordsOf(result)).toContain('API key goes to the base URL alone');
		expect(stranger.keys).toEqual([]);
	});

	it('that passes through the origin to another is not either', async () => {
		service.current.plan({ kind: 'redirect', to: '/api/v1/public/chats' });
		redirect(302, `${stranger.url}/`);
		await run(READ);

		expect(sent()).toBe(2);
		expect(stranger.keys).toEqual([]);
	});

	it.each([301, 302, 307, 308])('of a write is never followed: %d', async (status) => {
		redirect(status, CAMPAIGN);

		expect((await run(WRITE)).error?.httpCode).toBe(String(status));
		expect(sent()).toBe(1);
	});

	it('in a loop ends', async () => {
		redirect(302, CAMPAIGN);

		expect((await run(READ)).error?.httpCode).toBe('302');
		expect(sent()).toBe(4);
	});
});

describe('a list that continues at another origin', () => {
	it.each([
		['next', (next: string) => ({ body: { campaigns: [{ id: 1 }], next } })],
		[
			'a Link header',
			(next: string) => ({ body: [{ id: 1 }], headers: { link: `<${next}>; rel="next"` } }),
		],
	])('is read at its own, with the query of the other: %s', async (_how, page) => {
		service.current.plan({ status: 200, ...page(`${stranger.url}/api/?page=2`) });
		service.current.plan({ status: 200, body: { campaigns: [{ id: 2 }] } });
		const { json, hints } = await run(LIST);

		expect(json).toEqual([{ id: 1 }, { id: 2 }]);
		expect(hints).toEqual([]);
		expect(service.current.requests.map(({ path, query }) => [path, query])).toEqual([
			['/api/v1/public/campaigns/', ''],
			['/api/v1/public/campaigns/', 'page=2'],
		]);
		expect(stranger.keys).toEqual([]);
	});
});

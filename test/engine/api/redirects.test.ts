import { useForeignHost } from './foreignHost';
import { READ, run, service, wordsOf, WRITE } from './support';

jest.mock('../../../nodes/shared/api/clock', () => jest.requireActual('./instantClock'));

const stranger = useForeignHost();
const CAMPAIGN = '/api/v1/public/campaigns/104/';

/** Answers every request with a redirect. */
const redirect = (status: number, location: string) =>
	service.current.plan({ status, headers: { location }, times: 9 });
const sent = () => service.current.requests.length;

it.each([301, 302, 303, 307, 308])('a redirected read stays at the origin: %d', async (status) => {
	service.current.plan({ status, headers: { location: CAMPAIGN } });
	expect((await run(READ)).json).toMatchObject([{ id: 104 }]);
	service.current.plan({ status, headers: { location: CAMPAIGN } });
	redirect(status, `${stranger.url}/api/`);
	const result = await run(READ);

	expect(result.error?.httpCode).toBe(String(status));
	expect(wordsOf(result)).toContain(`redirects this request to ${stranger.url}/api/`);
	expect(sent()).toBe(4);
	expect(stranger.keys).toEqual([]);
});

it.each([301, 302, 307, 308])('a redirect of a write is never followed: %d', async (status) => {
	redirect(status, CAMPAIGN);

	expect((await run(WRITE)).error?.httpCode).toBe(String(status));
	expect(sent()).toBe(1);
});

it('a redirect in a loop ends', async () => {
	redirect(302, CAMPAIGN);

	expect((await run(READ)).error?.httpCode).toBe('302');
	expect(sent()).toBe(4);
});

import { request } from '../../../nodes/shared/api/http/request';
import { scripted, SECOND } from './support';

const send = async ({ connection }: ReturnType<typeof scripted>, path = '/api/v1/public/chats') =>
	await request(connection, 'GET', new URL(path, 'https://service.invalid'));

describe('a redirect', () => {
	const to = (location: string) => ({ status: 302, headers: { location }, body: '' });

	it.each([
		'https://elsewhere.invalid/api/',
		'//elsewhere.invalid/api/',
		'http://service.invalid/api/',
		'https://service.invalid:8443/api/',
		'https://service.invalid@elsewhere.invalid/',
		'',
		'http://[',
	])('to %j is not followed', async (location) => {
		const run = scripted([to(location)]);

		const where = location === '' ? 'without saying where' : `to ${location}`;
		expect(await run.clock.until(send(run))).toMatchObject({
			problem: {
				httpCode: '302',
				message: `The service redirects this request ${where}`,
				advice: [expect.stringMatching(/API key goes to the base URL alone. Check the base URL/)],
			},
		});
		expect(run.tries).toHaveLength(1);
	});

	it('within the origin counts for the limit and keeps its place', async () => {
		const run = scripted([to('https://service.invalid/api/v1/public/chats/'), {}], 1);
		await run.clock.until(Promise.all([send(run), send(run, '/other')]));

		expect(run.tries.map((row) => new URL(row.url).pathname)).toEqual([
			'/api/v1/public/chats',
			'/api/v1/public/chats/',
			'/other',
		]);
		expect(run.tries.map(({ at }) => Math.round(at / SECOND))).toEqual([0, 60, 120]);
	});
});

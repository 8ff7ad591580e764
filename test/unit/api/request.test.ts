import { request } from '../../../nodes/shared/api/request';
import { WriteLog } from '../../../nodes/shared/api/writeLog';
import { MINUTE, scripted, SECOND } from './support';

const url = new URL('https://service.invalid/api/v1/public/chats');
const limit = { status: 429, body: { error: 'Rate limit exceeded' } };

type Run = ReturnType<typeof scripted>;
const send = async ({ connection }: Run, method: 'GET' | 'POST' = 'GET', to = url) =>
	await request(connection, method, to);
const asks = (status: number, retryAfter: string) => ({
	status,
	headers: { 'retry-after': retryAfter },
	body: limit.body,
});
const seconds = ({ tries }: Run) => tries.map(({ at }) => Math.round(at / SECOND));

describe('a refused request', () => {
	it("is given up after ten minutes, with the service's words, and so are the items after it", async () => {
		const run = scripted([limit]);
		const verdict = await run.clock.until(send(run, 'POST'));
		const { length } = run.tries;
		expect(verdict).toMatchObject({
			ok: false,
			problem: { message: 'Rate limit exceeded', httpCode: '429' },
		});
		expect(run.clock.elapsed).toBeGreaterThan(9 * MINUTE);
		expect(run.clock.elapsed).toBeLessThanOrEqual(10 * MINUTE + SECOND);
		for (let item = 0; item < 20; item++) await run.clock.until(send(run));

		// Nothing is sent until the rate limiter allows the next try.
		expect(run.tries).toHaveLength(length);
		expect(run.clock.elapsed).toBeLessThan(11 * MINUTE);
	});

	it('is given up together with all that wait', async () => {
		const run = scripted([limit]);
		const verdicts = await run.clock.until(
			Promise.all(Array.from({ length: 20 }, async () => await send(run))),
		);

		expect(verdicts.map(({ ok }) => ok)).toEqual(verdicts.map(() => false));
		expect(run.clock.elapsed).toBeLessThanOrEqual(10 * MINUTE + SECOND);
	});

	it('fails immediately when the service asks for two hours, in which nothing more is sent', async () => {
		const run = scripted([asks(429, '7200'), {}]);
		for (let item = 0; item < 20; item++) {
			const verdict = await run.clock.until(send(run, 'POST'));
			expect(verdict).toMatchObject({
				problem: { message: 'Rate limit exceeded', httpCode: '429' },
			});
			expect(JSON.stringify(verdict)).toContain(
				'asks to wait 2 h, more than the 10 min that the node waits',
			);
		}
		expect(run.clock.elapsed).toBeLessThan(SECOND);
		expect(run.tries).toHaveLength(1);
		await run.clock.pass(2 * 60 * MINUTE);

		expect(await run.clock.until(send(run))).toMatchObject({ ok: true });
	});

	it('goes on waiting while the service takes requests of other runs', async () => {
		const run = scripted([asks(429, '300'), asks(429, '290'), {}, asks(429, '60'), {}]);
		const refused = send(run);
		await run.clock.pass(5 * MINUTE + SECOND);
		const connection = { ...run.connection, run: run.limiter.startRun() };
		const other = request(connection, 'GET', url, { urgent: true });

		expect(await run.clock.until(refused)).toMatchObject({ ok: true });
		expect(await other).toMatchObject({ ok: true });
		const times = seconds(run);
		expect(times.slice(0, 4)).toEqual([0, 300, 590, 590]);
		// A key that has just been served leaves others a tenth of a window at most.
		expect(times[4]).toBeGreaterThanOrEqual(650);
		expect(times[4]).toBeLessThanOrEqual(656);
	});

	it('has ten minutes again once the service has taken a request', async () => {
		const eightMinutes = Array.from({ length: 4 }, () => asks(429, '120'));
		const run = scripted([...eightMinutes, {}, ...eightMinutes, {}]);
		await run.clock.until(send(run));
		// The time without any request is not one of refusals.
		await run.clock.pass(5 * MINUTE);

		expect(await run.clock.until(send(run))).toMatchObject({ ok: true });
		expect(run.clock.elapsed).toBeGreaterThan(15 * MINUTE);
	});
});

describe('a wait that the service asks for', () => {
	it.each([429, 503])('with %d, as a date, is counted by the system clock', async (status) => {
		const run = scripted([]);
		// The machine was suspended for two hours, in which the process's own clock stood still.
		jest.spyOn(run.clock, 'date').mockImplementation(() => run.clock.now() + 120 * MINUTE);
		const until = new Date(run.clock.date() + 30 * SECOND).toUTCString();
		run.replies.push(asks(status, until), {});
		const verdict = await run.clock.until(send(run));

		expect(verdict).toMatchObject({ ok: true });
		expect(seconds(run)).toEqual([0, 30]);
	});

	it.each([
		[429, 'holds up the other requests of the key', [0, 60, 60]],
		[503, 'does not hold them up', [0, 1, 60]],
	])('with %d %s', async (status, _what, expected) => {
		const run = scripted([asks(status, '60'), {}]);
		const first = send(run);
		await run.clock.pass(SECOND);
		await run.clock.until(Promise.all([first, send(run)]));

		expect(seconds(run)).toEqual(expected);
	});

	it.each([
		[429, 540, 61, '61 s'],
		[503, 400, 200, '4 min'],
	])('with %d may be too long with those before', async (status, first, last, words) => {
		const run = scripted([asks(status, String(first)), asks(status, String(last)), {}]);
		const verdict = await run.clock.until(send(run));

		expect(JSON.stringify(verdict)).toContain(`asks to wait another ${words}`);
		expect(seconds(run)).toEqual([0, first]);
	});

	it.each([
		[429, '3600', { cause: 'rate-limited', retryAfterMs: 3_600_000 }],
		[503, '120', { cause: 'temporarily-unavailable', retryAfterMs: 120_000 }],
		[503, undefined, { cause: 'temporarily-unavailable' }],
		[401, '120', { cause: 'credential-invalid' }],
	])('goes along to n8n where waiting helps: %d, %s s', async (status, retryAfter, failure) => {
		const headers = retryAfter === undefined ? undefined : { 'retry-after': retryAfter };
		const run = scripted([{ status, headers, body: {} }]);
		const verdict = await run.clock.until(send(run, 'POST'));

		expect(verdict).toMatchObject({ ok: false });
		expect(verdict.ok || verdict.problem.failure).toEqual(failure);
	});
});

describe('a lost response', () => {
	it('of a write after refusals is final', async () => {
		const run = scripted([limit, { failure: 'ECONNRESET' }]);
		const verdict = await run.clock.until(send(run, 'POST'));

		expect(run.tries).toHaveLength(2);
		expect(verdict.ok).toBe(false);
	});

	it('does not come later than a minute', async () => {
		const run = scripted([{ afterMs: 30 * MINUTE }]);
		const verdict = await run.clock.until(send(run, 'POST'));

		expect(verdict).toMatchObject({ problem: { httpCode: 'TIMEOUT' } });
		expect(run.clock.elapsed).toBe(MINUTE);
	});

	it('is asked for once more after a timeout of ten minutes, and then given up', async () => {
		const run = scripted([{ afterMs: 60 * MINUTE }]);
		const patient = { timeoutMs: 10 * MINUTE };
		const verdict = await run.clock.until(request(run.connection, 'GET', url, patient));

		expect(verdict).toMatchObject({ problem: { httpCode: 'TIMEOUT' } });
		expect(run.tries).toHaveLength(2);
		expect(run.clock.elapsed).toBeLessThan(20 * MINUTE + 2 * SECOND);
	});
});

/** One after another: test/engine/operations/retryOnFail.test.ts. */
it('writes of an item that go side by side are each sent once, however often it is done', async () => {
	const run = scripted(['first', 'second'].map((body) => ({ body })));
	const writes = new WriteLog();
	const both = async () => {
		writes.rewind();
		const sent = [0, 1].map(async () => request(run.connection, 'POST', url, { writes }));
		return await run.clock.until(Promise.all(sent));
	};

	expect(await both()).toMatchObject([{ body: 'first' }, { body: 'second' }]);
	expect(await both()).toMatchObject([{ body: 'first' }, { body: 'second' }]);
	expect(run.tries).toHaveLength(2);
});

it.each([
	['waits for the limit', [{}], 1],
	['waits for a retry', [{ status: 503 }], 50],
	['waits out a refusal', [limit], 50],
	['waits for a response', [{ afterMs: 30 * SECOND }], 50],
])('a run that is stopped ends immediately when it %s', async (_what, replies, capacity) => {
	const run = scripted(replies, capacity);
	if (capacity === 1) await run.clock.until(send(run));
	const sent = send(run);
	await run.clock.pass(500);
	const before = run.clock.elapsed;
	run.stop.abort(new Error('Stopped by the user'));

	await expect(run.clock.until(sent)).rejects.toThrow('Stopped by the user');
	expect(run.clock.elapsed).toBe(before);
});

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
				advice: [expect.stringMatching(/API key is only sent to the base URL. Check the base URL/)],
			},
		});
		expect(run.tries).toHaveLength(1);
	});

	it('within the origin counts for the limit and keeps its place', async () => {
		const run = scripted([to(`${url.href}/`), {}], 1);
		await run.clock.until(Promise.all([send(run), send(run, 'GET', new URL('/other', url))]));

		expect(run.tries.map((row) => new URL(row.url).pathname)).toEqual([
			'/api/v1/public/chats',
			'/api/v1/public/chats/',
			'/other',
		]);
		expect(run.tries.map(({ at }) => Math.round(at / SECOND))).toEqual([0, 60, 120]);
	});
});

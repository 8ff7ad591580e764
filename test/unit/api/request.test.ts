import { request } from '../../../nodes/shared/api/http/request';
import { MINUTE, scripted, SECOND } from './support';

const url = new URL('https://service.invalid/api/v1/public/chats');
const limit = { status: 429, body: { error: 'Rate limit exceeded' } };

type Run = ReturnType<typeof scripted>;
const send = async ({ connection }: Run, method: 'GET' | 'POST' = 'GET', to = url) =>
	await request(connection, method, to);
const seconds = ({ tries }: Run) => tries.map(({ at }) => Math.round(at / SECOND));

describe('a refused request', () => {
	it('is sent again, read or write, until it is taken', async () => {
		for (const method of ['GET', 'POST'] as const) {
			const run = scripted([limit, limit, {}]);

			expect(await run.clock.until(send(run, method))).toMatchObject({ ok: true });
			expect(run.tries).toHaveLength(3);
		}
	});

	it('waits as the service asks', async () => {
		const run = scripted([{ ...limit, headers: { 'retry-after': '30' } }, {}]);
		await run.clock.until(send(run));

		expect(seconds(run)).toEqual([0, 30]);
	});

	it("is given up after ten minutes, with the service's words and the reason", async () => {
		const run = scripted([limit]);
		const verdict = await run.clock.until(send(run, 'POST'));

		expect(verdict).toMatchObject({
			ok: false,
			problem: { message: 'Rate limit exceeded', httpCode: '429' },
		});
		expect(run.clock.elapsed).toBeGreaterThan(9 * MINUTE);
		expect(run.clock.elapsed).toBeLessThanOrEqual(10 * MINUTE + SECOND);
	});

	it('fails at once when the service asks for more than ten minutes, and tells how long', async () => {
		const run = scripted([{ ...limit, headers: { 'retry-after': '7200' } }, {}]);
		const verdict = await run.clock.until(send(run, 'POST'));

		expect(verdict).toMatchObject({ problem: { message: 'Rate limit exceeded', httpCode: '429' } });
		expect(JSON.stringify(verdict)).toContain('asks to wait 2 h; the node waits 10 min in all');
		expect(run.clock.elapsed).toBeLessThan(SECOND);
	});

	it('fails when the rest of the ten minutes is shorter than what the service asks for', async () => {
		const run = scripted([
			{ ...limit, headers: { 'retry-after': '540' } },
			{ ...limit, headers: { 'retry-after': '61' } },
		]);
		const verdict = await run.clock.until(send(run, 'POST'));

		expect(JSON.stringify(verdict)).toContain('asks to wait 61 s');
		expect(seconds(run)).toEqual([0, 540]);
	});

	it('holds up the others of the key as well', async () => {
		const run = scripted([{ ...limit, headers: { 'retry-after': '30' } }, {}]);
		const refused = send(run);
		await run.clock.pass(SECOND);
		await run.clock.until(Promise.all([refused, send(run)]));

		expect(seconds(run)).toEqual([0, 30, 30]);
	});
});

describe('a run that is to wait for two hours', () => {
	it('sends nothing more in that time, and then goes on', async () => {
		const run = scripted([{ ...limit, headers: { 'retry-after': '7200' } }, {}]);
		for (let item = 0; item < 20; item++) {
			const verdict = await run.clock.until(send(run, 'POST'));
			expect(verdict).toMatchObject({ problem: { message: 'Rate limit exceeded' } });
		}

		expect(run.tries).toHaveLength(1);
		await run.clock.pass(2 * 60 * MINUTE);

		expect(await run.clock.until(send(run))).toMatchObject({ ok: true });
	});
});

describe('a run that is refused for ten minutes', () => {
	it('does not wait ten minutes more for each of its items', async () => {
		const run = scripted([limit]);
		for (let item = 0; item < 20; item++) await run.clock.until(send(run, 'POST'));

		expect(run.clock.elapsed).toBeLessThan(11 * MINUTE);
	});

	it('fails all that it still waits for together', async () => {
		const run = scripted([limit]);
		const verdicts = await run.clock.until(
			Promise.all(Array.from({ length: 20 }, async () => await send(run))),
		);

		expect(verdicts.map(({ ok }) => ok)).toEqual(verdicts.map(() => false));
		expect(run.clock.elapsed).toBeLessThanOrEqual(10 * MINUTE + SECOND);
	});

	it('sends nothing more until the rate limiter allows the next try', async () => {
		const run = scripted([limit]);
		await run.clock.until(send(run));
		const { length } = run.tries;
		for (let item = 0; item < 20; item++) await run.clock.until(send(run));

		expect(run.tries).toHaveLength(length);
	});

	it('goes on waiting while the service takes requests of other runs', async () => {
		const asksFor = (seconds: number) => ({
			...limit,
			headers: { 'retry-after': String(seconds) },
		});
		const run = scripted([asksFor(300), asksFor(290), {}, asksFor(60), {}]);
		const refused = send(run);
		await run.clock.pass(5 * MINUTE + SECOND);
		const connection = { ...run.connection, run: run.limiter.startRun() };
		const other = request(connection, 'GET', url, { urgent: true });

		expect(await run.clock.until(refused)).toMatchObject({ ok: true });
		expect(await other).toMatchObject({ ok: true });
		expect(seconds(run)).toEqual([0, 300, 590, 590, 650]);
	});

	it('has its patience back once the service has taken a request', async () => {
		const patient = Array.from({ length: 4 }, () => ({
			...limit,
			headers: { 'retry-after': '120' },
		}));
		const run = scripted([...patient, {}, ...patient, {}]);
		await run.clock.until(send(run));

		expect(await run.clock.until(send(run))).toMatchObject({ ok: true });
		expect(run.clock.elapsed).toBeGreaterThan(15 * MINUTE);
	});
});

describe('a lost answer', () => {
	it('of a read is asked for again, after growing waits', async () => {
		const run = scripted([{ failure: 'ECONNRESET' }, { status: 503 }, { status: 408 }, {}]);

		expect(await run.clock.until(send(run))).toMatchObject({ ok: true });
		const [first = 0, second = 0, third = 0, fourth = 0] = run.tries.map(({ at }) => at);
		expect(second - first).toBeLessThan(third - second);
		expect(third - second).toBeLessThan(fourth - third);
	});

	it.each([{ failure: 'ECONNRESET' }, { failure: 'TIMEOUT' }, { status: 500 }, { status: 408 }])(
		'of a write is final, and the error says that it may have happened: %j',
		async (reply) => {
			const run = scripted([reply]);
			const verdict = await run.clock.until(send(run, 'POST'));

			expect(run.tries).toHaveLength(1);
			expect(JSON.stringify(verdict)).toContain('unknown whether the service carried this out');
		},
	);

	it('of a write after refusals is final too', async () => {
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

	it('is not asked for again when the waits come to more than ten minutes', async () => {
		const asked = scripted([
			{ status: 503, headers: { 'retry-after': '400' } },
			{ status: 503, headers: { 'retry-after': '200' } },
			{},
		]);
		const verdict = await asked.clock.until(send(asked));

		expect(seconds(asked)).toEqual([0, 400]);
		expect(JSON.stringify(verdict)).toContain('asks to wait 4 min');
	});

	it('does not hold up other requests of the key', async () => {
		const run = scripted([{ status: 503, headers: { 'retry-after': '60' } }, {}]);
		const lost = send(run);
		await run.clock.pass(SECOND);
		await run.clock.until(send(run));
		expect(seconds(run)).toEqual([0, 1]);
		await run.clock.until(lost);

		expect(seconds(run)).toEqual([0, 1, 60]);
	});
});

describe('a redirect', () => {
	const to = (location: string, status = 301) => ({ status, headers: { location }, body: '' });

	it('of a read is followed within the origin, however it is written', async () => {
		for (const location of [
			'/api/v1/public/chats/',
			'https://service.invalid/api/v1/public/chats/',
		]) {
			const run = scripted([to(location), {}]);

			expect(await run.clock.until(send(run))).toMatchObject({ ok: true });
			expect(run.tries[1]?.url).toBe('https://service.invalid/api/v1/public/chats/');
		}
	});

	it.each([
		'https://elsewhere.invalid/api/',
		'//elsewhere.invalid/api/',
		'http://service.invalid/api/',
		'https://service.invalid:8443/api/',
		'https://service.invalid@elsewhere.invalid/',
		'',
		'http://[',
	])('to %j is not followed', async (location) => {
		const run = scripted([to(location, 302)]);

		expect(await run.clock.until(send(run))).toMatchObject({
			ok: false,
			problem: { httpCode: '302', message: expect.stringContaining('redirects') },
		});
		expect(run.tries).toHaveLength(1);
	});

	it('of a write is not followed: it would be sent a second time', async () => {
		const run = scripted([to('/api/v1/public/chats/', 307)]);

		expect(await run.clock.until(send(run, 'POST'))).toMatchObject({ ok: false });
		expect(run.tries).toHaveLength(1);
	});

	it('to itself ends after a few', async () => {
		const run = scripted([to('/api/v1/public/chats')]);

		expect(await run.clock.until(send(run))).toMatchObject({ ok: false });
		expect(run.tries).toHaveLength(4);
	});

	it('counts for the limit and keeps its place', async () => {
		const run = scripted([to('/api/v1/public/chats/'), {}], 1);
		await run.clock.until(Promise.all([send(run), send(run, 'GET', new URL('/other', url))]));

		expect(run.tries.map((row) => new URL(row.url).pathname)).toEqual([
			'/api/v1/public/chats',
			'/api/v1/public/chats/',
			'/other',
		]);
		expect(seconds(run)).toEqual([0, 60, 120]);
	});
});

describe('a run that is over', () => {
	it('sends nothing that still waits, and takes nothing of the limit', async () => {
		const run = scripted([{}], 1);
		await run.clock.until(send(run));
		const waiting = send(run);
		run.limiter.endRun(run.connection.run);
		const other = { ...run.connection, run: run.limiter.startRun() };
		const next = request(other, 'GET', url);
		await expect(run.clock.until(waiting)).rejects.toThrow('The run has ended');
		await run.clock.until(next);

		expect(seconds(run)).toEqual([0, 60]);
	});

	it('does not try again', async () => {
		const run = scripted([{ status: 503 }]);
		const sent = send(run);
		await run.clock.pass(100);
		run.limiter.endRun(run.connection.run);

		await expect(run.clock.until(sent)).rejects.toThrow('The run has ended');
		expect(run.tries).toHaveLength(1);
	});
});

describe('a run that is stopped', () => {
	it.each([
		['waits for the limit', [{}], 1],
		['waits for a retry', [{ status: 503 }], 50],
		['waits out a refusal', [limit], 50],
		['waits for an answer', [{ afterMs: 30 * SECOND }], 50],
	])('ends at once when it %s', async (_what, replies, capacity) => {
		const run = scripted(replies, capacity);
		if (capacity === 1) await run.clock.until(send(run));
		const sent = send(run);
		await run.clock.pass(500);
		const before = run.clock.elapsed;
		run.stop.abort(new Error('Stopped by the user'));

		await expect(run.clock.until(sent)).rejects.toThrow('Stopped by the user');
		expect(run.clock.elapsed).toBe(before);
	});
});

import type { IExecuteFunctions } from 'n8n-workflow';
import { RateLimiter } from '../../../../nodes/shared/api/rateLimit/rateLimiter';
import { request, type Connection } from '../../../../nodes/shared/api/request';
import { credentials, MINUTE, node, SECOND, VirtualClock } from '../support';

const url = new URL('https://service.invalid/api/v1/public/chats');
const RATE = 'Rate limit exceeded';

/** A service that accepts reads and refuses each write with 429 and these words; each run of the key is a connection. */
function setUp(
	words = RATE,
	accepts: (method: string, at: number) => boolean = (method) => method === 'GET',
) {
	const clock = new VirtualClock();
	const sent: Array<{ method: string; at: number }> = [];
	const send = async (_type: string, { method }: { method: string }) => {
		const isAccepted = accepts(method, clock.elapsed);
		sent.push({ method, at: clock.elapsed });
		await clock.sleep(200);
		return isAccepted
			? { statusCode: 200, headers: {}, body: '{}' }
			: { statusCode: 429, headers: {}, body: JSON.stringify({ error: words }) };
	};
	const limiter = new RateLimiter(50, MINUTE, clock);
	const startRun = (signal?: AbortSignal): Connection => {
		const helpers = { httpRequestWithAuthentication: send };
		const getExecutionCancelSignal = () => signal;
		const context = {
			getNode: () => node,
			getExecutionCancelSignal,
			helpers,
		} as unknown as IExecuteFunctions;
		return { context, credentials, limiter, run: limiter.startRun(), clock };
	};
	/** Sends requests one after another. */
	const inTurn = async (connection: Connection, method: 'GET' | 'POST', count: number) => {
		const verdicts = [];
		for (let item = 0; item < count; item++) {
			verdicts.push(await request(connection, method, url));
		}
		return verdicts;
	};
	const count = (method: string) => sent.filter((one) => one.method === method).length;
	return { clock, sent, startRun, inTurn, count };
}

describe('a request that is always refused', () => {
	it('holds up 40 reads of another run for little more than a window', async () => {
		const { clock, startRun, inTurn, count } = setUp();
		const message = inTurn(startRun(), 'POST', 1);
		await clock.pass(SECOND);
		const reads = await clock.until(inTurn(startRun(), 'GET', 40));

		expect(reads.every(({ ok }) => ok)).toBe(true);
		expect(clock.elapsed).toBeLessThan(90 * SECOND);
		const [verdict] = await clock.until(message);
		expect(verdict).toMatchObject({ problem: { message: RATE, httpCode: '429' } });
		expect(JSON.stringify(verdict)).toContain('while it accepted others with the same API key');
		expect(clock.elapsed).toBeLessThan(13 * MINUTE);
		expect(clock.elapsed).toBeGreaterThan(8 * MINUTE);
		expect(count('POST')).toBeLessThan(30);
	});

	it('ends by itself: the other items of its run are sent, each once, and hold up nobody', async () => {
		const { clock, startRun, inTurn, count } = setUp();
		const messages = inTurn(startRun(), 'POST', 9);
		await clock.pass(SECOND);
		const reader = startRun();
		await clock.until(inTurn(reader, 'GET', 40));
		const before = count('POST');
		const verdicts = await clock.until(messages);
		const elapsed = clock.elapsed;
		await clock.until(inTurn(reader, 'GET', 10));

		expect(verdicts.filter(({ ok }) => ok)).toEqual([]);
		expect(count('POST') - before).toBeGreaterThanOrEqual(8);
		expect(elapsed).toBeLessThan(13 * MINUTE);
		expect(clock.elapsed - elapsed).toBeLessThan(10 * SECOND);
	});

	it('does not hold up another item of its own run', async () => {
		const { clock, startRun, inTurn } = setUp();
		const connection = startRun();
		void inTurn(connection, 'POST', 1);
		const read = clock.until(inTurn(connection, 'GET', 1));

		expect(await read).toMatchObject([{ ok: true }]);
		expect(clock.elapsed).toBeLessThan(90 * SECOND);
	});

	it('and two more of the kind do not hold up reads either', async () => {
		const { clock, startRun, inTurn } = setUp();
		for (let run = 0; run < 3; run++) void inTurn(startRun(), 'POST', 1);
		await clock.pass(SECOND);
		const reads = await clock.until(inTurn(startRun(), 'GET', 40));

		expect(reads.every(({ ok }) => ok)).toBe(true);
		expect(clock.elapsed).toBeLessThan(3 * MINUTE);
	});

	it('is reported as waiting meanwhile', async () => {
		const { clock, startRun, inTurn } = setUp();
		const writer = startRun();
		let waits = 0;
		writer.onDelay = (ended) => {
			waits += 1;
			void ended.then(() => (waits -= 1));
		};
		const message = inTurn(writer, 'POST', 1);
		await clock.pass(SECOND);
		await clock.until(inTurn(startRun(), 'GET', 40));
		await clock.pass(2 * MINUTE + 30 * SECOND);
		expect(waits).toBe(1);
		await clock.until(message);

		expect(waits).toBe(0);
	});

	it('is sent as soon as the service accepts it, and its run goes on', async () => {
		const later = 3 * MINUTE;
		const { clock, startRun, inTurn } = setUp(RATE, (method, at) => method === 'GET' || at > later);
		const messages = inTurn(startRun(), 'POST', 20);
		await clock.pass(SECOND);
		await clock.until(inTurn(startRun(), 'GET', 40));

		expect((await clock.until(messages)).every(({ ok }) => ok)).toBe(true);
		expect(clock.elapsed).toBeLessThan(later + 2 * MINUTE);
	});

	it('waits on with all others while other programs use up the limit', async () => {
		// Each seventh request finds a slot, whichever process sends it.
		let number = 0;
		const { clock, startRun, inTurn } = setUp(RATE, () => ++number % 7 === 0);
		const runs = [1, 2, 3].map(async () => await inTurn(startRun(), 'POST', 10));
		const verdicts = (await clock.until(Promise.all(runs))).flat();

		expect(verdicts.every(({ ok }) => ok)).toBe(true);
	});
});

describe.each([
	'Daily message limit reached',
	'Quota exceeded',
	'You have no credits left',
	'Your plan allows 20 messages a month',
])('"%s"', (words) => {
	it('ends the request immediately, in these words, and holds up nobody', async () => {
		const { clock, startRun, inTurn, count } = setUp(words);
		const verdicts = await clock.until(inTurn(startRun(), 'POST', 3));
		await clock.until(inTurn(startRun(), 'GET', 40));

		expect(verdicts).toMatchObject(
			Array.from({ length: 3 }, () => ({
				problem: { message: words, failure: { cause: 'quota-exhausted' } },
			})),
		);
		expect(count('POST')).toBe(3);
		expect(clock.elapsed).toBeLessThan(12 * SECOND);
	});
});

it('a run that is stopped does not wait for a request that is refused alone', async () => {
	const { clock, startRun, inTurn } = setUp();
	const stop = new AbortController();
	const writer = startRun(stop.signal);
	const message = inTurn(writer, 'POST', 1);
	await clock.pass(SECOND);
	await clock.until(inTurn(startRun(), 'GET', 40));
	const before = clock.elapsed;
	stop.abort(new Error('The execution was stopped'));

	await expect(clock.until(message)).rejects.toThrow('The execution was stopped');
	expect(clock.elapsed - before).toBeLessThan(SECOND);
});

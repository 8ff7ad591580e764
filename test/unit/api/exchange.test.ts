import { PublicOutreachApi } from '../../../credentials/PublicOutreachApi.credentials';
import { exchange } from '../../../nodes/shared/api/http/exchange';
import { asked } from './problems';
import { credentials, scripted, SECOND } from './support';

const url = new URL('/api/v1/public/campaigns/', credentials.origin);
const request = { ...asked(), url, timeoutMs: SECOND };

/** Headers as n8n passes them: an instance of a class. */
class Headers {
	constructor(headers: Record<string, unknown>) {
		Object.assign(this, headers);
	}
}

async function outcomeOf(send: () => Promise<unknown>) {
	const { connection, clock } = scripted([]);
	const helpers = { httpRequestWithAuthentication: send };
	const context = Object.assign(connection.context, { helpers });
	return await clock.until(exchange(context, credentials, request, clock));
}
const outcomeWith = async (response: unknown) => await outcomeOf(async () => response);
const failed = async (reason: unknown) => await outcomeOf(async () => await Promise.reject(reason));

describe('a response', () => {
	it('keeps its status, text and the headers that matter', async () => {
		const headers = new Headers({ 'retry-after': '7', date: 'x', server: 'y', location: 8 });

		expect(await outcomeWith({ statusCode: 429, headers, body: 'Oops' })).toEqual({
			kind: 'response',
			status: 429,
			headers: { 'retry-after': '7', date: 'x' },
			text: 'Oops',
			retryAfterMs: 7_000,
		});
	});

	it.each([
		[null, ''],
		[undefined, ''],
		['', ''],
		[{ a: 1 }, '{"a":1}'],
		[[1], '[1]'],
	])('of %j reads as text, with or without headers', async (body, text) => {
		expect(await outcomeWith({ statusCode: 200, body })).toMatchObject({ headers: {}, text });
		expect(await outcomeWith({ statusCode: 200, headers: {}, body })).toMatchObject({ text });
	});

	it('loses the key wherever it repeats it', async () => {
		const { apiKey } = credentials;
		const headers = { location: `/x?key=${apiKey}`, link: `</x?key=${apiKey}>; rel="next"` };
		const outcome = await outcomeWith({ statusCode: 302, headers, body: `Key ${apiKey}` });

		expect(JSON.stringify(outcome)).not.toContain('the-secret-half');
	});

	it.each(['a text', undefined])('in a form that nobody knows is a failure: %j', async (form) => {
		expect(await outcomeWith(form)).toMatchObject({ kind: 'failure' });
	});
});

describe('a failure', () => {
	it("gives the network's code and words", async () => {
		const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
		const wrapped = Object.assign(new Error('stock words', { cause }), { code: 'OTHER' });

		expect(await failed(wrapped)).toEqual({
			kind: 'failure',
			code: 'ECONNREFUSED',
			reason: 'connect ECONNREFUSED',
		});
	});

	const NAMELESS = [undefined, null, 'text', 7, {}, new Error('plain')];

	it.each(NAMELESS)('that says nothing of its kind is unknown: %p', async (thrown) => {
		expect(await failed(thrown)).toMatchObject({ kind: 'failure', code: 'UNKNOWN' });
	});

	it('loses the key wherever it repeats it', async () => {
		const thrown = new Error(`Bad header ${credentials.apiKey}`);

		expect(await failed(thrown)).toMatchObject({ reason: 'Bad header 5f3a9c1e.***' });
	});
});

/** That it ends a connection at the deadline and at a stop is tested in test/engine/faults/delays.test.ts. */
describe("the client's signal", () => {
	const execution = new AbortController().signal;
	const { signal } = new AbortController();

	const values = [signal, undefined, null, true, {}, { aborted: true }];
	const marks = [{}, ...values.map((clientAbortSignal) => ({ clientAbortSignal }))];

	it.each(marks)('ends requests of the client alone, and is not shown: %p', async (mark) => {
		const data = { ...credentials, baseUrl: credentials.origin };
		// As n8n leaves it: `abortSignal` is overwritten with the execution's signal.
		const given = { url: url.href, abortSignal: execution, ...mark };
		const options = await new PublicOutreachApi().authenticate(data, given);

		const isClient = Object.values(mark).includes(signal);
		expect(options.abortSignal).toBe(isClient ? signal : execution);
		if (isClient) expect(options).not.toHaveProperty('clientAbortSignal');
	});

	it('leaves a connection alone that brought its response, for others to use', async () => {
		const { connection, clock, tries, stop } = scripted([{ afterMs: 20 }]);
		const outcome = exchange(connection.context, credentials, request, clock, stop.signal);
		const sent = tries[0] as unknown as { clientAbortSignal: AbortSignal };

		expect(await clock.until(outcome)).toMatchObject({ status: 200 });
		await clock.pass(2 * SECOND);
		stop.abort();
		await clock.pass(SECOND);
		expect(sent.clientAbortSignal.aborted).toBe(false);
	});
});

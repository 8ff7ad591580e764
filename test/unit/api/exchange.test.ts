import { exchange } from '../../../nodes/shared/api/http/exchange';
import { credentials, scripted } from './support';

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
	const request = {
		method: 'GET' as const,
		url: new URL('https://service.invalid/api/'),
		timeoutMs: 1_000,
	};
	return await clock.until(exchange(context, credentials, request, clock));
}
const answered = async (response: unknown) => await outcomeOf(async () => response);

describe.each(['zod', 'zod/v4'])('with %s', (name) => {
	beforeEach(() => {
		jest.resetModules();
		jest.doMock('zod', () => jest.requireActual(name));
	});
	afterEach(() => jest.dontMock('zod'));
	const fresh = async (send: () => Promise<unknown>) => {
		const module = await import('../../../nodes/shared/api/http/exchange');
		const { connection, clock } = scripted([]);
		const context = Object.assign(connection.context, {
			helpers: { httpRequestWithAuthentication: send },
		});
		const url = new URL('https://service.invalid/api/');
		const request = { method: 'GET' as const, url, timeoutMs: 1_000 };
		return await clock.until(module.exchange(context, credentials, request, clock));
	};

	it('an answer keeps its status, text and the headers that matter', async () => {
		const headers = new Headers({ 'retry-after': '7', date: 'x', server: 'y', location: 8 });

		expect(await fresh(async () => ({ statusCode: 429, headers, body: 'Oops' }))).toEqual({
			kind: 'response',
			status: 429,
			headers: { 'retry-after': '7', date: 'x' },
			text: 'Oops',
		});
	});

	it("a failure gives the network's code and words", async () => {
		const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
		const wrapped = Object.assign(new Error('stock words', { cause }), { code: 'OTHER' });

		expect(await fresh(async () => await Promise.reject(wrapped))).toEqual({
			kind: 'failure',
			code: 'ECONNREFUSED',
			reason: 'connect ECONNREFUSED',
		});
	});
});

describe('an answer', () => {
	it.each([
		[null, ''],
		[undefined, ''],
		['', ''],
		[{ a: 1 }, '{"a":1}'],
		[[1], '[1]'],
	])('of %j reads as text', async (body, text) => {
		expect(await answered({ statusCode: 200, headers: {}, body })).toMatchObject({ text });
	});

	it('without headers has none', async () => {
		expect(await answered({ statusCode: 200, body: '' })).toMatchObject({ headers: {} });
	});

	it('loses the key wherever it repeats it', async () => {
		const { apiKey } = credentials;
		const headers = { location: `/x?key=${apiKey}`, link: `</x?key=${apiKey}>; rel="next"` };
		const outcome = await answered({ statusCode: 302, headers, body: `Key ${apiKey}` });

		expect(JSON.stringify(outcome)).not.toContain('the-secret-half');
	});
});

describe('a failure', () => {
	it.each([undefined, null, 'text', 7, {}, new Error('plain')])(
		'that says nothing of its kind is unknown: %p',
		async (thrown) => {
			const outcome = await outcomeOf(async () => await Promise.reject(thrown));

			expect(outcome).toMatchObject({ kind: 'failure', code: 'UNKNOWN' });
		},
	);

	it('loses the key wherever it repeats it', async () => {
		const thrown = new Error(`Bad header ${credentials.apiKey}`);
		const outcome = await outcomeOf(async () => await Promise.reject(thrown));

		expect(outcome).toMatchObject({ reason: 'Bad header 5f3a9c1e.***' });
	});

	it('is what n8n answers in a form that nobody knows', async () => {
		expect(await answered('a text')).toMatchObject({ kind: 'failure' });
		expect(await answered(undefined)).toMatchObject({ kind: 'failure' });
	});
});

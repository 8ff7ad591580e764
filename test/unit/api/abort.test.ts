import { PublicOutreachApi } from '../../../credentials/PublicOutreachApi.credentials';
import { exchange } from '../../../nodes/shared/api/http/exchange';
import { asked } from './problems';
import { credentials, scripted, SECOND, type Reply } from './support';

const URL_OF_SERVICE = `${credentials.origin}/api/v1/public/campaigns/`;

describe('a request in the hands of the credential', () => {
	const execution = new AbortController().signal;
	const data = { ...credentials, baseUrl: credentials.origin };
	/** As n8n leaves it: `abortSignal` is overwritten with the execution's signal. */
	const authenticated = async (mark: object = {}) =>
		await new PublicOutreachApi().authenticate(data, {
			url: URL_OF_SERVICE,
			abortSignal: execution,
			...mark,
		});

	it("of the client ends by the client's signal, and does not show it otherwise", async () => {
		const { signal: clientAbortSignal } = new AbortController();
		const options = await authenticated({ clientAbortSignal });

		expect(options.abortSignal).toBe(clientAbortSignal);
		expect(options).not.toHaveProperty('clientAbortSignal');
	});

	it("of another node keeps the execution's signal", async () => {
		expect((await authenticated()).abortSignal).toBe(execution);
	});

	it.each([undefined, null, true, {}, { aborted: true }])(
		"keeps the execution's signal where the mark is none: %p",
		async (clientAbortSignal) => {
			expect((await authenticated({ clientAbortSignal })).abortSignal).toBe(execution);
		},
	);
});

describe("the client's signal", () => {
	/** Sends one request; returns its signal, and the time at which it was aborted. */
	function ask(reply: Reply) {
		const { connection, clock, tries, stop } = scripted([reply]);
		const url = new URL(URL_OF_SERVICE);
		const request = { ...asked(), url, timeoutMs: SECOND };
		const { context } = connection;
		const outcome = exchange(context, credentials, request, clock, stop.signal);
		const sent = tries[0] as unknown as { clientAbortSignal: AbortSignal };
		let endedAt: number | undefined;
		sent.clientAbortSignal.addEventListener('abort', () => {
			endedAt = clock.elapsed;
		});
		return { outcome, clock, stop, endedAt: () => endedAt };
	}

	it('ends the connection at the deadline', async () => {
		const { outcome, clock, endedAt } = ask({ afterMs: 10 * SECOND });

		expect(await clock.until(outcome)).toMatchObject({ code: 'TIMEOUT' });
		expect(endedAt()).toBe(SECOND);
	});

	it('ends it when the execution is stopped', async () => {
		const { outcome, clock, stop, endedAt } = ask({ afterMs: 10 * SECOND });
		clock.at(300, () => stop.abort(new Error('Stopped by the user')));

		await expect(clock.until(outcome)).rejects.toThrow('Stopped by the user');
		expect(endedAt()).toBe(300);
	});

	it('leaves a connection alone that brought its answer, for others to use', async () => {
		const { outcome, clock, stop, endedAt } = ask({ afterMs: 20 });

		expect(await clock.until(outcome)).toMatchObject({ status: 200 });
		await clock.pass(2 * SECOND);
		stop.abort();
		await clock.pass(SECOND);
		expect(endedAt()).toBeUndefined();
	});
});

import { PublicOutreachApi } from '../../../credentials/PublicOutreachApi.credentials';
import { exchange } from '../../../nodes/shared/api/http/exchange';
import { asked } from './problems';
import { credentials, scripted, SECOND } from './support';

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

	const marks = [undefined, null, true, {}, { aborted: true }];
	it.each([{}, ...marks.map((clientAbortSignal) => ({ clientAbortSignal }))])(
		"of another node keeps the execution's signal, whatever mark it has: %p",
		async (mark) => {
			expect((await authenticated(mark)).abortSignal).toBe(execution);
		},
	);
});

/** That it ends a connection at the deadline and at a stop is tested in test/engine/faults/delays.test.ts. */
it("the client's signal leaves a connection alone that brought its answer, for others to use", async () => {
	const { connection, clock, tries, stop } = scripted([{ afterMs: 20 }]);
	const request = { ...asked(), url: new URL(URL_OF_SERVICE), timeoutMs: SECOND };
	const outcome = exchange(connection.context, credentials, request, clock, stop.signal);
	const sent = tries[0] as unknown as { clientAbortSignal: AbortSignal };

	expect(await clock.until(outcome)).toMatchObject({ status: 200 });
	await clock.pass(2 * SECOND);
	stop.abort();
	await clock.pass(SECOND);
	expect(sent.clientAbortSignal.aborted).toBe(false);
});

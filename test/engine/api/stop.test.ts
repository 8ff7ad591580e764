import { until } from '../../../dev/until';
import { runAt } from '../faults/acceleratedClock';
import { credentials, items, READ, run, service, WRITE } from './support';

jest.mock('../../../nodes/shared/api/clock', () =>
	jest.requireActual('../faults/acceleratedClock'),
);

let keys = 0;
beforeEach(() => {
	// A minute lasts six seconds: a wait that is not aborted would end during the test, and a request would be sent.
	runAt(10);
	service.current.configure({ apiKeys: [`prefix.stopped-${++keys}`] });
});

const sent = () => service.current.requests.length;

/** Stops a run after this many requests; the test hangs if the run does not end. */
async function stopAfter(count: number, parameters = READ, requestsPerMinute = 10_000) {
	return await run(parameters, {
		items: items(30),
		credentials: credentials({ requestsPerMinute }),
		onStart: (stop) =>
			void until('the requests', () => (sent() >= count ? true : undefined)).then(stop),
	});
}

describe('an execution that is stopped', () => {
	it.each([
		['reads', READ],
		['writes', WRITE],
	])('ends at once while it waits for the limit: %s', async (_what, parameters) => {
		service.current.plan({ status: 200, body: { campaign: { id: 1 } }, times: 100 });
		const { run: whole, error } = await stopAfter(3, parameters, 3);

		expect(whole.status).toBe('canceled');
		expect(error?.message).toBe('The execution was canceled');
		expect(sent()).toBe(3);
	});

	it('does not hold up the next one', async () => {
		await stopAfter(3, READ, 3);
		const result = await run(READ, { credentials: credentials({ requestsPerMinute: 4 }) });

		expect(result.json).toHaveLength(1);
	});
});

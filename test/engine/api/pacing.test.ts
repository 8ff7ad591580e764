import type { INodeParameters } from 'n8n-workflow';
import { until } from '../../../dev/until';
import { runAt } from '../faults/acceleratedClock';
import { editor, node } from '../operations/support';
import { byId } from '../operations/wire';
import { credentials, items, LIST, READ, run, service, WRITE } from './support';

jest.mock('../../../nodes/shared/clock', () => jest.requireActual('../faults/acceleratedClock'));

const LIMIT = 5;
/** A minute of the package lasts a second, and so does the service's. */
const SPEED = 60;
/** The service's window, in accelerated time. */
const WINDOW_MS = 60_000 / SPEED;

let keys = 0;
beforeEach(() => {
	runAt(SPEED);
	// A key for each test, since what was sent with a key counts on.
	service.current.configure({
		requestsPerMinute: LIMIT,
		windowMs: WINDOW_MS,
		apiKeys: [`prefix-${++keys}.secret`],
	});
});

const paced = async (parameters = READ, count = 12, changes = {}, options = {}) => {
	const allowed = credentials({ requestsPerMinute: LIMIT, ...changes });
	return await run(parameters, { credentials: allowed, items: items(count), ...options });
};
const { searchCampaigns, searchLeadLists, searchSteps } = node.methods.listSearch;
const opened = () => editor({ campaignId: byId(103) }, credentials({ requestsPerMinute: LIMIT }));
/** Two minutes, or more on a busy machine. */
const TOOK = /^12 requests took \d+ min at 5 per minute$/;
/** The messages in the editor's console. */
const messagesShown = (messages: unknown[]) =>
	JSON.stringify(messages).match(/Waiting[^"]*/g) ?? [];
/** Without the last requests of a run that an earlier test has stopped. */
const statuses = () =>
	service.current.requests
		.filter(({ key }) => key === `prefix-${keys}`)
		.map(({ status }) => status);

describe('a run over the limit', () => {
	it('is never refused, does every item, and says that it waits, and how long it took', async () => {
		const { json, error, hints, messages } = await paced();

		expect(error).toBeUndefined();
		expect(json).toHaveLength(12);
		expect(new Set(statuses())).toEqual(new Set([200]));
		expect(hints).toEqual([expect.stringMatching(TOOK)]);
		const shown = messagesShown(messages);
		expect(shown[0]).toMatch(
			/^Waiting to stay within 5 requests per minute: \d+ of 12 items done$/,
		);
		// Every ten seconds, unless the machine is busy.
		expect(shown.length).toBeGreaterThanOrEqual(2);
	});

	it('reports the waits for the pages of a list, whose number is not known before', async () => {
		service.current.configure({ pageSize: 1 });
		// With two a minute, the fourth page would wait only if the third got its response fast enough.
		const { messages, hints } = await paced(LIST, 1, { requestsPerMinute: 1 });

		expect(hints).toEqual([expect.stringMatching(/^\d requests took/)]);
		expect(messagesShown(messages)[0]).toMatch(
			/^Waiting to stay within 1 request per minute: 0 of 1 items done$/,
		);
	});
});

describe('the limit of a key', () => {
	it('is shared by concurrent executions and by nodes in sequence', async () => {
		await paced(READ, 2);
		await Promise.all([paced(READ, 4), paced(READ, 4), paced(READ, 3)]);

		expect(statuses()).toHaveLength(13);
		expect(new Set(statuses())).toEqual(new Set([200]));
	});

	it.each([
		['a run with one item', () => paced(WRITE, 1)],
		['a list of campaigns in the editor', () => searchCampaigns.call(opened())],
		['a list of lead lists in the editor', () => searchLeadLists.call(opened())],
		['a list of steps in the editor', () => searchSteps.call(opened())],
	])('is shared fairly: %s does not wait for a run with many', async (_what, work) => {
		const long: { stop?: () => void } = {};
		const ended = paced(READ, 6 * LIMIT, {}, { onStart: (stop: () => void) => (long.stop = stop) });
		await until('a window that is used up', () => statuses().length >= LIMIT || undefined);
		const before = statuses().length;
		await work();
		const sentMeanwhile = statuses().length - before;
		long.stop?.();
		await ended;

		// It goes in the next window or the one after it, however many requests of the long run wait.
		expect(sentMeanwhile).toBeLessThanOrEqual(2 * LIMIT);
	});
});

describe('an execution that is stopped', () => {
	// A minute lasts six seconds: a wait that is not aborted would end during the test, and a request would be sent.
	beforeEach(() => runAt(10));

	/** Stops a run after so many requests as its limit allows; the test hangs if the run does not end. */
	const stopAfter = async (limit: number, parameters: INodeParameters) =>
		await paced(
			parameters,
			30,
			{ requestsPerMinute: limit },
			{
				onStart: (stop: () => void) =>
					void until('the requests', () => statuses().length >= limit || undefined).then(stop),
			},
		);

	it.each([
		['reads', READ],
		['writes', WRITE],
	])('ends immediately while it waits for the limit: %s', async (_what, parameters) => {
		service.current.plan({ status: 200, body: { campaign: { id: 1 } }, times: 100 });
		const { run: whole, error } = await stopAfter(3, parameters);

		expect(whole.status).toBe('canceled');
		expect(error?.message).toBe('The execution was canceled');
		expect(statuses()).toHaveLength(3);
	});

	it('does not hold up the next one', async () => {
		await stopAfter(3, READ);

		expect((await paced(READ, 1, { requestsPerMinute: 4 })).json).toHaveLength(1);
	});
});

import { until } from '../../../dev/until';
import { runAt } from '../faults/acceleratedClock';
import { credentials, items, LIST, READ, run, service, WRITE } from './support';

jest.mock('../../../nodes/shared/api/clock', () =>
	jest.requireActual('../faults/acceleratedClock'),
);
jest.setTimeout(60_000);

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
		apiKeys: [`prefix.secret-${++keys}`],
	});
});

const paced = async (parameters = READ, count = 12, changes = {}, options = {}) => {
	const allowed = credentials({ requestsPerMinute: LIMIT, ...changes });
	return await run(parameters, { credentials: allowed, items: items(count), ...options });
};
/** Two minutes, or more on a busy machine. */
const TOOK = /^12 requests took \d+ min at 5 per minute$/;
/** The messages in the editor's console. */
const messagesShown = (messages: unknown[]) =>
	JSON.stringify(messages).match(/(This run|Waiting|\d+ requests took)[^"]*/g) ?? [];
const statuses = () => service.current.requests.map(({ status }) => status);

describe('a run over the limit', () => {
	it('is never refused, does every item, and says how long it takes, that it waits, and how long it took', async () => {
		const { json, error, hints, messages } = await paced();

		expect(error).toBeUndefined();
		expect(json).toHaveLength(12);
		expect(new Set(statuses())).toEqual(new Set([200]));
		expect(hints).toEqual([expect.stringMatching(TOOK)]);
		const shown = messagesShown(messages);
		expect(shown[0]).toBe(
			'This run takes at least 2 min, because the API key allows 5 requests per minute',
		);
		// Every ten seconds, unless the machine is busy.
		expect(shown.length).toBeGreaterThanOrEqual(4);
		expect(shown[1]).toMatch(
			/^Waiting to stay within 5 requests per minute: \d of 12 items done, at least \d+ (s|min) left$/,
		);
		// The second window has come, and on a busy machine the third as well.
		expect(shown.at(-2)).toMatch(/: ([5-9]|10|11) of 12 items done/);
		expect(shown.at(-1)).toMatch(TOOK);
	});

	it('reports the waits for the pages of a list, whose number is not known before', async () => {
		service.current.configure({ pageSize: 1, paging: 'total' });
		// With two a minute, the fourth page would wait only if the third were answered fast enough.
		const { messages, hints } = await paced(LIST, 1, { requestsPerMinute: 1 });

		expect(hints).toEqual([expect.stringMatching(/^\d requests took/)]);
		expect(messagesShown(messages)[0]).toMatch(
			/^Waiting .*: 0 of 1 items done, at least \d+ s left$/,
		);
	});
});

it('a run that is not started in the editor sends no messages, and succeeds as well', async () => {
	const { messages, hints, json } = await paced(READ, 7, {}, { mode: 'trigger' });

	expect(json).toHaveLength(7);
	expect(messages).toEqual([]);
	expect(hints).toHaveLength(1);
});

it('a run under the limit has neither hint nor message', async () => {
	const { hints, messages } = await paced(READ, LIMIT);

	expect(hints).toEqual([]);
	expect(messages).toEqual([]);
});

describe('the limit of a key', () => {
	it('is shared by concurrent executions and by nodes in sequence', async () => {
		await paced(READ, 2);
		await Promise.all([paced(READ, 4), paced(READ, 4), paced(READ, 3)]);

		expect(statuses()).toHaveLength(13);
		expect(new Set(statuses())).toEqual(new Set([200]));
	});

	it('is shared fairly: a run with one item does not wait for a run with many', async () => {
		const long = paced(READ, 6 * LIMIT);
		await until('a window that is used up', () => statuses().length >= LIMIT || undefined);
		const before = statuses().length;
		await paced(WRITE, 1);
		const place = service.current.requests.findIndex(({ method }) => method !== 'GET');
		await long;

		// In the next window or the one after it, however many requests of the long run wait.
		expect(place - before).toBeLessThanOrEqual(2 * LIMIT);
		expect(statuses()).toHaveLength(6 * LIMIT + 1);
	});
});

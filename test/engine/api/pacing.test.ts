import { timers } from '../../../dev/platform';
import { runAt } from '../faults/fastTime';
import { credentialsFor, items, READ, run, service, WRITE } from './support';

jest.mock('../../../nodes/shared/api/clock', () =>
	jest.requireActual<typeof import('../faults/fastTime')>('../faults/fastTime').fastClockModule(),
);
jest.setTimeout(60_000);

const LIMIT = 5;
/** A minute of the package lasts a second, and so does the service's. */
const SPEED = 60;
/** A window that many requests are let into, as the service sees it. */
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

const paced = async (parameters = READ, count = 12, changes = {}) => {
	const credentials = { ...credentialsFor(service.current), requestsPerMinute: LIMIT, ...changes };
	return await run(parameters, { credentials, items: items(count) });
};
const statuses = () => service.current.requests.map(({ status }) => status);

describe('a run over the limit', () => {
	it('meets no refusal, and every item is done', async () => {
		const { json, error } = await paced();

		expect(error).toBeUndefined();
		expect(json).toHaveLength(12);
		expect(new Set(statuses())).toEqual(new Set([200]));
	});

	it('leaves a hint that it was paced, and how many requests waited', async () => {
		const { hints } = await paced();

		expect(hints).toEqual([
			'This run was paced: 7 requests waited, so that the API key stayed within 5 requests a minute',
		]);
	});

	it('tells the editor that it waits, for how long and how far it is', async () => {
		const { messages } = await paced();
		const told = JSON.stringify(messages).match(/Waiting about [^"]*/g) ?? [];

		expect(told[0]).toMatch(
			/^Waiting about (59|60|61) s to keep within 5 requests a minute: \d of 12 items done$/,
		);
		// The second window has come and gone, the third is waited for.
		expect(told.at(-1)).toMatch(/: ([6-9]|10) of 12 items done$/);
	});
});

describe('a run under the limit', () => {
	it('has neither hint nor message', async () => {
		const { hints, messages } = await paced(READ, LIMIT);

		expect(hints).toEqual([]);
		expect(JSON.stringify(messages)).not.toContain('Waiting');
	});
});

describe('the limit of a key', () => {
	it('is one for executions side by side and nodes one after another', async () => {
		await paced(READ, 2);
		await Promise.all([paced(READ, 4), paced(READ, 4), paced(READ, 3)]);

		expect(statuses()).toHaveLength(13);
		expect(new Set(statuses())).toEqual(new Set([200]));
	});

	it('lets them go in the order in which they came', async () => {
		await paced(READ, LIMIT);
		const done: string[] = [];
		const first = paced(WRITE, 1).then(() => done.push('first'));
		await new Promise((resolve) => {
			timers.setImmediate(resolve);
		});
		const second = paced(READ, 1).then(() => done.push('second'));
		await Promise.all([first, second]);

		expect(done).toEqual(['first', 'second']);
	});

	it('holds for whoever uses it with another limit in the credential', async () => {
		await Promise.all([paced(READ, 4, { requestsPerMinute: 3 }), paced(READ, 4)]);

		expect(new Set(statuses())).toEqual(new Set([200]));
	});

	it('is another for another key', async () => {
		const { apiKeys } = { apiKeys: [service.current.apiKey, 'prefix.other-secret'] };
		service.current.configure({ apiKeys });
		await paced(READ, LIMIT);
		const { hints } = await paced(READ, LIMIT, { apiKey: 'prefix.other-secret' });

		expect(hints).toEqual([]);
	});
});

describe('a key that somebody else uses up', () => {
	it('is waited for until there is room, and every item is done', async () => {
		const other = async () =>
			await fetch(`${service.current.url}/api/v1/public/chats`, {
				headers: { 'x-api-key': service.current.apiKey },
			});
		await Promise.all(Array.from({ length: LIMIT }, other));
		const { json, error, hints } = await paced(READ, 8);

		expect(error).toBeUndefined();
		expect(json).toHaveLength(8);
		expect(statuses()).toContain(429);
		expect(hints).toHaveLength(1);
	});
});

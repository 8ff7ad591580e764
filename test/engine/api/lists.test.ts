import { LIST, run, service, wordsOf } from './support';

jest.mock('../../../nodes/shared/api/clock', () =>
	jest.requireActual<typeof import('./instantClock')>('./instantClock').instantClockModule(),
);

const answer = (body: unknown, headers = {}) =>
	service.current.plan({ status: 200, body, headers });
const ids = async (parameters = LIST) => (await run(parameters)).json.map(({ id }) => id);
const queries = () => service.current.requests.map(({ query }) => query);
const limited = (limit: number) => ({ ...LIST, returnAll: false, limit });

describe('the shape of a list', () => {
	it.each([
		...[
			'campaigns',
			'steps',
			'lead_lists',
			'chats',
			'leads',
			'prospects',
			'results',
			'data',
			'items',
		],
		'whatever',
	])('may be an object with the list under %s', async (key) => {
		answer({ count: 2, [key]: [{ id: 1 }, { id: 2 }] });

		expect(await ids()).toEqual([1, 2]);
	});

	it('is the one under the expected key, when there are several lists', async () => {
		answer({ campaigns: [{ id: 1 }], lead_lists: [{ id: 2 }] });

		expect(await ids({ ...LIST, resource: 'leadList' })).toEqual([2]);
	});

	it('may be a bare array', async () => {
		answer([{ id: 1 }, { id: 2 }]);

		expect(await ids()).toEqual([1, 2]);
	});

	it('may be missing: the object itself, with a hint', async () => {
		answer({ id: 1, tags: [], notes: [] });
		const { json, hints } = await run(LIST);

		expect(json).toEqual([{ id: 1, tags: [], notes: [] }]);
		expect(hints).toEqual([expect.stringContaining('no list was found')]);
	});

	it('may have a quarter of a million elements', async () => {
		const body = { campaigns: Array.from({ length: 250_000 }, (_, id) => ({ id })) };
		answer(body);

		expect(await ids()).toHaveLength(250_000);
	});
});

describe('a list in pages', () => {
	it.each(['envelope', 'array'] as const)('is followed to its end: %s', async (listShape) => {
		service.current.configure({ pageSize: 1, listShape });

		expect(await ids()).toEqual([101, 102, 103, 104]);
		expect(queries()).toEqual(['', 'page=2', 'page=3', 'page=4']);
	});

	it('is not fetched beyond the limit', async () => {
		service.current.configure({ pageSize: 1 });

		expect(await ids(limited(2))).toEqual([101, 102]);
		expect(queries()).toHaveLength(2);
	});

	it('is cut at the limit within a page', async () => {
		service.current.configure({ pageSize: 3 });

		expect(await ids(limited(2))).toEqual([101, 102]);
		expect(queries()).toHaveLength(1);
	});

	it('whose limit is reached may continue anywhere', async () => {
		answer({ campaigns: [{ id: 1 }, { id: 2 }], next: 'https://elsewhere.invalid/' });

		expect(await ids(limited(2))).toEqual([1, 2]);
	});

	it('that names a page again ends there', async () => {
		answer({ campaigns: [{ id: 1 }], next: '?page=2' });
		answer({ campaigns: [{ id: 2 }], next: '?page=2' });

		expect(await ids()).toEqual([1, 2]);
	});

	it('that continues at another origin fails with a message that it cannot be followed', async () => {
		answer({ campaigns: [{ id: 1 }], next: 'https://elsewhere.invalid/' });

		expect(wordsOf(await run(LIST))).toMatch(/goes on at another address/);
	});

	it('requests a page again whose response is lost', async () => {
		service.current.configure({ pageSize: 2 });
		service.current.plan({ kind: 'reset', after: 1 });

		expect(await ids()).toEqual([101, 102, 103, 104]);
	});
});

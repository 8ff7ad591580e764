import type { Fault, SimulatorOptions } from '../../../dev/simulator';
import { isPagingForm, pagingForms } from '../../../dev/simulator/paging';
import { LIST, run, service, wordsOf } from './support';

jest.mock('../../../nodes/shared/api/clock', () => jest.requireActual('./instantClock'));

const FORMS = Object.keys(pagingForms).filter(isPagingForm);
const ALL = [101, 102, 103, 104];
const SEARCH = {
	resource: 'prospect',
	operation: 'search',
	filters: '{"industry":["Retail","Software","Logistics","Health"]}',
	returnAll: true,
};

const ids = async (parameters = LIST) => (await run(parameters)).json.map(({ id }) => id);
const requests = () => service.current.requests.length;
const configure = (options: SimulatorOptions) => service.current.configure(options);
const rows = (from: number, count: number) =>
	Array.from({ length: count }, (_row, index) => ({ id: from + index }));
const answer = (body: unknown, fault = {}) => service.current.plan({ status: 200, body, ...fault });

describe('a list in pages is complete, with one request for each page', () => {
	it.each(FORMS.filter((form) => form !== 'silent'))('in the form %s', async (paging) => {
		configure({ pageSize: 1, paging });
		const { json, hints } = await run(LIST);

		expect(json.map(({ id }) => id)).toEqual(ALL);
		expect(requests()).toBe(4);
		expect(hints).toEqual([]);
	});

	it.each([
		['next', 'data'],
		['total', 'data'],
		['meta.total_pages', 'data'],
		['nextCursor', 'data'],
		['link', 'array'],
	] as const)('in the form %s around a list in the shape %s', async (paging, listShape) => {
		configure({ pageSize: 3, paging, listShape });

		expect(await ids()).toEqual(ALL);
		expect(requests()).toBe(2);
	});

	it('whatever the list is of', async () => {
		configure({ pageSize: 2, paging: 'total' });

		expect(await ids({ ...LIST, resource: 'leadList' })).toEqual([301, 302, 303, 304]);
		expect(await ids({ ...LIST, resource: 'chat' })).toHaveLength(4);
	});

	it('with elements that have few of their fields', async () => {
		configure({ pageSize: 3, paging: 'total', sparseElements: true });

		expect(await ids()).toEqual(ALL);
	});

	it('and repeats no element that moved to the next page meanwhile', async () => {
		answer({ campaigns: [{ id: 1 }, { id: 2 }], next: '?page=2' });
		answer({ campaigns: [{ id: 2 }, { id: 3 }], next: null });

		expect(await ids()).toEqual([1, 2, 3]);
	});

	it.each(['next', 'total'] as const)('and keeps the query of the first: %s', async (paging) => {
		configure({ pageSize: 3, paging });
		await run({ ...LIST, options: { queryParameters: '{"status":"ACTIVE"}' } });

		expect(service.current.requests.map(({ query }) => query)).toEqual([
			'status=ACTIVE',
			'status=ACTIVE&page=2',
		]);
	});
});

describe('a list that says nothing of pages', () => {
	it.each([
		['25 elements', 25, {}],
		['50 elements', 50, {}],
		['100 elements', 100, {}],
		['a quarter of a million elements', 250_000, {}],
		['their count', 25, { count: 25 }],
	])('is whole after one request: %s', async (_what, count, beside) => {
		answer({ campaigns: rows(1, count), ...beside });

		expect(await ids()).toHaveLength(count);
		expect(requests()).toBe(1);
	});
});

it('an answer without a list is one item, with a hint', async () => {
	answer({ id: 1, tags: [], notes: [] });
	const { json, hints } = await run(LIST);

	expect(json).toEqual([{ id: 1, tags: [], notes: [] }]);
	expect(hints).toEqual([expect.stringContaining('no list was found')]);
});

describe('a limit', () => {
	it.each(FORMS)('fetches no page that it does not need: %s', async (paging) => {
		configure({ pageSize: 2, paging });

		expect(await ids({ ...LIST, returnAll: false, limit: 2 })).toEqual([101, 102]);
		expect(requests()).toBe(1);
	});

	it('that is reached lets the list continue anywhere', async () => {
		answer({ campaigns: rows(1, 2), next: 'https://elsewhere.invalid/' });

		expect(await ids({ ...LIST, returnAll: false, limit: 2 })).toEqual([1, 2]);
	});

	it('below what the service reports is no reason for a hint', async () => {
		configure({ pageSize: 2, paging: 'total' });
		const { hints } = await run({ ...LIST, returnAll: false, limit: 3 });

		expect(hints).toEqual([]);
	});
});

describe('a list of which the service has more than it gives', () => {
	const incomplete = 'The service reports 14 elements, but only 4 could be read';

	it.each(FORMS.filter((form) => /total$|offset|count|^next$|pagination$/.test(form)))(
		'says so with both numbers: %s',
		async (paging) => {
			configure({ pageSize: 2, paging, missingElements: 10 });
			const { json, hints } = await run(LIST);

			expect(json.map(({ id }) => id)).toEqual(ALL);
			expect(hints).toEqual([incomplete]);
		},
	);

	const of60 = /^The service reports 60 elements, but only 25 could be read$/;
	const again = { total: 60, page: 1, page_size: 25 };
	const unknown = { status: 400, body: { detail: 'Unknown parameter "page"' } };

	it.each<[string, object, Fault | undefined, RegExp]>([
		['repeats the one before', again, undefined, of60],
		['is not there', { count: 60 }, unknown, of60],
		['is named, but brings nothing new', { has_more: true }, undefined, /on after 25 elements/],
	])('ends with a page that %s, and says so', async (_what, paging, fault, hint) => {
		const page = { status: 200, body: { campaigns: rows(1, 25), ...paging } };
		service.current.plan(page, fault ?? { ...page, times: 5 });
		const { json, hints } = await run(LIST);

		expect(json).toHaveLength(25);
		expect(hints).toEqual([expect.stringMatching(hint)]);
		expect(requests()).toBe(2);
	});
});

it('a list that names a page again ends there', async () => {
	answer({ campaigns: [{ id: 1 }], next: '?page=2' });
	answer({ campaigns: [{ id: 2 }], next: '?page=2' });

	expect(await ids()).toEqual([1, 2]);
});

describe('a page that finally fails', () => {
	it('ends the run, and says how much had been read', async () => {
		configure({ pageSize: 1 });
		service.current.plan({ status: 500, after: 2, times: 10 });
		const result = await run(LIST);

		expect(result.json).toEqual([]);
		expect(wordsOf(result)).toMatch(
			/page 3 of the list; 2 elements had been read before it.*limit of 2/,
		);
	});

	it('which the service named is no end of the list', async () => {
		configure({ pageSize: 1, paging: 'links.next' });
		service.current.plan({ status: 404, body: { detail: 'Invalid page.' }, after: 1 });

		expect(wordsOf(await run(LIST))).toMatch(/^Invalid page\./);
	});
});

describe('a prospect search', () => {
	const everybody = () => service.current.state.leads.map(({ id }) => id);

	it.each(FORMS.filter((form) => form !== 'silent'))(
		'goes on past a page that is shorter than it asked for: %s',
		async (searchPaging) => {
			configure({ clampedPageSize: 10, searchPaging });
			const { json, hints } = await run({ ...SEARCH, filters: '{"job_title":"e"}' });

			const found = json.map(({ id }) => id);
			expect(found).toEqual(everybody().filter((id) => found.includes(id)));
			expect(found.length).toBeGreaterThan(20);
			expect(requests()).toBe(3);
			expect(hints).toEqual([]);
		},
	);

	it('goes on after 25 where it asked for 100, though nothing is said of pages', async () => {
		answer({ prospects: rows(1, 25) });
		answer({ prospects: rows(26, 7) });

		expect(await ids(SEARCH)).toHaveLength(32);
		expect(requests()).toBe(2);
	});

	it('that begins with a later page does not miss those before', async () => {
		answer({ prospects: rows(101, 20), total: 120 });
		const { hints } = await run({ ...SEARCH, options: { startPage: 2 } });

		expect(hints).toEqual([]);
		expect(requests()).toBe(1);
	});
});

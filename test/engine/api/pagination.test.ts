import { isPagingForm, pagingForms } from '../../../dev/simulator/paging';
import { LIST, run, service } from './support';

jest.mock('../../../nodes/shared/api/clock', () => jest.requireActual('./instantClock'));

const ALL_FORMS = Object.keys(pagingForms).filter(isPagingForm);
const FORMS = ALL_FORMS.filter((form) => form !== 'silent');
const search = async (options: { filters: string; startPage?: number }) =>
	await run({ resource: 'prospect', operation: 'search', returnAll: true, options });

const requests = () => service.current.requests.length;
const rows = (from: number, count: number) =>
	Array.from({ length: count }, (_row, index) => ({ id: from + index }));

describe('a list', () => {
	it('in pages is complete, with one request for each page, whatever it is of', async () => {
		service.current.configure({ pageSize: 3, paging: 'total' });
		const first = [];
		for (const resource of ['campaign', 'leadList', 'chat']) {
			const { json, hints } = await run({ ...LIST, resource });
			first.push(json[0]?.id);
			expect(json).toHaveLength(4);
			expect(hints).toEqual([]);
		}

		expect(first.slice(0, 2)).toEqual([101, 301]);
		expect(requests()).toBe(6);
	});

	it('that says nothing of pages is whole after one request, however long', async () => {
		service.current.plan({ status: 200, body: { campaigns: rows(1, 250_000) } });

		expect((await run(LIST)).json).toHaveLength(250_000);
		expect(requests()).toBe(1);
	});
});

describe('a prospect search', () => {
	it.each(FORMS)('goes on past a page shorter than it asked for: %s', async (searchPaging) => {
		service.current.configure({ clampedPageSize: 10, searchPaging });
		const { json, hints } = await search({ filters: '{"job_title":"e"}' });

		const found = json.map(({ id }) => id);
		const everybody = service.current.state.leads.map(({ id }) => id);
		expect(found).toEqual(everybody.filter((id) => found.includes(id)));
		expect(found.length).toBeGreaterThan(50);
		expect(requests()).toBe(6);
		expect(hints).toEqual([]);
	});

	it('that begins with a later page does not miss those before', async () => {
		service.current.plan({ status: 200, body: { prospects: rows(101, 20), total: 120 } });
		const { hints } = await search({ filters: '{"industry":["Retail"]}', startPage: 2 });

		expect(hints).toEqual([]);
		expect(requests()).toBe(1);
	});
});

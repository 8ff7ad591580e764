import type { INodeParameters } from 'n8n-workflow';
import { PublicOutreachTrigger } from '../../../nodes/PublicOutreachTrigger/PublicOutreachTrigger.node';
import { operationsWith } from '../../unit/operations/properties';
import { cases } from './cases';
import { respondWith, byId, editor, items, node, run, simulator, succeed, wire } from './support';

const { searchCampaigns, searchSteps } = node.methods.listSearch;
const { getCampaigns } = new PublicOutreachTrigger().methods.loadOptions;

const ELEMENTS = [
	{ id: 7, name: 'Whole', colour: 'red' },
	{ name: 'No ID' },
	{ id: null, name: 'Null' },
];

/** What no schema asks for: fields that are null, of another type, or not described. */
const ODD = {
	...{ id: '8', name: null, sending_window: 'always', email_max_messages: '5', extra: [] },
	...{ company: null, custom_fields: { a: { b: 1 } }, email: 5, delay_in_hours: 'x', status: 1 },
};

describe('a list in which one element has no ID', () => {
	it.each<[string, string, number, INodeParameters, object]>([
		['campaign.getAll', 'campaigns', 2, {}, {}],
		['campaign.getManyAnalytics', 'campaigns', 2, {}, {}],
		['campaignStep.getAll', 'steps', 2, { campaignId: byId(103) }, { campaign_id: 103 }],
		['chat.getAll', 'chats', 0, {}, {}],
		['leadList.getAll', 'lead_lists', 2, {}, {}],
		['leadList.getLeads', 'leads', 0, { leadListId: byId(301) }, { lead_list_id: 301 }],
		['leadList.getLeads', 'companies', 0, { leadListId: byId(304) }, { lead_list_id: 304 }],
		['apiKey.getAll', 'api_keys', 2, {}, {}],
	])('is output whole by %s, which tells of the %s that differ: %d', async (...row) => {
		const [name, key, differ, fields, owner] = row;
		const elements = [...ELEMENTS, ODD];
		// Beside other lists, the one under the expected key counts.
		respondWith({ campaigns: [], prospects: [{ id: 1 }], [key]: elements });
		const { json, hints } = await run(name, { ...fields, returnAll: true });

		expect(json).toEqual(elements.map((element) => ({ ...element, ...owner })));
		const words = new RegExp(
			`^${differ} elements of the list differ .*expected \\(id is missing or invalid\\)`,
		);
		expect(hints).toEqual(differ > 0 ? [expect.stringMatching(words)] : []);
	});

	it('leaves a hint that does not count what is behind the limit', async () => {
		respondWith({ campaigns: ELEMENTS });
		const { hints, json } = await run('campaign.getAll', { returnAll: false, limit: 2 });

		expect(json).toHaveLength(2);
		const words =
			/^1 element of the list differs from what was expected \(id is missing or invalid/;
		expect(hints).toEqual([expect.stringMatching(words)]);
	});

	it('offers the others to choose from', async () => {
		respondWith({ campaigns: [{ name: 'No ID' }, { id: 7, name: 'Whole' }] });

		expect((await searchCampaigns.call(editor())).results).toEqual([
			{ name: 'Whole (ID 7)', value: '7' },
		]);
	});

	it('leaves every step its place', async () => {
		respondWith({ steps: [{ step_type: 'EMAIL' }, { id: 7, step_type: 'EMAIL' }] });
		const { results } = await searchSteps.call(editor({ campaignId: byId(103) }));

		expect(results).toEqual([{ name: '2. EMAIL (ID 7)', value: '7' }]);
	});

	it("offers the others in the trigger's filter", async () => {
		respondWith({ campaigns: ELEMENTS });

		expect(await getCampaigns.call(editor())).toEqual([{ name: 'Whole (ID 7)', value: 7 }]);
	});
});

it('a response that is no list is not held to the form of its elements', async () => {
	respondWith({ name: 'one thing' });
	const { hints, json } = await run('campaign.getAll', { returnAll: true });

	expect(json).toEqual([{ name: 'one thing' }]);
	expect(hints).toEqual([expect.stringContaining('contains no list')]);
});

/** The envelope of most lists is not documented: by operation, a response and the IDs in its list. */
it.each<[string, object, number[]]>([
	['leadList.getLeads', { companies: [{ id: 9 }], leads: [{ id: 1 }] }, [1]],
	['leadList.getLeads', { leads: [], facets: { companies: [{ id: 9 }] } }, []],
	['leadList.getLeads', { prospects: [{ id: 1 }], companies: [] }, [1]],
	['prospect.search', { companies: [{ id: 9 }], prospects: [] }, []],
	['leadList.getLeads', { leads: { items: [{ id: 1 }] }, companies: [] }, [1]],
	['leadList.getLeads', { leads: { rows: [{ id: 1 }] }, companies: [{ id: 9 }] }, [1]],
	['leadList.getLeads', { leads: { results: [] }, companies: [{ id: 9 }] }, [9]],
	['leadList.getLeads', { data: { companies: { results: [{ id: 9 }] }, leads: [] } }, [9]],
])('%s takes from %j the elements %j', async (name, body, ids) => {
	respondWith(body);
	const { json, hints } = await run(name, { ...cases[name]?.fields, returnAll: true });

	expect([json.map(({ id }) => id), hints]).toEqual([ids, []]);
});

it('a search for companies takes them from the object under their key', async () => {
	respondWith({ companies: { results: [{ id: 7 }] }, prospects: [] });
	const { json } = await run('prospect.search', { searchType: 'COMPANY', returnAll: true });

	expect(json).toMatchObject([{ id: 7 }]);
});

it.each<[string, object]>([
	['leadList.getLeads', { leads: { 5001: { first_name: 'Jo', emails: [{ address: 'a@b' }] } } }],
	['campaignStep.getAll', { steps: { first: { conditions: [{ id: 3 }] } } }],
])('%s takes no list in an element for the elements: %j', async (name, body) => {
	respondWith(body);
	const { json, hints } = await run(name, { ...cases[name]?.fields, returnAll: true });

	expect(json).toMatchObject([body]);
	expect(hints).toEqual([expect.stringContaining('contains no list')]);
});

describe('a search whose second page is rejected', () => {
	const hundred = { prospects: Array.from({ length: 100 }, (_one, index) => ({ id: index + 1 })) };
	const search = async (body: unknown, status: number) => {
		respondWith(hundred);
		respondWith(body, status);
		const peopleFilters = { jobTitle: 'VP' };
		return await run('prospect.search', { peopleFilters, returnAll: true });
	};

	it.each<[number, object]>([
		[400, { error: 'Insufficient credits' }],
		[200, { success: false, error: 'Insufficient credits' }],
		[200, { error: 'Rate limit exceeded' }],
		[422, { detail: 'Monthly quota used up' }],
	])('for want of credits fails, as its first page would: %d %j', async (status, body) => {
		const { error } = await search(body, status);

		expect(error?.message).toBe(Object.values(body).at(-1));
		expect(error?.description).toContain('100 elements had been read before it');
	});

	it.each<[number, object, string]>([
		[422, { error: 'Only the first 100 results are available on your plan' }, ''],
		[200, { message: 'Search is being prepared, try again' }, ''],
		[200, { error: 'Not now' }, ''],
		[202, { job_id: 'j1', status: 'pending' }, 'job_id: j1, status: pending'],
	])("is told in the service's words: %d %j", async (status, body, words) => {
		const { error, hints, json } = await search(body, status);

		expect(error).toBeUndefined();
		expect(json).toHaveLength(100);
		const told = words || Object.values(body)[0];
		expect(hints).toEqual([`The next page was rejected: ${told}`]);
	});

	it.each<[number, object]>([
		[404, { detail: 'Not found.' }],
		[400, { error: 'Invalid page' }],
		[400, { detail: 'Bad request.' }],
		[400, {}],
		[422, { detail: [{ loc: ['body', 'page'], msg: 'Extra inputs are not permitted' }] }],
		[200, { success: false, error: 'No more results' }],
		[200, { success: true }],
	])('is the end where there is no such page: %d %j', async (status, body) => {
		const { error, hints, json } = await search(body, status);

		expect([error, hints, json.length]).toEqual([undefined, [], 100]);
	});
});

describe('leadList.getLeads follows', () => {
	const second = { leads: [{ id: 2 }], total: 2 };
	const get = async (body: object, status = 200) => {
		respondWith(body, status);
		respondWith(second);
		return await run('leadList.getLeads', {
			...cases['leadList.getLeads']?.fields,
			returnAll: true,
		});
	};
	const leads = [{ id: 1 }];

	it.each([
		{ leads, total_prospects: 2 },
		{ lead_list: { id: 301, total_prospects: 2 }, leads },
		{ leads, prospect_count: 2 },
		{ leads, leads_total: 2 },
		{ results: leads, total_leads: 2 },
		{ leads, total: { value: 2, relation: 'eq' } },
		{ leads, pages: { current: 1, total: 2 } },
	])('what is counted: %j', async (body) => {
		const { hints, json } = await get(body);

		expect([json.map(({ id }) => id), hints]).toEqual([[1, 2], []]);
	});

	it('a partial response (206)', async () => {
		const { json, hints } = await get({ leads }, 206);

		expect([json.length, hints]).toEqual([2, []]);
	});

	it.each([
		{ leads, total_leads: 1, total_companies: 40 },
		{ leads, campaign: { total_leads: 9 } },
		{ leads, total_messages: 9 },
	])('but no counter of something else: %j', async (body) => {
		await get(body);

		expect(wire()).toHaveLength(1);
	});
});

it.each([
	['leadList.getAll', { lead_lists: [{ id: 1 }], total_prospects: 500 }],
	['chat.getAll', { chats: [{ id: 1 }], total_leads: 500, list: { total_prospects: 500 } }],
])('%s does not follow the number of leads: %j', async (name, body) => {
	respondWith(body);
	expect((await run(name, { returnAll: true })).hints).toEqual([]);
	expect(wire()).toHaveLength(1);
});

it.each([
	['a list in which no element has an ID', { campaigns: [{ name: 'No ID' }] }],
	['a response without a list', { greeting: 'hello' }],
])('%s offers nothing to choose from, and says so', async (_what, body) => {
	respondWith(body);

	await expect(searchCampaigns.call(editor())).rejects.toThrow(
		'The service did not send a list of elements with IDs',
	);
});

const lists = operationsWith('returnAll');

const withQuery = (name: string, queryParameters: string): INodeParameters => ({
	...cases[name]?.fields,
	options: { queryParameters },
});

describe('the query parameters of every list', () => {
	it('were looked at', () => expect(lists.length).toBeGreaterThanOrEqual(5));

	it.each(lists)(
		'go into the address of %s, lists as several values, objects as JSON',
		async (name) => {
			await succeed(name, withQuery(name, '{"status":["A","b&c"],"page_size":20,"new":{"y":1}}'));

			const [method, path, ...body] = String(cases[name]?.wire).split(' ');
			const address = `${path}?status=A&status=b%26c&page_size=20&new=%7B%22y%22%3A1%7D`;
			expect(wire()).toEqual([[method, address, ...body].join(' ')]);
		},
	);

	it('are those of the item', async () => {
		const fields = withQuery('chat.getAll', '={{ { campaign: $json.campaign } }}');
		await succeed('chat.getAll', fields, { items: items({ campaign: 1 }, { campaign: 2 }) });

		expect(wire().sort()).toEqual([
			'GET /api/v1/public/chats?campaign=1',
			'GET /api/v1/public/chats?campaign=2',
		]);
	});
});

/** What all the forms of paging come to is proved at `test/unit/api/pagedForms.test.ts`. */
describe('a list in pages', () => {
	it('is complete, with one request for each page, whatever it is of', async () => {
		simulator.current.configure({ pageSize: 3 });
		for (const name of ['campaign.getAll', 'leadList.getAll', 'chat.getAll']) {
			const { json, hints } = await run(name, { returnAll: true });
			expect([json.length, hints]).toEqual([4, []]);
		}

		expect(wire()).toHaveLength(6);
	});

	it('is complete where a search gets shorter pages than it asked for', async () => {
		simulator.current.configure({ clampedPageSize: 10 });
		const options = { filters: '{"job_title":"e"}' };
		const { json, hints } = await run('prospect.search', { returnAll: true, options });
		const found = json.map(({ id }) => id);
		const everybody = simulator.current.state.leads.map(({ id }) => id);

		expect(found).toEqual(everybody.filter((id) => found.includes(id)));
		expect([Math.ceil(found.length / 10), hints]).toEqual([6, []]);
		expect(wire()).toHaveLength(6);
	});
});

it('a list that says nothing of pages is whole after one request, however long', async () => {
	respondWith({ campaigns: Array.from({ length: 250_000 }, (_row, id) => ({ id })) });

	expect((await run('campaign.getAll', { returnAll: true })).json).toHaveLength(250_000);
	expect(wire()).toHaveLength(1);
});

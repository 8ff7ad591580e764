import { call, part, timestampPattern, useSimulator } from './helpers';

const simulator = useSimulator();
const lists = '/api/v1/public/lead-lists/';
const listOf = (id: number) => simulator.current.state.leadLists.find((list) => list.id === id);

describe('lead lists', () => {
	it("are listed with exactly the reference's fields", async () => {
		const { status, json } = await call(simulator.current, 'GET', lists);

		expect(status).toBe(200);
		expect(json).toMatchObject({ lead_lists: { length: 4 } });
		expect(Object.keys(part(json, 'lead_lists', 0)).sort()).toEqual([
			'created_at',
			'description',
			'id',
			'name',
			'status',
			'total_prospects',
			'updated_at',
		]);
	});

	it('are created empty and as drafts', async () => {
		const { status, json } = await call(simulator.current, 'POST', lists, { name: 'New accounts' });

		expect(status).toBe(201);
		expect(json).toEqual({
			success: true,
			lead_list: {
				id: expect.any(Number),
				name: 'New accounts',
				description: '',
				total_prospects: 0,
				status: 'DRAFT',
				created_at: expect.stringMatching(timestampPattern),
				updated_at: expect.stringMatching(timestampPattern),
			},
		});
		expect(simulator.current.state.leadLists).toHaveLength(5);
	});

	it('are refused without a name or with an unknown search type', async () => {
		const unnamed = await call(simulator.current, 'POST', lists, {});
		const odd = await call(simulator.current, 'POST', lists, { name: 'x', search_type: 'PETS' });

		expect(unnamed.json).toEqual({ name: ['This field is required.'] });
		expect(odd.json).toEqual({ search_type: ['"PETS" is not a valid choice.'] });
	});

	it('show their members: people, or companies', async () => {
		const people = await call(simulator.current, 'GET', `${lists}301/leads/`);
		const companies = await call(simulator.current, 'GET', `${lists}304/leads/`);

		expect(people.json).toMatchObject({ leads: { 0: { id: 5001, company: { id: 7001 } } } });
		expect(companies.json).toMatchObject({ companies: [{ id: 7001 }, { id: 7004 }, { id: 7007 }] });
	});

	it.each([
		['GET', 'leads/', undefined],
		['POST', 'add-leads/', { prospect_ids: [5001] }],
		['POST', 'add-to-campaign/', { campaign: 103 }],
		['POST', 'move-to-campaign/', { campaign_id: 103 }],
		['POST', 'enrichment/', {}],
	])('answer 404 to %s %s of a list that does not exist', async (method, action, body) => {
		const { status, json } = await call(simulator.current, method, `${lists}9/${action}`, body);

		expect({ status, json }).toEqual({
			status: 404,
			json: { success: false, error: 'Lead list not found' },
		});
	});
});

describe('add-leads', () => {
	it.each([[[5010, 5011]], ['5010, 5011']])('takes the ids as %j', async (prospect_ids) => {
		const body = { prospect_ids, company_ids: '' };
		const { json } = await call(simulator.current, 'POST', `${lists}301/add-leads/`, body);

		expect(json).toMatchObject({
			success: true,
			added_count: 2,
			lead_list: { total_prospects: 7 },
		});
		expect(listOf(301)?.member_ids).toEqual([5001, 5002, 5003, 5004, 5023, 5010, 5011]);
	});

	it('does not add a member twice', async () => {
		const body = { prospect_ids: [5001, 5010, 5010] };
		const { json } = await call(simulator.current, 'POST', `${lists}301/add-leads/`, body);

		expect(json).toMatchObject({ added_count: 1, lead_list: { total_prospects: 6 } });
	});

	it('adds companies to a list of companies only', async () => {
		const body = { company_ids: [7002] };
		const right = await call(simulator.current, 'POST', `${lists}304/add-leads/`, body);
		const wrong = await call(simulator.current, 'POST', `${lists}301/add-leads/`, body);

		expect(right.json).toMatchObject({ added_count: 1 });
		expect(wrong.status).toBe(400);
		expect(wrong.json).toMatchObject({ success: false });
	});

	it.each([
		[{}, 'This field is required.'],
		[{ prospect_ids: '', company_ids: '' }, 'This field is required.'],
		[{ prospect_ids: [1] }, 'Invalid pk "1" - object does not exist.'],
	])('refuses %j', async (body, text) => {
		const { status, json } = await call(simulator.current, 'POST', `${lists}301/add-leads/`, body);

		expect({ status, json }).toEqual({ status: 400, json: { prospect_ids: [text] } });
		expect(listOf(301)?.total_prospects).toBe(5);
	});
});

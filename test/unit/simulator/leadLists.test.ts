import { call, fieldsOf, part, timestampPattern, useSimulator } from './helpers';

const simulator = useSimulator();
const lists = '/api/v1/public/lead-lists/';
const listOf = (id: number) => simulator.current.state.leadLists.find((list) => list.id === id);

describe('lead lists', () => {
	it("are listed with exactly the reference's fields", async () => {
		const { status, json } = await call(simulator.current, 'GET', lists);

		expect(status).toBe(200);
		expect(json).toMatchObject({ lead_lists: { length: 4 } });
		expect(fieldsOf(part(json, 'lead_lists', 0))).toBe(
			'created_at description id name status total_prospects updated_at',
		);
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

	it('show their members: people, or companies', async () => {
		const people = await call(simulator.current, 'GET', `${lists}301/leads/`);
		const companies = await call(simulator.current, 'GET', `${lists}304/leads/`);

		expect(people.json).toMatchObject({ leads: { 0: { id: 5001, company: { id: 7001 } } } });
		expect(companies.json).toMatchObject({ companies: [{ id: 7001 }, { id: 7004 }, { id: 7007 }] });
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

	it('adds companies to a list of companies', async () => {
		const body = { company_ids: [7002] };
		const { json } = await call(simulator.current, 'POST', `${lists}304/add-leads/`, body);

		expect(json).toMatchObject({ added_count: 1 });
	});
});

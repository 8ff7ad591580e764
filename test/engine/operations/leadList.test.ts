import type { INodeParameters } from 'n8n-workflow';
import { callTool } from './agent';
import {
	answerWith,
	byId,
	fromList,
	items,
	parametersOf,
	run,
	simulator,
	succeed,
	wire,
} from './support';

const LISTS = '/api/v1/public/lead-lists';
const members = (id: number) =>
	simulator.current.state.leadLists.find((known) => known.id === id)?.member_ids;
const campaign = (id: number) =>
	simulator.current.state.campaigns.find((known) => known.id === id)?.prospect_ids;

it('leadList.getAll keeps the lists with a text in their name', async () => {
	const fields = { filters: { nameContains: 'trial users' } };

	expect((await succeed('leadList.getAll', fields)).map(({ id }) => id)).toEqual([302]);
});

describe('leadList.create', () => {
	const reuse = (name: string): INodeParameters => ({ name, options: { reuseExisting: true } });
	const three = { items: items({}, {}, {}) };

	it('refuses to create lists of the same name, before anything is sent', async () => {
		const { error } = await run('leadList.create', { name: 'Fair' }, three);

		expect(error?.message).toBe('3 items would each create a lead list named "Fair"');
		expect(error?.description).toMatch(/Reuse List With the Same Name.*Execute Once/);
		expect(wire()).toEqual([]);
	});

	it('gives the list that there is, however many items ask for it, with one reading', async () => {
		const json = await succeed('leadList.create', reuse('Trial Users, March'), three);

		expect(json.map(({ id }) => id)).toEqual([302, 302, 302]);
		expect(wire()).toEqual([`GET ${LISTS}/`]);
	});

	it('creates one where there is none, and gives it to the items and the runs that follow', async () => {
		const first = await succeed('leadList.create', reuse('Fair'), three);
		expect(wire()).toEqual([`GET ${LISTS}/`, `POST ${LISTS}/ {"name":"Fair"}`]);
		const second = await succeed('leadList.create', reuse('Fair'), three);

		expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(1);
	});

	it('refuses to choose between two lists of the name', async () => {
		answerWith({ lead_lists: [1, 2].map((id) => ({ id, name: 'Fair' })) });
		const { error } = await run('leadList.create', reuse('Fair'));

		expect(error?.message).toBe('2 lead lists are named "Fair": ID 1, ID 2');
		expect(wire()).toHaveLength(1);
	});
});

describe('leadList.getLeads', () => {
	it.each([
		[301, [5001, 5002]],
		// A list of companies.
		[304, [7001, 7004]],
	])('gives one item for each lead of list %d, with the list', async (id, ids) => {
		const json = await succeed('leadList.getLeads', { leadListId: byId(id), limit: 2 });

		expect(json).toMatchObject(ids.map((lead) => ({ id: lead, lead_list_id: id })));
	});

	it('gives a person with ten flat fields when it simplifies', async () => {
		const leadListId = fromList('301');
		const [lead] = await succeed('leadList.getLeads', { leadListId, output: 'simplified' });

		expect(Object.keys(lead ?? {})).toHaveLength(10);
		expect(lead).toMatchObject({ id: 5001, email: 'marit.okkerman@larkfield.example' });
	});

	it('gives a company with its name and addresses when it simplifies', async () => {
		const leadListId = fromList('304');
		const [company] = await succeed('leadList.getLeads', { leadListId, output: 'simplified' });

		expect(Object.keys(company ?? {}).join(' ')).toBe(
			'id lead_list_id name linkedin_url website_url location industry revenue amount_of_employees',
		);
		expect(company).toMatchObject({ id: 7001, name: 'Larkfield Logistics' });
	});
});

it('leadList.addLeads adds companies to a list of companies', async () => {
	await succeed('leadList.addLeads', { leadListId: byId(304), companyIds: '7002,7003' });

	expect(wire()).toEqual([`POST ${LISTS}/304/add-leads/ {"company_ids":[7002,7003]}`]);
});

describe('leadList.addToCampaign', () => {
	const add = { leadListId: byId(303), campaignId: byId(104) };

	it('passes on what the service warns of', async () => {
		const additionalFields = { prospectIds: '5008,5009', activate: true };
		const fields = { ...add, prospectsPerCompany: 2, additionalFields };
		const [answer] = await succeed('leadList.addToCampaign', fields);

		expect(answer).toMatchObject({ count: 2, warning: expect.stringMatching(/not active/) });
	});

	it('leaves the prospects out of its output on request, and for a model without the choice', async () => {
		const asked = await succeed('leadList.addToCampaign', { ...add, includeProspects: false });
		simulator.current.reset();
		const { answer } = await callTool(parametersOf('leadList.addToCampaign', add), {});

		expect(asked).toEqual([{ success: true, count: 3 }]);
		expect(JSON.parse(String(answer))).toEqual(asked);
	});

	it('takes one prospect per company where nothing else is chosen', async () => {
		const [answer] = await succeed('leadList.addToCampaign', add);

		expect(answer).toMatchObject({ success: true, count: 3, prospects: expect.any(Array) });
		expect(campaign(104)).toHaveLength(3);
		expect(members(303)).toHaveLength(7);
	});
});

describe('leadList.moveToCampaign', () => {
	const move = { leadListId: byId(303), campaignId: byId(103) };

	it('moves the whole list where no prospects are named', async () => {
		const [answer] = await succeed('leadList.moveToCampaign', move);

		expect(answer).toMatchObject({ success: true, count: 7 });
		expect(members(303)).toEqual([]);
	});

	it('moves the prospects that are named', async () => {
		const additionalFields = { prospectIds: '5008, 5009' };
		await succeed('leadList.moveToCampaign', { ...move, additionalFields });

		expect(campaign(103)).toEqual(expect.arrayContaining([5008, 5009]));
	});
});

describe('leadList.enrich', () => {
	const enrich = async (fields: INodeParameters) =>
		await succeed('leadList.enrich', {
			leadListId: byId(301),
			enrichmentType: 'FIND_EMAIL',
			prospectLimit: 2,
			...fields,
		});

	it('tells what it cost and what is left, and gives the results in synchronous mode', async () => {
		expect(await enrich({ enrichmentType: 'FIND_PHONE' })).toMatchObject([
			{ credits_deducted: 60, remaining_credits: 2440 },
		]);
		expect(await enrich({ mode: 'sync' })).toMatchObject([
			{ total_count: 2, results: [{ id: 5001 }, { id: 5002 }] },
		]);
	});

	it('does not fail on an answer that tells less', async () => {
		answerWith({ success: true, credits_deducted: 'six' });

		expect(await enrich({})).toEqual([{ success: true, credits_deducted: 'six' }]);
	});
});

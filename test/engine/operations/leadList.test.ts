import type { INodeParameters } from 'n8n-workflow';
import { callTool } from './agent';
import {
	answerWith,
	byId,
	fromList,
	items,
	parametersOf,
	refused,
	run,
	simulator,
	succeed,
	wire,
} from './support';

const LISTS = '/api/v1/public/lead-lists';
const list = (id: number) => simulator.current.state.leadLists.find((known) => known.id === id);
const campaign = (id: number) =>
	simulator.current.state.campaigns.find((known) => known.id === id)?.prospect_ids;

describe('leadList.getAll', () => {
	it('gives one item for each lead list', async () => {
		const json = await succeed('leadList.getAll', {});

		expect(json.map(({ id }) => id)).toEqual([301, 302, 303, 304]);
	});
});

describe('leadList.getAll', () => {
	it('keeps the lists with a text in their name', async () => {
		const fields = { filters: { nameContains: 'trial users' } };

		expect((await succeed('leadList.getAll', fields)).map(({ id }) => id)).toEqual([302]);
	});
});

describe('leadList.create', () => {
	it('gives the new list', async () => {
		const [created] = await succeed('leadList.create', { name: 'Trade fair' });

		expect(created).toMatchObject({ name: 'Trade fair', status: 'DRAFT', total_prospects: 0 });
	});

	it('sends the search type when it is chosen', async () => {
		await succeed('leadList.create', { name: 'Accounts', searchType: 'COMPANY' });

		expect(wire()).toEqual([`POST ${LISTS}/ {"name":"Accounts","search_type":"COMPANY"}`]);
	});

	it('refuses to create lists of the same name, before anything is sent', async () => {
		const { error } = await run('leadList.create', { name: 'Fair' }, { items: items({}, {}, {}) });

		expect(error?.message).toBe('3 items would each create a lead list named "Fair"');
		expect(error?.description).toMatch(/Reuse List With the Same Name.*Execute Once/);
		expect(wire()).toEqual([]);
	});

	describe('that reuses a list with the same name', () => {
		const reuse = (name: string): INodeParameters => ({ name, options: { reuseExisting: true } });

		it('gives the list that there is, however many items ask for it, with one reading', async () => {
			const input = { items: items({}, {}, {}) };
			const json = await succeed('leadList.create', reuse('Trial Users, March'), input);

			expect(json.map(({ id }) => id)).toEqual([302, 302, 302]);
			expect(wire()).toEqual([`GET ${LISTS}/`]);
		});

		it('creates one where there is none, and gives it to the items that follow', async () => {
			const json = await succeed('leadList.create', reuse('Fair'), { items: items({}, {}, {}) });

			expect(wire()).toEqual([`GET ${LISTS}/`, `POST ${LISTS}/ {"name":"Fair"}`]);
			expect(new Set(json.map(({ id }) => id)).size).toBe(1);
		});

		it('gives it again in the next run', async () => {
			const [first] = await succeed('leadList.create', reuse('Fair'));
			const [second] = await succeed('leadList.create', reuse('Fair'));

			expect(second).toEqual(first);
		});

		it('refuses to choose between two lists of the name', async () => {
			answerWith({ lead_lists: [1, 2].map((id) => ({ id, name: 'Fair' })) });
			const { error } = await run('leadList.create', reuse('Fair'));

			expect(error?.message).toBe('2 lead lists are named "Fair": ID 1, ID 2');
			expect(wire()).toHaveLength(1);
		});
	});
});

describe('leadList.getLeads', () => {
	it('gives one item for each person, with the list that it is in', async () => {
		const json = await succeed('leadList.getLeads', { leadListId: byId(301), limit: 2 });

		expect(json).toMatchObject([
			{ id: 5001, lead_list_id: 301, company: { id: 7001 } },
			{ id: 5002, lead_list_id: 301 },
		]);
	});

	it('gives one item for each company of a list of companies', async () => {
		const json = await succeed('leadList.getLeads', { leadListId: byId(304) });

		expect(json.map(({ id }) => id)).toEqual([7001, 7004, 7007]);
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

		expect(Object.keys(company ?? {})).toEqual([
			'id',
			'lead_list_id',
			'name',
			'linkedin_url',
			'website_url',
			'location',
			'industry',
			'revenue',
			'amount_of_employees',
		]);
		expect(company).toMatchObject({ id: 7001, name: 'Larkfield Logistics' });
	});
});

describe('leadList.addLeads', () => {
	const add = (fields: INodeParameters) => ({ leadListId: byId(301), ...fields });

	it.each([
		['comma-separated text', '5005, 5006 ,5007', [5005, 5006, 5007]],
		['text with newlines', '5005\n5006\n', [5005, 5006]],
		['one number', 5005, [5005]],
		['an array of objects', '={{ [{ id: 5005, name: "A" }, { id: "5006" }] }}', [5005, 5006]],
		['an array by expression', '={{ [5005, "5006"] }}', [5005, 5006]],
		['the text of an array', '[5005,5006]', [5005, 5006]],
		['IDs out of the data', '={{ $json.ids }}', [5007]],
	])('takes %s, and sends an array of integers', async (_what, prospectIds, sent) => {
		const input = [{ json: { ids: [5007] } }];
		await succeed('leadList.addLeads', add({ prospectIds }), { items: input });

		const body = JSON.stringify({ prospect_ids: sent });
		expect(wire()).toEqual([`POST ${LISTS}/301/add-leads/ ${body}`]);
		expect(list(301)?.member_ids).toEqual(expect.arrayContaining(sent));
	});

	it('adds companies to a list of companies', async () => {
		await succeed('leadList.addLeads', { leadListId: byId(304), companyIds: '7002,7003' });

		expect(wire()).toEqual([`POST ${LISTS}/304/add-leads/ {"company_ids":[7002,7003]}`]);
	});

	it.each([
		['no IDs', {}, /^Enter the prospect IDs or the company IDs/],
		['empty IDs', { prospectIds: ' , ' }, /^Enter the prospect IDs or the company IDs/],
		[
			'an expression without a result',
			{ prospectIds: '={{ $json.idd }}' },
			/^Prospect IDs is empty for this item. Check the expression/,
		],
		[
			'an expression for all items without a result',
			{ prospectIds: '={{ [null, undefined] }}' },
			/^Prospect IDs is empty for this item. Check the expression/,
		],
		['IDs that are no numbers', { prospectIds: '5001,abc' }, /^Prospect IDs: .* "5001,abc"/],
		['an ID of 0', { companyIds: 0 }, /^Company IDs: .* got 0/],
		['a fraction', { prospectIds: 1.5 }, /^Prospect IDs: .* got 1.5/],
		['an object without an ID', { prospectIds: '={{ {a: 1} }}' }, /^Prospect IDs: /],
		['a missing ID among others', { prospectIds: '={{ [5005, {}] }}' }, /^Prospect IDs: /],
		['an empty ID among others', { prospectIds: '={{ [5005, ""] }}' }, /^Prospect IDs: /],
	])('refuses %s before anything is sent', async (_what, fields, words) => {
		expect(await refused('leadList.addLeads', add(fields))).toMatch(words);
	});
});

describe('leadList.addToCampaign', () => {
	const add = (
		additionalFields: INodeParameters,
		fields: INodeParameters = {},
	): INodeParameters => ({
		leadListId: byId(303),
		campaignId: byId(104),
		...fields,
		additionalFields,
	});
	const path = `POST ${LISTS}/303/add-to-campaign/`;

	it('sends every field that was chosen under the name that the service has for it', async () => {
		const [answer] = await succeed(
			'leadList.addToCampaign',
			add(
				{
					prospectIds: '5008,5009',
					amount: 5,
					filters: '{"industry":"Energy"}',
					sortField: 'last_name',
					sortDirection: 'desc',
					activate: true,
				},
				{ allowDuplicates: true, prospectsPerCompany: 2 },
			),
		);

		expect(wire()).toEqual([
			`${path} {"campaign":104,"prospects_per_company":2,"allow_duplicates":true,"filters":{"industry":"Energy"},"prospect_ids":[5008,5009],"amount":5,"sort_field":"last_name","sort_direction":"desc","activate":true}`,
		]);
		expect(answer).toMatchObject({ count: 2, warning: expect.stringMatching(/not active/) });
	});

	it.each(['leadList.addToCampaign', 'leadList.enrich'])(
		'leaves out an empty sort field: %s',
		async (name) => {
			await succeed(name, add({ sortField: '={{ "" }}', sortDirection: 'desc' }));

			expect(wire()[0]).toMatch(/"sort_direction":"desc"\}$/);
			expect(wire()[0]).not.toContain('sort_field');
		},
	);

	it('takes a boolean as a spreadsheet has it', async () => {
		await succeed('leadList.addToCampaign', add({}, { allowDuplicates: '={{ "TRUE" }}' }));

		expect(wire()[0]).toContain('"allow_duplicates":true');
	});

	it('sends 0 and false, for they are values', async () => {
		await succeed('leadList.addToCampaign', add({ amount: 0, activate: false }));

		expect(wire()).toEqual([
			`${path} {"campaign":104,"prospects_per_company":1,"allow_duplicates":false,"amount":0,"activate":false}`,
		]);
	});

	it('leaves the prospects out of its output on request', async () => {
		const [answer] = await succeed('leadList.addToCampaign', add({}, { includeProspects: false }));

		expect(answer).toEqual({ success: true, count: 3 });
	});

	it('leaves them out for a model that was not given the choice', async () => {
		const { answer } = await callTool(parametersOf('leadList.addToCampaign', add({})), {});

		expect(JSON.parse(String(answer))).toEqual([{ success: true, count: 3 }]);
	});

	it('takes one prospect per company where nothing else is chosen', async () => {
		const [answer] = await succeed('leadList.addToCampaign', add({}));

		expect(answer).toMatchObject({ success: true, count: 3 });
		expect(campaign(104)).toHaveLength(3);
		expect(list(303)?.member_ids).toHaveLength(7);
	});

	it.each([
		['IDs in words', { prospectIds: 'all' }, /^Prospect IDs: /],
		// The service takes none for all: an expression that finds nobody must not reach everybody.
		[
			'no IDs',
			{ prospectIds: '={{ [] }}' },
			/^Prospect IDs: expected IDs such as 1042, 1043, got an empty list/,
		],
		[
			'IDs of nothing',
			{ prospectIds: '={{ $json.none }}' },
			/^Prospect IDs is empty for this item/,
		],
		['only separators', { prospectIds: ' , ; ' }, /^Prospect IDs: expected IDs/],
		['a text of an empty array', { prospectIds: '[]' }, /^Prospect IDs: expected IDs/],
		['no filters', { filters: '={{ ({}) }}' }, /^Filters \(JSON\): .*at least one filter/],
		['empty filters', { filters: '{}' }, /^Filters \(JSON\): .*at least one filter/],
		['a filter of nothing', { filters: '={{ ({ industry: $json.none }) }}' }, /"industry"/],
	])('refuses %s before anything is sent', async (_what, fields, words) => {
		expect(await refused('leadList.addToCampaign', add(fields))).toMatch(words);
	});
});

describe('leadList.moveToCampaign', () => {
	const move = { leadListId: byId(303), campaignId: byId(103) };

	it('moves the whole list where no prospects are named', async () => {
		const [answer] = await succeed('leadList.moveToCampaign', move);

		expect(wire()).toEqual([`POST ${LISTS}/303/move-to-campaign/ {"campaign_id":103}`]);
		expect(answer).toMatchObject({ success: true, count: 7 });
		expect(list(303)?.member_ids).toEqual([]);
	});

	it('moves the prospects that are named', async () => {
		const additionalFields = { prospectIds: '5008, 5009' };
		await succeed('leadList.moveToCampaign', { ...move, additionalFields });

		expect(wire()).toEqual([
			`POST ${LISTS}/303/move-to-campaign/ {"campaign_id":103,"prospect_ids":[5008,5009]}`,
		]);
		expect(campaign(103)).toEqual(expect.arrayContaining([5008, 5009]));
	});

	it.each([
		['some', { additionalFields: { prospectIds: '5008, 5009' } }, '5008,5009'],
		['all', {}, ''],
	])("sends %s as text, as the vendor's node does", async (_which, fields, ids) => {
		await succeed('leadList.moveToCampaign', { ...move, ...fields, options: { idFormat: 'text' } });

		expect(wire()).toEqual([
			`POST ${LISTS}/303/move-to-campaign/ {"campaign_id":"103","prospect_ids":"${ids}"}`,
		]);
	});

	it('refuses prospects that an expression did not find, instead of moving all', async () => {
		const additionalFields = { prospectIds: '={{ $json.none }}' };

		expect(await refused('leadList.moveToCampaign', { ...move, additionalFields })).toMatch(
			/^Prospect IDs is empty for this item\. Check the expression; it needs IDs such as 1042, 1043$/,
		);
	});

	it('refuses a campaign that is not chosen, before anything is sent', async () => {
		const campaignId = byId('={{ "" }}');

		expect(await refused('leadList.moveToCampaign', { ...move, campaignId })).toMatch(
			/^Campaign is empty for this item. Check the expression; it needs an ID such as 1042$/,
		);
	});
});

describe('leadList.enrich', () => {
	const enrich = (fields: INodeParameters): INodeParameters => ({
		leadListId: byId(301),
		enrichmentType: 'FIND_EMAIL',
		prospectLimit: 2,
		...fields,
	});
	const path = `POST ${LISTS}/301/enrichment/`;

	it('tells what it cost and what is left', async () => {
		const [answer] = await succeed('leadList.enrich', enrich({ enrichmentType: 'FIND_PHONE' }));

		expect(answer).toMatchObject({ credits_deducted: 60, remaining_credits: 2440 });
	});

	it('sends every field that was chosen under the name that the service has for it', async () => {
		const additionalFields = {
			webhookUrl: 'https://hooks.example.com/done',
			filters: { job_title: 'VP' },
			sortField: 'id',
			sortDirection: 'desc',
		};
		await succeed('leadList.enrich', enrich({ mode: 'async', additionalFields }));

		expect(wire()).toEqual([
			`${path} {"enrichment_type":"FIND_EMAIL","prospect_limit":2,"mode":"async","filters":{"job_title":"VP"},"webhook_url":"https://hooks.example.com/done","sort_field":"id","sort_direction":"desc"}`,
		]);
	});

	it('gives the results in synchronous mode', async () => {
		const [answer] = await succeed('leadList.enrich', enrich({ mode: 'sync' }));

		expect(wire()).toEqual([
			`${path} {"enrichment_type":"FIND_EMAIL","prospect_limit":2,"mode":"sync"}`,
		]);
		expect(answer).toMatchObject({ total_count: 2, results: [{ id: 5001 }, { id: 5002 }] });
	});

	it('does not fail on an answer that tells less', async () => {
		answerWith({ success: true, credits_deducted: 'six' });

		expect(await succeed('leadList.enrich', enrich({}))).toEqual([
			{ success: true, credits_deducted: 'six' },
		]);
	});

	it.each([
		['without a number of leads', { prospectLimit: 0 }, /^Limit: .* at least 1, got 0/],
		[
			'with a webhook in synchronous mode',
			{ mode: 'sync', additionalFields: { webhookUrl: 'https://a.example' } },
			/^Webhook URL: expected only in asynchronous mode/,
		],
		[
			'with a webhook that is no URL',
			{ additionalFields: { webhookUrl: 'hooks.example.com' } },
			/^Webhook URL: expected a full URL/,
		],
	])('is refused %s before anything is sent', async (_what, fields, words) => {
		expect(await refused('leadList.enrich', enrich(fields))).toMatch(words);
	});
});

import type { INodeParameters } from 'n8n-workflow';
import { editorWith, node } from './editor';
import { answerWith, byId, credentials, fromList, refused, simulator, wire } from './support';

const { searchCampaigns, searchLeadLists, searchProspects, searchSteps } = node.methods.listSearch;
const { getCampaignStatuses, getChatFields, getTimeZones } = node.methods.loadOptions;
const editor = (parameters?: INodeParameters) => editorWith(credentials(), parameters);

describe('the list of campaigns', () => {
	it('shows every campaign with its status, and gives its ID', async () => {
		const { results } = await searchCampaigns.call(editor());

		expect(results).toContainEqual({ name: 'Trial Follow-up Q2 (ACTIVE, ID 102)', value: '102' });
		expect(results).toContainEqual({
			name: 'Healthcare Partnerships Pilot (DRAFT, ID 103)',
			value: '103',
		});
		expect(results).toHaveLength(4);
		expect(wire()).toEqual(['GET /api/v1/public/campaigns/']);
	});

	it('goes through all pages', async () => {
		simulator.current.configure({ pageSize: 1 });

		expect((await searchCampaigns.call(editor())).results).toHaveLength(4);
	});

	it.each([
		['a part of the name, in any case', 'FOLLOW', ['102']],
		['the status', 'draft', ['103', '104']],
		['the ID', '103', ['103']],
		['something that there is not', 'zebra', []],
	])('is narrowed by %s', async (_what, filter, values) => {
		const { results } = await searchCampaigns.call(editor(), filter);

		expect(results.map(({ value }) => value)).toEqual(values);
	});

	it('says that a name is missing, and shows no status where there is none', async () => {
		answerWith({
			campaigns: [
				{ id: 7, name: null },
				{ id: 8, name: 'Bare' },
			],
		});

		expect((await searchCampaigns.call(editor())).results.map(({ name }) => name)).toEqual([
			'Without a name (ID 7)',
			'Bare (ID 8)',
		]);
	});
});

describe('the list of lead lists', () => {
	it('shows every list with the number of its leads', async () => {
		const { results } = await searchLeadLists.call(editor(), 'trial');

		expect(results).toEqual([{ name: 'Trial Users, March (5 prospects, ID 302)', value: '302' }]);
	});

	it('has one word for people and companies: no source says how to tell them apart', async () => {
		const list = { id: 7, name: 'Fair', status: 'DRAFT' };
		answerWith({
			lead_lists: [
				{ ...list, total_prospects: 1 },
				{ ...list, total_prospects: 2 },
			],
		});
		const { results } = await searchLeadLists.call(editor());

		expect(results.map(({ name }) => name)).toEqual([
			'Fair (1 prospect, ID 7)',
			'Fair (2 prospects, ID 7)',
		]);
	});

	it('shows a status that tells something: every new list is a draft', async () => {
		answerWith({ lead_lists: [{ id: 7, name: 'Fair', status: 'ENRICHING', total_prospects: 1 }] });
		const { results } = await searchLeadLists.call(editor());

		expect(results.map(({ name }) => name)).toEqual(['Fair (ENRICHING, 1 prospect, ID 7)']);
	});
});

it('shows a long name without its middle, so that what comes after it can be read, and finds it by all of it', async () => {
	const name = 'Decision makers of clinics in the north, opened in the autumn of 2026';
	answerWith({ lead_lists: [{ id: 7, name, status: 'DRAFT', total_prospects: 12 }] });
	const { results } = await searchLeadLists.call(editor(), 'north');

	expect(results).toEqual([
		{ name: 'Decision makers of c…tumn of 2026 (12 prospects, ID 7)', value: '7' },
	]);
});

describe('the list of people to write to', () => {
	it('shows those that there are chats with, each once, by name and company', async () => {
		const [first] = simulator.current.state.chats;
		if (first) simulator.current.state.chats.push({ ...first, id: 499 });
		const { results } = await searchProspects.call(editor());

		expect(wire()).toEqual(['GET /api/v1/public/chats']);
		expect(results).toHaveLength(4);
		expect(results[0]).toEqual({
			name: 'Marit Okkerman (Larkfield Logistics, ID 5001)',
			value: '5001',
		});
	});

	it('says what to do where the chats show no prospect IDs', async () => {
		answerWith({ chats: [{ id: 401, lead: { id: 9, first_name: 'Marit' } }] });

		await expect(searchProspects.call(editor())).rejects.toThrow(/did not send a list.*IDs/);
	});
});

describe('the list of statuses of a campaign', () => {
	it('has those of the reference, and those that the campaigns have', async () => {
		answerWith({ campaigns: [{ status: 'PAUSED' }, { status: 'ACTIVE' }, { status: null }] });

		expect((await getCampaignStatuses.call(editor())).map(({ value }) => value)).toEqual([
			'ACTIVE',
			'DRAFT',
			'PAUSED',
		]);
	});
});

describe('the list of fields of a chat', () => {
	it('has those of the chats that there are, and of the objects in them', async () => {
		const fields = await getChatFields.call(editor());

		expect(wire()).toEqual(['GET /api/v1/public/chats']);
		expect(fields).toContainEqual({ name: 'Prospect ID', value: 'prospect_id' });
		expect(fields).toContainEqual({ name: 'Lead Email', value: 'lead.email' });
	});
});

describe('the list of steps', () => {
	it.each([
		['chosen from the list', fromList('103')],
		['typed', byId(' 103 ')],
		['given as a number', byId(103)],
	])('shows the steps of the campaign that is %s', async (_how, campaignId) => {
		const { results } = await searchSteps.call(editor({ campaignId }));

		expect(wire()).toEqual(['GET /api/v1/public/campaigns/103/steps/']);
		expect(results).toEqual([
			{ name: '1. EMAIL: Partnering with {{company_name}} (ID 10301)', value: '10301' },
			{ name: '2. EMAIL: Re: Partnering with {{company_name}} (ID 10302)', value: '10302' },
			{ name: '3. EMAIL: One page on the pilot (ID 10303)', value: '10303' },
		]);
	});

	it.each([
		['', 'Choose a campaign first'],
		['={{ $json.id }}', 'The campaign is an expression without a value so far'],
		['1/2', 'Campaign: expected an ID such as 1042, got "1/2"'],
	])('says what is missing when the campaign is "%s"', async (value, words) => {
		await expect(searchSteps.call(editor({ campaignId: byId(value) }))).rejects.toThrow(words);
		expect(wire()).toEqual([]);
	});
});

describe('a list that cannot be had', () => {
	it.each([
		['campaigns', () => searchCampaigns.call(editor())],
		['lead lists', () => searchLeadLists.call(editor())],
		['steps', () => searchSteps.call(editor({ campaignId: byId(103) }))],
	])("shows the service's words instead of no %s", async (_what, search) => {
		answerWith({ error: 'This key may not list' }, 403);

		await expect(search()).rejects.toMatchObject({
			message: 'This key may not list',
			httpCode: '403',
		});
	});
});

describe('the list of time zones', () => {
	it("holds the platform's own zones, UTC first, without asking the service", async () => {
		const zones = await getTimeZones.call(editor());
		const values = zones.map(({ value }) => value);

		expect(values[0]).toBe('UTC');
		expect(values.length).toBeGreaterThan(400);
		expect(new Set(values).size).toBe(values.length);
		expect(zones).toContainEqual({ name: 'America/New York', value: 'America/New_York' });
	});

	it.each([
		['Asia/Kolkata', 'Asia/Calcutta'],
		['Europe/Kyiv', 'Europe/Kiev'],
		['America/Argentina/Buenos_Aires', 'America/Buenos_Aires'],
		['Pacific/Kanton', 'Pacific/Enderbury'],
	])('has %s, not the former name %s, whatever the platform lists', async (name, former) => {
		const values = (await getTimeZones.call(editor())).map(({ value }) => value);

		expect(values).toContain(name);
		expect(values).not.toContain(former);
		expect(wire()).toEqual([]);
	});
});

it('an ID that is a name is refused with where the IDs are listed, for an agent reads no form', async () => {
	expect(await refused('campaign.get', { campaignId: byId('Spring outreach') })).toBe(
		'Campaign: expected an ID such as 1042 (Get Many: Campaign lists the IDs), got "Spring outreach"',
	);
});

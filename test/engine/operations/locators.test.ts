import type { INodeParameters } from 'n8n-workflow';
import { respondWith, byId, editor, fromList, node, simulator, wire } from './support';

const { listSearch, loadOptions } = node.methods;
const list = async (method: keyof typeof listSearch, filter?: string, fields?: INodeParameters) =>
	(await listSearch[method].call(editor(fields), filter)).results;

describe('the lists to choose from', () => {
	it('show every campaign by what does not change, from all pages, and give its ID', async () => {
		const whole = await list('searchCampaigns');
		simulator.current.configure({ pageSize: 1 });

		expect(wire()).toEqual(['GET /api/v1/public/campaigns/']);
		expect(whole).toHaveLength(4);
		expect(whole).toContainEqual({
			name: 'Trial Follow-up Q2 (ID 102)',
			value: '102',
			description: 'ACTIVE',
		});
		expect(await list('searchCampaigns')).toEqual(whole);
	});

	it.each([
		['FOLLOW', ['102']],
		['draft', ['103', '104']],
		['103', ['103']],
		['zebra', []],
	])('are narrowed by name, status and ID, in any case: %s', async (filter, values) => {
		expect((await list('searchCampaigns', filter)).map(({ value }) => value)).toEqual(values);
	});

	it.each([
		['zoe\u0308', 'Zo\u00eb'],
		["o'neil", 'O\u2019Neil'],
		['q4 fair', 'Q4\u00a0Fair'],
	])('are narrowed in any Unicode form: %j finds %j', async (filter, name) => {
		respondWith([{ id: 7, name }]);
		expect(await list('searchCampaigns', filter)).toHaveLength(1);
	});

	const LONG = 'Decision makers of clinics in the north, opened in the autumn of 2026';

	it.each([
		['searchCampaigns', { name: null }, { name: 'Without a name (ID 7)' }],
		['searchCampaigns', { name: 'Bare', status: null }, { name: 'Bare (ID 7)' }],
		[
			'searchLeadLists',
			{ name: 'Fair', status: 'DRAFT', total_prospects: 1 },
			{ name: 'Fair (ID 7)', description: '1 lead' },
		],
		[
			'searchLeadLists',
			{ name: 'Fair', status: 'READY', total_prospects: 2 },
			{ name: 'Fair (ID 7)', description: 'READY, 2 leads' },
		],
		// Without its middle, so that the ID can be read.
		['searchLeadLists', { name: LONG }, { name: 'Decision makers of c…tumn of 2026 (ID 7)' }],
	] as const)(
		'show by %s %j as %j, and find it by its whole name',
		async (method, element, shown) => {
			const key = method === 'searchCampaigns' ? 'campaigns' : 'lead_lists';
			respondWith({ [key]: [{ id: 7, ...element }] });

			expect(await list(method, element.name ?? '')).toEqual([{ ...shown, value: '7' }]);
		},
	);

	it('show those that there are chats with, each once, by name and company', async () => {
		const [first] = simulator.current.state.chats;
		if (first) simulator.current.state.chats.push({ ...first, id: 499 });
		const results = await list('searchProspects');

		expect(wire()).toEqual(['GET /api/v1/public/chats']);
		expect(results).toHaveLength(4);
		expect(results[0]).toEqual({
			name: 'Marit Okkerman (Larkfield Logistics, ID 5001)',
			value: '5001',
		});
	});

	it('say what to do if the chats show no prospect IDs', async () => {
		respondWith({ chats: [{ id: 401, lead: { id: 9, first_name: 'Marit' } }] });

		await expect(list('searchProspects')).rejects.toThrow(/did not send a list.*IDs/);
	});

	it.each([fromList('103'), byId(' 103 '), byId(103)])('show steps of %j', async (campaignId) => {
		expect(await list('searchSteps', undefined, { campaignId })).toEqual([
			{ name: '1. EMAIL: Partnering with {{company_name}} (ID 10301)', value: '10301' },
			{ name: '2. EMAIL: Re: Partnering with {{company_name}} (ID 10302)', value: '10302' },
			{ name: '3. EMAIL: One page on the pilot (ID 10303)', value: '10303' },
		]);
		expect(wire()).toEqual(['GET /api/v1/public/campaigns/103/steps/']);
	});

	it.each([
		['', 'Choose a campaign first'],
		['={{ $json.id }}', 'Campaign is an expression that has no value yet'],
		['1/2', 'Campaign: expected an ID such as 1042, got "1/2"'],
	])('say what is missing when the campaign of the steps is "%s"', async (value, words) => {
		const fields = { campaignId: byId(value) };

		await expect(list('searchSteps', undefined, fields)).rejects.toThrow(words);
		expect(wire()).toEqual([]);
	});

	it.each(['searchCampaigns', 'searchLeadLists', 'searchSteps'] as const)(
		"show the service's words where there is none: %s",
		async (method) => {
			respondWith({ error: 'This key may not list' }, 403);

			await expect(list(method, undefined, { campaignId: byId(103) })).rejects.toMatchObject({
				message: 'This key may not list',
				httpCode: '403',
			});
		},
	);
});

it('the statuses of a campaign are those of the reference, and those that campaigns have', async () => {
	respondWith({ campaigns: [{ status: 'PAUSED' }, { status: 'ACTIVE' }, { status: null }] });
	const statuses = await loadOptions.getCampaignStatuses.call(editor());

	expect(statuses.map(({ value }) => value)).toEqual(['ACTIVE', 'DRAFT', 'PAUSED']);
});

it('the fields of a chat are those that chats have, and of the objects in them', async () => {
	const fields = await loadOptions.getChatFields.call(editor());

	expect(wire()).toEqual(['GET /api/v1/public/chats']);
	expect(fields).toContainEqual({ name: 'Prospect ID', value: 'prospect_id' });
	expect(fields).toContainEqual({ name: 'Lead Email', value: 'lead.email' });
});

it("the time zones are the platform's own by their present names, UTC first", async () => {
	const zones = await loadOptions.getTimeZones.call(editor());
	const values = zones.map(({ value }) => value);

	expect(wire()).toEqual([]);
	expect(values[0]).toBe('UTC');
	expect(values.length).toBeGreaterThan(400);
	expect(new Set(values).size).toBe(values.length);
	expect(zones).toContainEqual({ name: 'America/New York', value: 'America/New_York' });
	const present = ['Asia/Kolkata', 'Europe/Kyiv', 'Pacific/Kanton'];
	expect(values).toEqual(expect.arrayContaining([...present, 'America/Argentina/Buenos_Aires']));
	const former = ['Asia/Calcutta', 'Europe/Kiev', 'Pacific/Enderbury', 'America/Buenos_Aires'];
	expect(values.filter((value) => former.includes(String(value)))).toEqual([]);
});

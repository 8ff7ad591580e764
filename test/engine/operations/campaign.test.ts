import type { INodeParameters } from 'n8n-workflow';
import { answerWith, byId, fromList, refused, run, simulator, succeed, wire } from './support';

const CAMPAIGN = '/api/v1/public/campaigns/103/';

const update = (updateFields: INodeParameters) => ({ campaignId: byId('103'), updateFields });

describe('campaign.getAll', () => {
	it('gives one item for each campaign, with its fields as they came', async () => {
		const json = await succeed('campaign.getAll', { returnAll: true });

		expect(json.map(({ id }) => id)).toEqual([101, 102, 103, 104]);
		expect(json[2]).toMatchObject({
			status: 'DRAFT',
			sending_window: simulator.current.state.campaigns[2]?.sending_window,
		});
	});

	it('passes fields through that it does not know, and values it did not expect', async () => {
		const campaigns = [{ id: 1, name: null, colour: 'red', email_max_messages: 'many' }];
		answerWith({ campaigns });

		expect(await succeed('campaign.getAll', {})).toEqual(campaigns);
	});

	it('follows the pages to their end when it returns all', async () => {
		simulator.current.configure({ pageSize: 3 });
		const json = await succeed('campaign.getAll', { returnAll: true });

		expect(json).toHaveLength(4);
		expect(wire()).toEqual([
			'GET /api/v1/public/campaigns/',
			'GET /api/v1/public/campaigns/?page=2',
		]);
	});
});

describe('the filters of campaign.getAll', () => {
	const filtered = (filters: INodeParameters, more: INodeParameters = {}) => ({ filters, ...more });
	const idsOf = (json: Array<Record<string, unknown>>) => json.map(({ id }) => id);

	it.each([
		['chosen from the list', ['DRAFT'], [103, 104]],
		['several', ['ACTIVE', 'DRAFT'], [101, 102, 103, 104]],
		['text by expression, in any case', '={{ "draft, paused" }}', [103, 104]],
		['one that no campaign has', ['PAUSED'], []],
	])('keep the campaigns with a status that is %s', async (_how, status, ids) => {
		expect(idsOf(await succeed('campaign.getAll', filtered({ status })))).toEqual(ids);
		expect(wire()).toEqual(['GET /api/v1/public/campaigns/']);
	});

	it('keep the campaigns with a text in their name, in any case', async () => {
		const [first] = simulator.current.state.campaigns;
		const part = ` ${first?.name.slice(2, -2).toUpperCase()} `;

		expect(idsOf(await succeed('campaign.getAll', filtered({ nameContains: part })))).toEqual([
			101,
		]);
		expect(await succeed('campaign.getAll', filtered({ nameContains: 'Nowhere' }))).toEqual([]);
	});

	it('hold together', async () => {
		const both = { nameContains: 'a', status: ['DRAFT'] };

		for (const { status } of await succeed('campaign.getAll', filtered(both))) {
			expect(status).toBe('DRAFT');
		}
	});

	it('refuse an empty part of a name by an expression, which every name would have', async () => {
		const fields = filtered({ nameContains: '={{ $json.none }}' });

		expect(await refused('campaign.getAll', fields)).toMatch(/^Name Contains is empty/);
	});

	it('keep the analytics of campaigns with a status', async () => {
		const fields = filtered({ status: ['ACTIVE'] }, { limit: 1 });

		expect(idsOf(await succeed('campaign.getManyAnalytics', fields))).toEqual([101]);
		expect(wire()).toEqual(['GET /api/v1/dashboard/campaign-analytics/']);
	});

	it('look through all pages for as many as the limit allows', async () => {
		simulator.current.configure({ pageSize: 1 });
		const json = await succeed('campaign.getAll', filtered({ status: ['DRAFT'] }, { limit: 1 }));

		expect(idsOf(json)).toEqual([103]);
	});

	it.each([
		['the ID of a workspace', '341', [104], '341'],
		['a number', '={{ 340 }}', [101, 102, 103], '340'],
		['all workspaces, in any case', 'all', [101, 102, 103, 104], 'ALL'],
	])('ask for %s where workspaces are documented', async (_what, workspaceId, ids, sent) => {
		const json = await succeed('campaign.getAll', filtered({ workspaceId }));

		expect(wire()).toEqual([`GET /api/v1/campaigns/?workspace_id=${sent}`]);
		expect(idsOf(json)).toEqual(ids);
		expect(json[0]).toHaveProperty('prospect_count');
	});

	it("give the service's words where the workspace is out of reach", async () => {
		const { error } = await run('campaign.getAll', filtered({ workspaceId: '9' }));

		expect(error?.message).toBe('Access denied');
		expect(error?.httpCode).toBe('403');
	});

	it.each(['', 'mine', '-1', '={{ undefined }}'])(
		'refuse the workspace "%s" before anything is sent',
		async (workspaceId) => {
			expect(await refused('campaign.getAll', filtered({ workspaceId }))).toMatch(
				/^Workspace ID.* a workspace ID such as 340, or ALL/,
			);
		},
	);

	it('refuse a status that was added and is empty, which would keep nothing', async () => {
		expect(await refused('campaign.getAll', filtered({ status: [] }))).toMatch(
			/^Status Names or IDs: expected at least one/,
		);
	});
});

describe('campaign.getManyAnalytics', () => {
	it('gives one item for each campaign, with its name and its numbers', async () => {
		const json = await succeed('campaign.getManyAnalytics', { returnAll: true });

		expect(wire()).toEqual(['GET /api/v1/dashboard/campaign-analytics/']);
		expect(json).toMatchObject([
			{ id: 101, workspace_id: 340, analytics: { amount_of_prospects: 5, amount_of_replies: 2 } },
			{ id: 102, name: 'Trial Follow-up Q2' },
			{ id: 103 },
		]);
	});

	it('gives a row that can be read, when it simplifies', async () => {
		const fields = { limit: 1, output: 'simplified' };
		const [row] = await succeed('campaign.getManyAnalytics', fields);

		expect(row).toMatchObject({
			name: 'Benelux Logistics: Spring Outreach',
			analytics_amount_of_replies: 2,
			analytics_average_reply_time: '2 days',
		});
		expect(Object.keys(row ?? {})).toHaveLength(10);
	});
});

describe('campaign.get', () => {
	it.each([
		['typed', byId('103')],
		['given as a number', byId(103)],
		['chosen from the list', fromList('103')],
		['given by an expression', byId('={{ 100 + 3 }}')],
		['an expression in place of the whole locator', '={{ 103 }}'],
	])('takes an ID that is %s', async (_how, campaignId) => {
		const [campaign] = await succeed('campaign.get', { campaignId });

		expect(wire()).toEqual([`GET ${CAMPAIGN}`]);
		expect(campaign).toMatchObject({ id: 103, name: 'Healthcare Partnerships Pilot' });
	});
});

describe('campaign.create', () => {
	it('gives the new draft', async () => {
		const [campaign] = await succeed('campaign.create', { name: 'Autumn' });

		expect(campaign).toMatchObject({ name: 'Autumn', status: 'DRAFT' });
	});

	it('refuses an empty name before anything is sent', async () => {
		expect(await refused('campaign.create', { name: '=  ' })).toBe(
			'Name is empty for this item. Check the expression; it needs text',
		);
	});
});

describe('campaign.getAnalytics', () => {
	it('gives the numbers without their envelope', async () => {
		const [analytics] = await succeed('campaign.getAnalytics', { campaignId: byId(101) });

		expect(analytics).toMatchObject({ amount_of_replies: 2 });
	});

	it('gives the whole answer where there is no envelope', async () => {
		answerWith({ sent: 5, replied: 1 });

		expect(await succeed('campaign.getAnalytics', { campaignId: byId(101) })).toEqual([
			{ sent: 5, replied: 1, campaign_id: 101 },
		]);
	});

	it('leaves the campaign that the service names itself', async () => {
		answerWith({ analytics: { campaign_id: 7 } });

		expect(await succeed('campaign.getAnalytics', { campaignId: byId(101) })).toEqual([
			{ campaign_id: 7 },
		]);
	});
});

describe('campaign.update', () => {
	it('sends every field that was chosen under the name that the service has for it', async () => {
		await succeed(
			'campaign.update',
			update({
				name: 'Pilot',
				timezone: 'Europe/Berlin',
				language: 'de',
				emailMaxMessages: 11,
				linkedinMaxMessages: 12,
				linkedinMaxConnections: 13,
			}),
		);

		expect(wire()).toEqual([
			`PATCH ${CAMPAIGN} {"name":"Pilot","language":"de","email_max_messages":11,"linkedin_max_messages":12,"linkedin_max_connections":13,"timezone":"Europe/Berlin"}`,
		]);
	});

	it('sends 0, for it is a value', async () => {
		await succeed('campaign.update', update({ emailMaxMessages: 0 }));

		expect(wire()).toEqual([`PATCH ${CAMPAIGN} {"email_max_messages":0}`]);
	});

	it('refuses to change nothing', async () => {
		expect(await refused('campaign.update', update({}))).toBe(
			'Choose at least one field to update with Add Field',
		);
	});
});

describe('the time zone of campaign.update', () => {
	it.each(['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Etc/UTC', 'UTC'])(
		'accepts %s, also where the list shows another name for it',
		async (timezone) => {
			await succeed('campaign.update', update({ timezone }));

			expect(wire()).toEqual([`PATCH ${CAMPAIGN} {"timezone":"${timezone}"}`]);
		},
	);

	it.each([
		['europe/berlin', 'Europe/Berlin'],
		['ASIA/KOLKATA', 'Asia/Kolkata'],
		['US/Pacific', 'America/Los_Angeles'],
		['utc', 'UTC'],
	])('sends %s by the name of the zone, %s', async (timezone, name) => {
		await succeed('campaign.update', update({ timezone }));

		expect(wire()).toEqual([`PATCH ${CAMPAIGN} {"timezone":"${name}"}`]);
	});

	it.each(['Mars/Olympus', 'Berlin', 'EST', '+02:00', ''])(
		'refuses "%s" before anything is sent',
		async (timezone) => {
			expect(await refused('campaign.update', update({ timezone }))).toMatch(/^Time Zone/);
		},
	);
});

describe('campaign.update with a blank text', () => {
	it.each([
		['name', '', /^Name is empty/],
		['name', ' ', /^Name is empty/],
		['language', '', /^Language is empty/],
		['language', ' ', /^Language is empty/],
	])('refuses %s %j by its name', async (field, value, words) => {
		expect(await refused('campaign.update', update({ [field]: value }))).toMatch(words);
	});
});

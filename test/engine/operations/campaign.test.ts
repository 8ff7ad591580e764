import type { INodeParameters } from 'n8n-workflow';
import { respondWith, byId, simulator, succeed, wire } from './support';

describe('the filters of campaign.getAll', () => {
	const filtered = (filters: INodeParameters, more: INodeParameters = {}) => ({ filters, ...more });
	const idsOf = (json: Array<Record<string, unknown>>) => json.map(({ id }) => id);

	it.each<[INodeParameters, number[]]>([
		[{ status: ['DRAFT'] }, [103, 104]],
		[{ status: ['ACTIVE', 'DRAFT'] }, [101, 102, 103, 104]],
		[{ status: '={{ "draft, paused" }}' }, [103, 104]],
		// As a model writes a list.
		[{ status: `={{ ' ["draft", "PAUSED"]' }}` }, [103, 104]],
		[{ status: ['PAUSED'] }, []],
		[{ nameContains: ' TRIAL follow ' }, [102]],
		[{ nameContains: 'Nowhere' }, []],
		[{ nameContains: 'l', status: ['ACTIVE'] }, [101, 102]],
		[{ nameContains: 'pilot', status: ['ACTIVE'] }, []],
	])('of which %j keep the campaigns %j', async (filters, ids) => {
		expect(idsOf(await succeed('campaign.getAll', filtered(filters)))).toEqual(ids);
		expect(wire()).toEqual(['GET /api/v1/public/campaigns/']);
	});

	it('keep the analytics of campaigns with a status', async () => {
		const fields = filtered({ status: ['ACTIVE'] }, { limit: 1 });

		expect(idsOf(await succeed('campaign.getManyAnalytics', fields))).toEqual([101]);
	});

	it('look through all pages for as many as the limit allows', async () => {
		simulator.current.configure({ pageSize: 1 });
		const json = await succeed('campaign.getAll', filtered({ status: ['DRAFT'] }, { limit: 1 }));

		expect(idsOf(json)).toEqual([103]);
	});

	it.each([
		['341', [104], '341'],
		['={{ 340 }}', [101, 102, 103], '340'],
		['all', [101, 102, 103, 104], 'ALL'],
	])('ask for the workspace %s where workspaces are documented', async (workspaceId, ids, sent) => {
		const json = await succeed('campaign.getAll', filtered({ workspaceId }));

		expect(wire()).toEqual([`GET /api/v1/campaigns/?workspace_id=${sent}`]);
		expect(idsOf(json)).toEqual(ids);
		expect(json[0]).toHaveProperty('prospect_count');
	});
});

it.each([
	['the whole response without an envelope', { sent: 5 }, { sent: 5, campaign_id: 101 }],
	['the campaign that the service names', { analytics: { campaign_id: 7 } }, { campaign_id: 7 }],
])('campaign.getAnalytics gives %s', async (_what, body, output) => {
	respondWith(body);

	expect(await succeed('campaign.getAnalytics', { campaignId: byId(101) })).toEqual([output]);
});

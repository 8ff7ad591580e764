import { ACTION_TYPE } from '../../dev/n8n/ownNodes';
import { ACTION, setStage } from './stage';

let stage: Awaited<ReturnType<typeof setStage>>;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());

const campaignUpdate = { resource: 'campaign', operation: 'update' };

/** The names that the user sees on opening a searchable parameter, in alphabetical order. */
async function offered(
	parameter: string,
	methodName: string,
	parameters: Record<string, unknown>,
	filter?: string,
): Promise<string[]> {
	const node = stage.node(ACTION, ACTION_TYPE, parameters);
	const { results } = await stage.client.searchList(node, { parameter, methodName, filter });
	return results.map(({ name }) => name).sort();
}

/** As listed: two campaigns may have the same name, and their status and ID tell them apart. */
function listed(entries: Array<{ id: number; name: string; status: string }>): string[] {
	return entries.map(({ id, name, status }) => `${name} (${status}, ID ${id})`).sort();
}

describe('searchable lists in the editor', () => {
	it('offer the campaigns', async () => {
		const { campaigns } = stage.simulator.state;

		const names = await offered('campaignId', 'searchCampaigns', campaignUpdate);

		expect(names).toEqual(listed(campaigns));
	});

	it('offer what matches when the user types', async () => {
		const campaigns = stage.simulator.state.campaigns.slice(0, 1);
		const typed = campaigns[0]?.name.toUpperCase();

		const names = await offered('campaignId', 'searchCampaigns', campaignUpdate, typed);

		expect(names).toEqual(listed(campaigns));
	});

	it('offer the steps of the chosen campaign', async () => {
		const campaign = stage.simulator.state.campaigns.find(({ steps }) => steps.length > 1);
		const names = await offered('stepId', 'searchSteps', {
			resource: 'campaignStep',
			operation: 'get',
			campaignId: { __rl: true, mode: 'id', value: String(campaign?.id) },
		});

		expect(names).toHaveLength(campaign?.steps.length ?? 0);
	});

	it('offer the lead lists', async () => {
		// No operation of the reference chooses a lead list; the method is there for those that do.
		const names = await offered('leadListId', 'searchLeadLists', {});

		const { leadLists } = stage.simulator.state;
		expect(names).toHaveLength(leadLists.length);
		expect(names).toContain('Trial Users, March (5 prospects, ID 302)');
	});
});

import { picture } from '../../dev/browser/pictures';
import { ACTION_TYPE, CREDENTIAL_TYPE, credentialData, newNode } from '../../dev/n8n/ownNodes';
import { chain, type WorkflowDefinition } from '../../dev/n8n/workflow';
import { wireOf } from '../engine/operations/wire';
import { setStage, type Stage } from './stage';

const LIST = 302;
const CAMPAIGN = 103;
const NAMES = {
	search: 'Search prospects',
	fill: 'Add leads to a lead list',
	add: 'Add to campaign',
};

let stage: Stage;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());

/** The workflow that "Send leads to a campaign" in docs/jobs.md leads to, with an existing list. */
async function leadsWorkflow(): Promise<WorkflowDefinition> {
	const data = credentialData(stage.simulator, 10_000);
	const credential = await stage.client.createCredential('Leads', CREDENTIAL_TYPE, data);
	const byId = (value: number) => ({ __rl: true, mode: 'id', value: String(value) });
	const act = (name: string, parameters: Record<string, unknown>) =>
		newNode(name, ACTION_TYPE, parameters, credential);
	const nodes = [
		newNode('Start', 'n8n-nodes-base.manualTrigger', {}),
		act(NAMES.search, { resource: 'prospect', operation: 'search', limit: 24 }),
		act(NAMES.fill, {
			resource: 'leadList',
			operation: 'addLeads',
			leadListId: byId(LIST),
			prospectIds: '={{ $json.id }}',
			combineItems: true,
		}),
		act(NAMES.add, {
			resource: 'leadList',
			operation: 'addToCampaign',
			leadListId: byId(LIST),
			campaignId: byId(CAMPAIGN),
		}),
	];
	const placed = nodes.map((node, place): typeof node => ({ ...node, position: [place * 280, 0] }));
	return chain('Send leads to a campaign', ...placed);
}

it('sends everyone from a search to a campaign with three nodes and three requests', async () => {
	const { editor } = stage;
	await stage.openCreated(await leadsWorkflow());
	await editor.zoomToFit();
	await editor.runWorkflow();
	await editor.page.getByText('Workflow executed successfully').first().waitFor();

	const wires = stage.simulator.requests.map(wireOf);
	expect(wires).toEqual([
		expect.stringContaining('/prospects/search/'),
		expect.stringMatching(new RegExp(`/lead-lists/${LIST}/add-leads/ `)),
		expect.stringMatching(new RegExp(`/lead-lists/${LIST}/add-to-campaign/ `)),
	]);
	const found = stage.simulator.state.leads.slice(0, 24).map((lead) => lead.id);
	expect(JSON.parse(wires[1]?.split(' ').at(-1) ?? '{}').prospect_ids).toEqual(found);
	await picture('leads', editor.page, { of: await editor.nodes.all(), margin: 72 });
});

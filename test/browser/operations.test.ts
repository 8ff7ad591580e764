import type { Editor } from '../../dev/browser/editor';
import type { NodeView } from '../../dev/browser/nodeView';
import { ACTION_TYPE, CREDENTIAL_TYPE, credentialData, newNode } from '../../dev/n8n/ownNodes';
import { chain } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { byId, fromList } from '../engine/operations/wire';
import { setStage, type Stage } from './stage';

const STEP = 'Update the step';
const GET = 'Get the campaign';

let stage: Stage;
let editor: Editor;
let view: NodeView;

beforeAll(async () => {
	stage = await setStage();
	({ editor } = stage);
	const data = credentialData(stage.simulator, 1_000);
	const credential = await stage.client.createCredential('Simulator', CREDENTIAL_TYPE, data);
	const campaignId = byId(103);
	const nodes = [
		newNode('Start', 'n8n-nodes-base.manualTrigger', {}),
		newNode(GET, ACTION_TYPE, { operation: 'get', resource: 'campaign', campaignId }, credential),
		newNode(
			STEP,
			ACTION_TYPE,
			{
				...{ resource: 'campaignStep', operation: 'update', campaignId, stepId: byId(10302) },
				updateFields: { messageTemplate: 'Hi {{first_name}}', parentStepId: fromList('') },
			},
			credential,
		),
	];
	const placed = nodes.map((node, place): typeof node => ({ ...node, position: [place * 240, 0] }));
	const workflow = await stage.client.createWorkflow(chain('Operations in the editor', ...placed));
	await editor.openWorkflow(workflow.id);
	view = await editor.openNode(STEP);
});
afterAll(async () => await stage.clear());

describe('a campaign step in the editor', () => {
	it('shows the fields of the node before it, which has never run', async () => {
		await view.root.getByText('linkedin_max_connections').first().waitFor();
		expect(stage.simulator.requests.filter(({ path }) => !path.includes('/steps/'))).toEqual([]);
	});

	it('shows the placeholders of a template as they are to be typed', async () => {
		await view.settings.getByText('Type placeholders such as {{first_name}} as they are').waitFor();
	});

	it('offers the steps of the campaign as neighbours', async () => {
		const items = await view.searchList('parentStepId', 'pilot');
		const [found] = await until('the narrowed list', async () => {
			const texts = await items.allInnerTexts();
			return texts.length === 1 ? texts : undefined;
		});

		expect(found).toBe('3. EMAIL: One page on the pilot (ID 10303)');
	});
});

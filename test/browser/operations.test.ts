import type { Editor } from '../../dev/browser/editor';
import type { NodeView } from '../../dev/browser/nodeView';
import type { WorkflowNode } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { byId, fromList } from '../engine/operations/wire';
import { setStage, type Stage } from './stage';

const STEP = 'Update the step';
const GET = 'Get the campaign';

let stage: Stage;
let editor: Editor;
let view: NodeView;
let credential: { id: string; name: string };

beforeAll(async () => {
	stage = await setStage();
	({ editor } = stage);
	credential = await stage.client.createCredential('Simulator', 'publicOutreachApi', {
		baseUrl: stage.simulator.url,
		apiKey: stage.simulator.apiKey,
		requestsPerMinute: 1_000,
	});
	const workflow = await stage.client.createWorkflow({
		name: 'Operations in the editor',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 0, {}),
			action(GET, 240, { operation: 'get', resource: 'campaign', campaignId: byId(103) }),
			action(STEP, 480, {
				resource: 'campaignStep',
				operation: 'update',
				campaignId: byId(103),
				stepId: byId(10302),
				updateFields: { messageTemplate: 'Hi {{first_name}}', parentStepId: fromList('') },
			}),
		],
		connections: {
			Start: { main: [[{ node: GET, type: 'main', index: 0 }]] },
			[GET]: { main: [[{ node: STEP, type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	});
	await editor.openWorkflow(workflow.id);
	view = await editor.openNode(STEP);
});
afterAll(async () => await stage.clear());

function node(
	name: string,
	type: string,
	x: number,
	parameters: Record<string, unknown>,
): WorkflowNode {
	return { id: name, name, type, typeVersion: 1, position: [x, 0], parameters };
}

function action(name: string, x: number, parameters: Record<string, unknown>): WorkflowNode {
	const type = 'n8n-nodes-public-outreach.publicOutreach';
	return { ...node(name, type, x, parameters), credentials: { publicOutreachApi: credential } };
}

describe('a campaign step in the editor', () => {
	it('shows the fields of the node before it, which has never run', async () => {
		await view.root.getByText('linkedin_max_connections').first().waitFor();
		expect(stage.simulator.requests.filter(({ path }) => !path.includes('/steps/'))).toEqual([]);
	});

	it('shows the placeholders of a template as they are to be typed', async () => {
		await view.settings.getByText('Type placeholders as they are: {{first_name}}').waitFor();
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

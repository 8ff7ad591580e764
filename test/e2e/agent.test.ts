import type { WorkflowDefinition, WorkflowNode } from '../../dev/n8n/workflow';
import { byId, wireOf } from '../engine/operations/wire';
import { startScriptedModel, type ScriptedModel } from '../../dev/n8n/scriptedModel';
import { ACTION_TYPE } from '../../dev/n8n/ownNodes';
import { setStage, type Stage } from './stage';

const AGENT = 'AI Agent';
const MODEL = 'Chat Model';
const TOOLS = {
	campaigns: 'Find campaigns',
	step: 'Change a step',
	message: 'Reply to a prospect',
};

let stage: Stage;
let model: ScriptedModel;
let credential: { id: string; name: string };

beforeAll(async () => {
	stage = await setStage();
	model = await startScriptedModel([
		{ tool: 'Find_campaigns', with: { Limit: 2 } },
		{
			tool: 'Change_a_step',
			with: { Campaign: '103', Campaign_Step: '10302', Message_Template: 'Dear {{first_name}}' },
		},
		{ tool: 'Reply_to_a_prospect', with: { Prospect_ID: '5001', Message: 'Wednesday suits me.' } },
		{ say: 'All done' },
	]);
	credential = await stage.credentialOf('openAiApi', { apiKey: 'none', url: model.url });
});
afterAll(async () => {
	await model.close();
	await stage.clear();
});

const ai = (key: string, type = 'string', description = '') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, '${type}') }}`;

/** The action node as n8n offers it to agents. */
function tool(name: string, operation: string, fields: Record<string, unknown>): WorkflowNode {
	const [resource, value] = operation.split('.');
	const parameters = { resource, operation: value, ...fields };
	return stage.node(name, `${ACTION_TYPE}Tool`, parameters);
}

function workflow(): WorkflowDefinition {
	const nodes = [
		{ ...stage.node('Start', 'n8n-nodes-base.manualTrigger', {}), credentials: undefined },
		{
			...stage.node(AGENT, '@n8n/n8n-nodes-langchain.agent', {
				promptType: 'define',
				text: 'Put the pilot in order and reply to Marit',
				options: {},
			}),
			typeVersion: 3.1,
			credentials: undefined,
		},
		{
			...stage.node(MODEL, '@n8n/n8n-nodes-langchain.lmChatOpenAi', {
				model: { __rl: true, mode: 'id', value: 'scripted' },
				responsesApiEnabled: false,
				options: {},
			}),
			typeVersion: 1.3,
			credentials: { openAiApi: credential },
		},
		tool(TOOLS.campaigns, 'campaign.getAll', { limit: ai('Limit', 'number') }),
		{
			...tool(TOOLS.step, 'campaignStep.update', {
				campaignId: byId(ai('Campaign')),
				stepId: byId(ai('Campaign_Step')),
				updateFields: { messageTemplate: ai('Message_Template', 'string', 'The text') },
			}),
			...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 10 },
		},
		tool(TOOLS.message, 'chat.sendMessage', {
			prospectId: ai('Prospect_ID'),
			message: ai('Message'),
		}),
	];
	const into = (type: string) => ({ [type]: [[{ node: AGENT, type, index: 0 }]] });
	const connections = {
		Start: into('main'),
		[MODEL]: into('ai_languageModel'),
		...Object.fromEntries(Object.values(TOOLS).map((name) => [name, into('ai_tool')])),
	};
	return { name: 'Agent', nodes, connections, settings: { executionOrder: 'v1' } };
}

describe('an AI agent in the real n8n', () => {
	it('calls three operations, one of them with Retry On Fail, and the service gets what the model asked for', async () => {
		const { id } = await stage.save(workflow());
		stage.simulator.plan({ method: 'PATCH', status: 422, body: { error: 'Not today' } });
		const execution = await stage.client.run(id, 'Start');

		expect(execution.error()?.message).toBeUndefined();
		const patch =
			'PATCH /api/v1/public/campaigns/103/steps/10302/ {"message_template":"Dear {{first_name}}"}';
		expect(stage.simulator.requests.map(wireOf)).toEqual([
			'GET /api/v1/public/campaigns/',
			patch,
			patch,
			'POST /api/v1/public/chats/5001/send-message/ {"message":"Wednesday suits me."}',
		]);
		expect(execution.items(AGENT).map(({ json }) => json.output)).toEqual(['All done']);
	});

	it('is told what each tool does and which fields it takes', () => {
		const tools = new Map(model.requests[0]?.tools.map((one) => [one.function.name, one.function]));

		expect([...tools.keys()].sort()).toEqual([
			'Change_a_step',
			'Find_campaigns',
			'Reply_to_a_prospect',
		]);
		expect(tools.get('Change_a_step')).toMatchObject({
			description: 'Update a campaign step in Public Outreach',
			parameters: {
				type: 'object',
				properties: {
					Campaign: { type: 'string' },
					Campaign_Step: { type: 'string' },
					Message_Template: { type: 'string', description: 'The text' },
				},
				required: ['Campaign', 'Campaign_Step', 'Message_Template'],
			},
		});
		expect(tools.get('Find_campaigns')?.parameters).toMatchObject({
			properties: { Limit: { type: 'number' } },
		});
	});

	it('is told what came of each call', () => {
		const results = model.requests
			.at(-1)
			?.messages.filter(({ role }) => role === 'tool')
			.map(({ content }) => String(content));

		expect(results).toHaveLength(3);
		expect(results?.[0]).toContain('"name":"Trial Follow-up Q2"');
		expect(results?.[0]).not.toContain('sending_window');
		expect(results?.[1]).toContain('Dear {{first_name}}');
		expect(results?.[2]).toContain('Wednesday suits me.');
	});
});

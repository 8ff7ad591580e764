import type { Execution } from '../../dev/n8n/execution';
import { chain, type WorkflowNode } from '../../dev/n8n/workflow';
import { startScriptedModel, type ScriptedModel } from './scriptedModel';
import { ACTION_TYPE } from '../../dev/n8n/ownNodes';
import { ACTION, setStage } from './stage';

const START = 'Start';
const REJECTED = { status: 422, body: { success: false, error: 'Not today' } };
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };

let stage: Awaited<ReturnType<typeof setStage>>;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());
beforeEach(() => stage.simulator.reset());

const plain = (name: string, type: string, typeVersion: number, parameters = {}): WorkflowNode => ({
	...stage.node(name, `n8n-nodes-base.${type}`, parameters),
	typeVersion,
	credentials: undefined,
});

/** Nodes that put out one item for each name. */
const people = (...names: string[]) => [
	plain(START, 'manualTrigger', 1),
	plain('Names', 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ name: names }) }),
	plain('Each', 'splitOut', 1, { fieldToSplitOut: 'name', options: {} }),
];

const CREATE = { resource: 'leadList', operation: 'create' };
const create = () => ({
	...stage.node(ACTION, ACTION_TYPE, { ...CREATE, name: '={{ $json.name }}' }),
	...RETRY,
});

const sent = () =>
	stage.simulator.requests
		.map(({ body }) => /"name":"(.*?)"/.exec(body)?.[1])
		.filter((name) => name !== undefined);
const created = (execution: Execution) => execution.items(ACTION).map(({ json }) => json.name);

describe('Retry On Fail', () => {
	it('sends five writes once each but for the third, which was rejected once', async () => {
		const { id } = await stage.save(
			chain('Rejected', ...people('A', 'B', 'C', 'D', 'E'), create()),
		);
		stage.simulator.plan({ ...REJECTED, after: 2 });
		const execution = await stage.client.run(id, START);

		expect(execution.status).toBe('success');
		expect(sent()).toEqual(['A', 'B', 'C', 'C', 'D', 'E']);
		expect(created(execution)).toEqual(['A', 'B', 'C', 'D', 'E']);
		expect(execution.items(ACTION).map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3, 4].map((item) => ({ item })),
		);
	});

	it('sends no write again whose answer was lost, and none before it', async () => {
		const { id } = await stage.save(chain('Lost', ...people('A', 'B', 'C'), create()));
		stage.simulator.plan({ kind: 'resetAfter', after: 1 });
		const execution = await stage.client.run(id, START);

		expect(execution.status).toBe('error');
		expect(execution.error(ACTION)?.description).toMatch(/may happen twice/);
		expect(sent()).toEqual(['A', 'B']);
	});

	it('remembers nothing from one run of a loop to the next, or to the next execution', async () => {
		const workflow = chain(
			'Loop',
			...people('A', 'B', 'C', 'D'),
			plain('Loop', 'splitInBatches', 3, { batchSize: 2, options: {} }),
			create(),
		);
		const toAction = { node: ACTION, type: 'main', index: 0 };
		const toLoop = { node: 'Loop', type: 'main', index: 0 };
		workflow.connections.Loop = { main: [[], [toAction]] };
		workflow.connections[ACTION] = { main: [[toLoop]] };
		const { id } = await stage.save(workflow);
		stage.simulator.plan({ ...REJECTED, after: 1 });
		const execution = await stage.client.run(id, START);
		await stage.client.run(id, START);

		expect(execution.status).toBe('success');
		expect(sent()).toEqual(['A', 'B', 'B', 'C', 'D', 'A', 'B', 'C', 'D']);
		expect(created(execution)).toEqual(['A', 'B', 'C', 'D']);
	});
});

describe('a tool of an agent with Retry On Fail', () => {
	let model: ScriptedModel;
	let credential: { id: string; name: string };

	beforeAll(async () => {
		model = await startScriptedModel([
			{ tool: 'Create', with: { Name: 'A' } },
			{ tool: 'Create', with: { Name: 'B' } },
			{ tool: 'Create', with: { Name: 'A' } },
			{ say: 'Done' },
		]);
		const data = { apiKey: 'none', url: model.url };
		credential = await stage.client.createCredential('Scripted model', 'openAiApi', data);
	});
	afterAll(async () => {
		await stage.client.deleteCredential(credential.id);
		await model.close();
	});

	it('sends each call once, also where its answer is lost', async () => {
		const langchain = '@n8n/n8n-nodes-langchain';
		const agent = {
			...stage.node('Agent', `${langchain}.agent`, {
				promptType: 'define',
				text: 'Create the lists',
				options: {},
			}),
			typeVersion: 3.1,
			credentials: undefined,
		};
		const chat = {
			...stage.node('Model', `${langchain}.lmChatOpenAi`, {
				model: { __rl: true, mode: 'id', value: 'scripted' },
				responsesApiEnabled: false,
				options: {},
			}),
			typeVersion: 1.3,
			credentials: { openAiApi: credential },
		};
		const name = `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Name', \`\`, 'string') }}`;
		const tool = { ...stage.node('Create', `${ACTION_TYPE}Tool`, { ...CREATE, name }), ...RETRY };
		const workflow = chain('Agent', plain(START, 'manualTrigger', 1), agent);
		workflow.nodes.push(chat, tool);
		workflow.connections.Model = {
			ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]],
		};
		workflow.connections.Create = { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] };
		const { id } = await stage.save(workflow);
		stage.simulator.plan({ kind: 'resetAfter' });
		stage.simulator.plan(REJECTED);
		const execution = await stage.client.run(id, START);

		expect(execution.error()?.message).toBeUndefined();
		expect(sent()).toEqual(['A', 'B', 'B', 'A']);
	});
});

import { z } from 'zod';
import { storedExecutionSchema } from '../../dev/n8n/execution';
import type { StoredWorkflow } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { importExample, node } from './importExample';
import { startScriptedModel, type ScriptedModel, type Turn } from './scriptedModel';
import { setStage } from './stage';

const PROFILE = 'https://linkedin.example/in/imogen-harcastle';
const SEND = {
	tool: 'Send_a_Message',
	with: {
		toolParameters: { LinkedIn_Profile: PROFILE, Message: 'Thursday suits us.' },
		hitlParameters: {},
	},
};
/** Who does not look like this is taken for a program that previews links. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

let stage: Awaited<ReturnType<typeof setStage>>;
let model: ScriptedModel;
let workflow: StoredWorkflow;
let credential: { id: string; name: string };
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());
beforeEach(() => stage.simulator.reset());
afterEach(async () => {
	await stage.client.unpublish(workflow.id);
	await stage.client.deleteCredential(credential.id);
	await model.close();
});

/** Published for everybody, as its note describes it: the editor's own chat needs a browser. */
async function published(...turns: Turn[]): Promise<void> {
	model = await startScriptedModel(turns);
	const data = { apiKey: 'none', url: model.url };
	credential = await stage.client.createCredential('Assisting model', 'openAiApi', data);
	workflow = await importExample(stage, 'outreach-assistant.json', { openAiApi: credential });
	node(workflow, 'When You Write').parameters.public = true;
	await stage.client.updateWorkflow(workflow.id, workflow);
	await stage.client.publish(workflow.id);
}

/** Writes into the chat, and waits until the run waits for the browser or for a click. */
async function write(chatInput: string, runs: number) {
	const { webhookId } = node(workflow, 'When You Write');
	await until('the chat to take messages', async () => {
		const response = await fetch(`${stage.n8nUrl}/webhook/${webhookId}/chat`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ action: 'sendMessage', sessionId: 'one', chatInput }),
		});
		return response.ok || undefined;
	});
	return await waitingRun(runs);
}

/** What n8n keeps of the latest of so many waiting runs. */
async function waitingRun(count: number) {
	const filter = JSON.stringify({ workflowId: workflow.id, status: ['waiting'] });
	const list = z.object({ results: z.array(z.object({ id: z.string() })) });
	const path = `/executions?filter=${encodeURIComponent(filter)}`;
	const id = await until('a run that waits', async () => {
		const { results } = await stage.client.session.request('GET', path, list);
		return results.length === count ? results[0]?.id : undefined;
	});
	const read = `/executions/${id}`;
	return await stage.client.session.request('GET', read, storedExecutionSchema);
}

const sent = () => stage.simulator.requests.filter(({ path }) => path.endsWith('send-message/'));
/** The address of a button that the chat shows. */
function button(data: string, approved: boolean): string {
	const url = new RegExp(`http://[^"\\\\]*webhook-waiting[^"\\\\]*approved=${approved}[^"\\\\]*`);
	return url.exec(data)?.[0] ?? '';
}

it('reads what it is asked about, and remembers the conversation', async () => {
	await published(
		{ tool: 'Read_the_Numbers', with: {} },
		{ say: 'Trial Follow-up Q2 had the most replies' },
		{ say: 'You asked about replies' },
	);
	const { data } = await write('Which campaign had the most replies?', 1);
	expect(data).toContain('Trial Follow-up Q2 had the most replies');
	await write('What did I ask?', 2);

	expect(stage.simulator.requests.map(({ path }) => path)).toEqual([
		'/api/v1/dashboard/campaign-analytics/',
	]);
	expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('had the most replies');
	const tools = model.requests[0]?.tools.map((tool) => tool.function.name).sort();
	expect(tools).toEqual([
		'Find_People',
		'List_Conversations',
		'Read_the_Numbers',
		'Send_a_Message',
	]);
});

it.each([
	['sends what was approved', true, ['{"message":"Thursday suits us."}']],
	['sends nothing that was declined', false, []],
])('%s, and not before', async (_what, approved, bodies) => {
	await published(SEND, { say: 'Done' });
	const { data } = await write('Tell Imogen that Thursday suits us', 1);
	expect(data).toContain('May I send this?');
	expect(data).toContain(PROFILE);
	expect(sent()).toEqual([]);

	const { ok } = await fetch(button(data, approved), { headers: BROWSER });
	expect(ok).toBe(true);
	await until('the model to hear of it', () => model.requests.length === 2 || undefined);
	expect(sent().map(({ body }) => body)).toEqual(bodies);
});

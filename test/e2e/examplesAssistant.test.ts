import { until } from '../../dev/until';
import type { StoredWorkflow } from '../../dev/n8n/workflow';
import { click, node, useExamples } from './exampleStage';
import type { Turn } from '../../dev/n8n/scriptedModel';

const PROFILE = 'https://linkedin.example/in/imogen-harcastle';
const SEND = {
	tool: 'Send_a_Message',
	with: {
		toolParameters: { LinkedIn_Profile: PROFILE, Message: 'Thursday suits us.' },
		hitlParameters: {},
	},
};

const examples = useExamples();

/** Published for everybody, as its note describes it: the editor's own chat needs a browser. */
async function published(...says: Turn[]): Promise<StoredWorkflow> {
	const change = (workflow: StoredWorkflow) => {
		node(workflow, 'When You Write').parameters.public = true;
	};
	return await examples.published('outreach-assistant.json', { says, change });
}

/** Writes into the chat, and waits until the run waits for the browser or for a click. */
async function write(workflow: StoredWorkflow, chatInput: string, runs = 1) {
	const { webhookId } = node(workflow, 'When You Write');
	await until('the chat to take messages', async () => {
		const response = await fetch(`${examples.stage.n8nUrl}/webhook/${webhookId}/chat`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ action: 'sendMessage', sessionId: 'one', chatInput }),
		});
		return response.ok || undefined;
	});
	return await examples.waitingRun(workflow, runs);
}

it('reads what it is asked about, and remembers the conversation', async () => {
	const workflow = await published(
		{ tool: 'Read_the_Numbers', with: {} },
		{ say: 'Trial Follow-up Q2 had the most replies' },
		{ say: 'You asked about replies' },
	);
	const { data } = await write(workflow, 'Which campaign had the most replies?');
	expect(data).toContain('Trial Follow-up Q2 had the most replies');
	await write(workflow, 'What did I ask?', 2);

	expect(examples.wires()).toEqual(['GET /api/v1/dashboard/campaign-analytics/']);
	expect(JSON.stringify(examples.asked.at(-1)?.messages)).toContain('had the most replies');
	const tools = examples.asked[0]?.tools.map((tool) => tool.function.name).sort();
	expect(tools?.join()).toBe('Find_Prospects,List_Chats,Read_the_Numbers,Send_a_Message');
});

it.each([
	['sends what was approved', true, [`5003: Thursday suits us.`]],
	['sends nothing that was declined', false, []],
])('%s, and not before', async (_what, approved, messages) => {
	const workflow = await published(SEND, { say: 'Done' });
	const { data } = await write(workflow, 'Tell Imogen that Thursday suits us');
	expect(data).toContain('May I send this?');
	expect(data).toContain(PROFILE);
	expect(examples.sent()).toEqual([]);

	const button = new RegExp(
		`http://[^"\\\\]*webhook-waiting[^"\\\\]*approved=${approved}[^"\\\\]*`,
	);
	await click(button.exec(data)?.[0]);
	await until('the model to hear of it', () => examples.asked.length === 2 || undefined);
	expect(examples.sent()).toEqual(messages);
});

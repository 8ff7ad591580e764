import type { StoredWorkflow } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { openForm, submitForm, waitingData } from './forms';
import { importExample } from './importExample';
import { startScriptedModel, type ScriptedModel } from './scriptedModel';
import { setStage } from './stage';

let stage: Awaited<ReturnType<typeof setStage>>;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());

describe('answer interested leads', () => {
	let model: ScriptedModel;
	let workflow: StoredWorkflow;
	let credential: { id: string; name: string };

	beforeAll(async () => {
		model = await startScriptedModel([
			{ say: 'Thursday at ten suits me.' },
			{ say: 'NOT INTERESTED' },
			{ say: 'On Friday, gladly.' },
		]);
		const data = { apiKey: 'none', url: model.url };
		credential = await stage.client.createCredential('Scripted model', 'openAiApi', data);
		workflow = await importExample(stage, 'answer-interested-leads.json', {
			openAiApi: credential,
		});
		await stage.client.publish(workflow.id);
		await until('the registration', () => stage.simulator.webhookUrl ?? undefined);
	});
	afterAll(async () => {
		await stage.client.unpublish(workflow.id);
		await until('the empty slot', () => stage.simulator.webhookUrl === null || undefined);
		await stage.client.deleteCredential(credential.id);
		await model.close();
	});

	it('waits with a draft, and sends what the reviewer made of it', async () => {
		await stage.simulator.sendMessage({ message: 'Could we talk on Thursday?', prospect_id: 5003 });
		const waiting = await waitingData(stage.client, workflow.id, 'Tell the Reviewer');

		expect(waiting).toMatchObject({
			review: 'Imogen wrote: Could we talk on Thursday?',
			draft: 'Thursday at ten suits me.',
		});
		expect(JSON.stringify(model.requests[0]?.messages)).toContain('Could we talk on Thursday?');
		const form = await openForm(String(waiting.form));
		expect(form).toContain('Thursday at ten suits me.');
		expect(form).toMatch(/The answer goes to Imogen [^<]*\/in\/imogen/);
		await submitForm(String(waiting.form), ['Thursday at eleven suits me.', 'Send']);

		const answer = await until('the answer', () =>
			stage.simulator.requests.find(({ path }) => path.endsWith('/send-message/')),
		);
		expect(answer).toMatchObject({
			path: '/api/v1/public/chats/5003/send-message/',
			body: JSON.stringify({ message: 'Thursday at eleven suits me.' }),
			status: 200,
		});
	});

	it('answers nobody who is not interested', async () => {
		stage.simulator.requests.length = 0;
		await stage.simulator.sendMessage({ message: 'Please take me off your list.' });

		const execution = await endOfRun(2);
		expect(execution.items('Tell the Reviewer')).toEqual([]);
		expect(stage.simulator.requests).toEqual([]);
	});

	it('sends nothing, even when it is approved, when nobody is surely the lead', async () => {
		stage.simulator.requests.length = 0;
		const lead = {
			email: 'somebody@else.example',
			linkedin_public_id: 'somebody-else',
			linkedin_profile_url: 'https://www.linkedin.com/in/somebody-else',
		};
		await stage.simulator.sendMessage({ message: 'Gladly', prospect_id: 5003, lead });

		const { form } = await waitingData(stage.client, workflow.id, 'Tell the Reviewer');
		await submitForm(String(form), ['On Friday, gladly.', 'Send']);

		const execution = await endOfRun(3, 'error');
		expect(execution.error()?.message).toContain('nobody in the chats matches "somebody-else"');
		expect(stage.simulator.requests.map(({ path }) => path)).toEqual(['/api/v1/public/chats']);
	});

	async function endOfRun(count: number, status = 'success') {
		const { id } = await until('the end', async () => {
			const ended = await stage.client.executions(workflow.id);
			return ended.length === count && ended[0]?.status === status ? ended[0] : undefined;
		});
		return await stage.client.execution(id);
	}
});

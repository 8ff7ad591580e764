import type { StoredWorkflow } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { wireOf } from '../engine/operations/wire';
import { assign, importExample, node } from './importExample';
import { setStage } from './stage';

const LIST_CALLS = '/api/v1/public/lead-lists/';

let stage: Awaited<ReturnType<typeof setStage>>;
beforeAll(async () => (stage = await setStage()));
afterAll(async () => await stage.clear());
beforeEach(() => stage.simulator.reset());

describe('from a search into a campaign', () => {
	async function imported(campaignId: string): Promise<StoredWorkflow> {
		const workflow = await importExample(stage, 'search-to-campaign.json');
		assign(workflow, 'Your Settings', { campaignId });
		node(workflow, 'Find Emails').disabled = false;
		node(workflow, 'Change the First Step').disabled = false;
		await stage.client.updateWorkflow(workflow.id, workflow);
		return workflow;
	}

	it('searches, builds a list, enriches it, fills the campaign, changes a step, reads the numbers', async () => {
		const { id } = await imported('103');
		const execution = await stage.client.run(id, 'Start');

		expect(execution.error()?.message).toBeUndefined();
		const listId = execution.items('Create the List')[0]?.json.id;
		const found = execution.items('Search Prospects').map(({ json }) => json.id);
		expect(found).toHaveLength(5);
		const list = `${LIST_CALLS}${String(listId)}`;
		expect(stage.simulator.requests.map(wireOf)).toEqual([
			'GET /api/v1/public/campaigns/103/',
			'POST /api/v1/public/prospects/search/ {"search_type":"PEOPLE","page":1,"page_size":5,"filters":{"job_title":["Head of Sales","VP Sales"]}}',
			'GET /api/v1/public/lead-lists/',
			'POST /api/v1/public/lead-lists/ {"name":"Heads of sales"}',
			`POST ${list}/add-leads/ {"prospect_ids":[${found.join(',')}]}`,
			`POST ${list}/enrichment/ {"enrichment_type":"FIND_EMAIL","prospect_limit":5,"mode":"sync"}`,
			`POST ${list}/add-to-campaign/ {"campaign":103,"prospects_per_company":2,"allow_duplicates":false}`,
			'GET /api/v1/public/campaigns/103/steps/',
			'PATCH /api/v1/public/campaigns/103/steps/10301/ {"subject_line":"A question, {{first_name}}","message_template":"Hi {{first_name}},\\n\\nhow does {{company_name}} find new customers today? I can offer you a pilot without obligation.","delay_in_hours":24}',
			'GET /api/v1/public/campaigns/103/analytics/',
		]);
		expect(execution.items('Find Emails')[0]?.json).toMatchObject({ credits_deducted: 15 });
		expect(execution.items('Get the Analytics')).toHaveLength(1);
	});

	it('spends no credits and leaves the steps of the draft alone as imported', async () => {
		const workflow = await importExample(stage, 'search-to-campaign.json');
		assign(workflow, 'Your Settings', { campaignId: '103' });
		await stage.client.updateWorkflow(workflow.id, workflow);
		const execution = await stage.client.run(workflow.id, 'Start');

		expect(execution.error()?.message).toBeUndefined();
		const wires = stage.simulator.requests.map(wireOf);
		expect(wires.filter((wire) => /enrichment|PATCH/.test(wire))).toEqual([]);
		expect(wires.filter((wire) => wire.endsWith('/analytics/'))).toHaveLength(1);
		expect(execution.items('Add to Campaign')[0]?.json).toMatchObject({ count: 3 });
	});

	it('adds nobody to a campaign that is running, and says why', async () => {
		const { id } = await imported('101');
		const execution = await stage.client.run(id, 'Start');

		expect(execution.error()?.message).toContain('is ACTIVE');
		expect(stage.simulator.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	it('changes nothing before a campaign is entered', async () => {
		const { id } = await importExample(stage, 'search-to-campaign.json');
		const execution = await stage.client.run(id, 'Start');

		expect(execution.error('Get the Campaign')?.message).toContain('Campaign');
		expect(stage.simulator.requests).toEqual([]);
	});
});

describe("acknowledge a lead's first message", () => {
	let workflow: StoredWorkflow;

	async function publish(sendForReal: boolean): Promise<void> {
		workflow = await importExample(stage, 'acknowledge-first-message.json');
		assign(workflow, 'Your Settings', { sendForReal });
		await stage.client.updateWorkflow(workflow.id, workflow);
		await stage.client.publish(workflow.id);
		await until('the registration', () => stage.simulator.webhookUrl ?? undefined);
	}
	afterEach(async () => {
		await stage.client.unpublish(workflow.id);
		await until('the empty slot', () => stage.simulator.webhookUrl === null || undefined);
	});

	/** The run that a message started, once it is over. */
	async function runAfter(count: number, message: string, prospectId: number) {
		await stage.simulator.sendMessage({ message, prospect_id: prospectId });
		const run = await until('the end of the run', async () => {
			const runs = await stage.client.executions(workflow.id);
			const isOver = ['success', 'error'].includes(runs[0]?.status ?? '');
			return runs.length === count && isOver ? runs[0] : undefined;
		});
		return await stage.client.execution(run.id);
	}
	const sent = () => stage.simulator.requests.filter(({ path }) => path.endsWith('send-message/'));

	it('thanks a lead once, under the prospect ID, which is not the ID of the lead', async () => {
		await publish(true);
		await runAfter(1, 'Tell me more', 5003);
		await runAfter(2, 'And when?', 5003);

		expect(sent()).toMatchObject([
			{
				path: '/api/v1/public/chats/5003/send-message/',
				body: '{"message":"Thank you for your message, Imogen. I will get back to you today."}',
				status: 200,
			},
		]);
	});

	it('sends nothing until it is switched on', async () => {
		await publish(false);
		const execution = await runAfter(1, 'Tell me more', 5003);

		expect(execution.items('Send It?', 1)).toHaveLength(1);
		expect(stage.simulator.requests.map(({ path }) => path)).not.toContain('/api/v1/public/chats');
		expect(sent()).toEqual([]);
	});

	it('writes to nobody when several people could be the lead, and names them', async () => {
		await publish(true);
		const { leads, chats } = stage.simulator.state;
		const [imogen, other] = [5003, 5004].map((id) => leads.find((lead) => lead.id === id));
		Object.assign(other ?? {}, { ...imogen, id: 5004 });
		const chat = chats.find(({ prospect_id }) => prospect_id === 5003);
		if (chat) chats.push({ ...chat, id: 499, prospect_id: 5004 });
		const execution = await runAfter(1, 'Tell me more', 5003);

		expect(execution.error()?.message).toMatch(/2 people match .*ID 5003.*ID 5004/);
		expect(sent()).toEqual([]);
	});
});

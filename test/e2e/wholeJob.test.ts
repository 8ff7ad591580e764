import { fs, path, repositoryRoot } from '../../dev/platform';
import { workflowDefinitionSchema, type StoredWorkflow } from '../../dev/n8n/workflow';
import { until } from '../../dev/until';
import { wireOf } from '../engine/operations/wire';
import { setStage } from './stage';

let stage: Awaited<ReturnType<typeof setStage>>;
let workflow: StoredWorkflow;

const file = path.join(repositoryRoot, 'examples/whole-job.json');
const example = workflowDefinitionSchema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));

beforeAll(async () => {
	stage = await setStage();
	// As a user does after importing: choose the credential in every node that asks for one.
	const nodes = example.nodes.map((node) => {
		if (node.credentials === undefined) return node;
		const { credentials } = stage.node(node.name, node.type, {});
		return { ...node, credentials };
	});
	workflow = await stage.save({ ...example, nodes });
});
afterAll(async () => await stage.clear());

describe('the example of the whole job', () => {
	it('names no credential by its ID', () => {
		const named = example.nodes.flatMap(({ credentials }) => Object.values(credentials ?? {}));

		expect(named.length).toBeGreaterThan(8);
		for (const credential of named) expect(Object.keys(credential)).toEqual(['name']);
	});

	it('searches, builds a list, enriches it, fills the campaign, adjusts a step, reads the numbers', async () => {
		const execution = await stage.client.run(workflow.id, 'Start');

		expect(execution.error()?.message).toBeUndefined();
		const listId = execution.items('Create the List')[0]?.json.id;
		const found = execution.items('Search Prospects').map(({ json }) => json.id);
		expect(found).toHaveLength(5);
		const list = `/api/v1/public/lead-lists/${String(listId)}`;
		expect(stage.simulator.requests.map(wireOf)).toEqual([
			'POST /api/v1/public/prospects/search/ {"search_type":"PEOPLE","page":1,"page_size":5,"filters":{"job_title":["Head of Sales","VP Sales"]}}',
			'POST /api/v1/public/lead-lists/ {"name":"Heads of sales"}',
			`POST ${list}/add-leads/ {"prospect_ids":[${found.join(',')}]}`,
			`POST ${list}/enrichment/ {"enrichment_type":"FIND_EMAIL","prospect_limit":5,"mode":"sync"}`,
			`POST ${list}/add-to-campaign/ {"campaign":103,"prospects_per_company":2}`,
			'GET /api/v1/public/campaigns/103/steps/',
			'PATCH /api/v1/public/campaigns/103/steps/10301/ {"subject_line":"A question, {{first_name}}","message_template":"Hi {{first_name}},\\n\\nhow does {{company_name}} find new customers today? I can offer you a pilot without obligation.","delay_in_hours":24}',
			'GET /api/v1/public/campaigns/103/analytics/',
		]);
		expect(execution.items('Find Emails')[0]?.json).toMatchObject({ credits_deducted: 15 });
		expect(execution.items('Read the Analytics')).toHaveLength(1);
	});

	it('answers the lead who writes', async () => {
		await stage.client.publish(workflow.id);
		await until('the registration', () => stage.simulator.webhookUrl ?? undefined);
		await stage.simulator.sendMessage({ message: 'Tell me more' });

		const answer = await until('the answer', () =>
			stage.simulator.requests.find(({ path: where }) => where.endsWith('/send-message/')),
		);
		await until('its status', () => answer.status || undefined);
		expect(answer.status).toBe(200);
		expect(answer.body).toMatch(/^\{"message":"Thank you for your message, \w+\. /);

		await stage.client.unpublish(workflow.id);
		await until('the empty slot', () => (stage.simulator.webhookUrl === null ? true : undefined));
	});
});

import type { StoredWorkflow } from '../../../dev/n8n/workflow';
import { deliveryOf } from './messages';
import { startOwnN8n, type OwnN8n } from './ownN8n';
import { setTriggerStage, type TriggerStage } from './stage';

/** An n8n that does not reach the address which it gives to others, as behind some routers. */
const PUBLIC = 'http://n8n.invalid';

let n8n: OwnN8n;
let stage: TriggerStage;

beforeAll(async () => {
	n8n = await startOwnN8n({ env: { WEBHOOK_URL: PUBLIC } });
	stage = await setTriggerStage(n8n.url);
}, 300_000);
afterAll(async () => {
	await stage?.clear();
	await n8n?.remove();
});

/** The service reaches it: delivers to the registered address by the way that is open. */
async function deliver(message_id: string): Promise<number> {
	const url = stage.webhook().replace(PUBLIC, n8n.url);
	const headers = { 'content-type': 'application/json' };
	const body = JSON.stringify(deliveryOf(message_id));
	return (await fetch(url, { method: 'POST', headers, body })).status;
}

// The tests follow one workflow.
describe('an n8n that does not reach its own address', () => {
	let workflow: StoredWorkflow;
	let production: string;

	it('publishes one workflow as ever', async () => {
		workflow = await stage.trigger('Alone');
		await stage.publish(workflow);
		production = stage.webhook();

		expect(production.startsWith(`${PUBLIC}/webhook/`)).toBe(true);
		expect(await deliver('alone')).toBe(200);
		await stage.runs.expectOnly(workflow, ['alone']);
	});

	it('refuses to publish a second one, and names the address', async () => {
		const second = await stage.trigger('Second');
		await stage.client.publish(second.id);

		const outcome = await stage.outcomeOf(second);
		expect(outcome).toContain('"status":"failed"');
		expect(outcome).toContain(PUBLIC);
		expect(stage.webhook()).toBe(production);
		expect(await deliver('after the refusal')).toBe(200);
		await stage.runs.expectOnly(workflow, ['alone', 'after the refusal']);
	});

	it('refuses a test beside it, names the address, and misses nothing meanwhile', async () => {
		const draft = await stage.trigger('Draft');
		await expect(stage.listen(draft)).rejects.toThrow(PUBLIC);
		expect(stage.webhook()).toBe(production);
		expect(await deliver('after the test')).toBe(200);

		await stage.runs.expectOnly(workflow, ['alone', 'after the refusal', 'after the test']);
		await stage.unpublish(workflow);
		await stage.webhookIs(null);
	});
});

import type { StoredWorkflow } from '../../../dev/n8n/workflow';
import { until } from '../../../dev/until';
import { databaseOf } from './database';
import { deliverMany, deliverUntilTaken } from './messages';
import { startOwnN8n, type OwnN8n } from '../../../dev/n8n/ownN8n';
import { setTriggerStage, type TriggerStage } from './stage';

/** An n8n that runs one production execution at a time, and a copy of it. */
let n8n: OwnN8n;
let stage: TriggerStage;
let workflows: StoredWorkflow[];

beforeAll(async () => {
	n8n = await startOwnN8n({ env: { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' } });
	stage = await setTriggerStage(n8n.url);
	workflows = await stage.publishedAtOnce(3);
}, 300_000);
afterAll(async () => {
	await stage?.clear();
	await n8n?.remove();
});

it('gives every message to each of three although only one execution runs at a time', async () => {
	const ids = Array.from({ length: 6 }, (_, number) => `message ${number}`);
	await deliverMany(stage.simulator, ids, 6);
	// A message that came too late for a response is delivered again.
	for (const id of ids) await deliverUntilTaken(stage.simulator, id);

	await stage.runs.expectOnly(workflows, ids);
});

it('refuses a trigger without webhook ID, as n8n imports it, with what to do', async () => {
	const imported = await stage.trigger('Imported');
	await databaseOf(n8n.userFolder).removeWebhookIds(imported);
	const before = stage.registrations().length;
	await stage.client.publish(imported.id);

	expect(await stage.outcomeOf(imported)).toMatch(/because of the %.*Rename the trigger/);
	expect(stage.registrations()).toHaveLength(before);
});

it('leaves the webhook to the n8n that has it when a copy of that is started elsewhere, which takes it for what is published anew', async () => {
	const before = stage.registrations();
	const copy = await startOwnN8n({ copyOf: n8n.userFolder });
	try {
		const inCopy = await setTriggerStage(copy.url);
		for (const workflow of workflows) {
			expect(await inCopy.outcomeOf(workflow)).toContain('"status":"published"');
		}
		await deliverUntilTaken(stage.simulator, 'beside the copy');
		for (const workflow of workflows) {
			expect(await inCopy.runs.all(workflow)).toHaveLength(6);
			const latest = (await stage.runs.all(workflow)).at(-1)?.items;
			expect(latest).toMatchObject([{ message_id: 'beside the copy' }]);
		}
		await until(
			'a line in the log',
			() => copy.logs().includes('the webhook was not changed') || undefined,
		);
		await inCopy.unpublish(...workflows);
		expect(stage.registrations()).toEqual(before);

		await inCopy.publish(...workflows.slice(0, 1));
		expect(stage.webhook().startsWith(`${copy.url}/webhook/`)).toBe(true);
		await inCopy.unpublish(...workflows);
		await stage.webhookIs(null);
		await inCopy.clear();
	} finally {
		await copy.remove();
	}
});

import { exampleDelivery } from '../../../dev/exampleDelivery';
import type { StoredWorkflow } from '../../../dev/n8n/workflow';
import { deliverEach, deliverMany, deliveryOf } from './messages';
import { setTriggerStage, TRIGGER, type TriggerStage } from './stage';
import { TRIGGER_TYPE } from '../../../dev/n8n/ownNodes';

let stage: TriggerStage;
beforeEach(async () => {
	stage = await setTriggerStage();
});
afterEach(async () => await stage.clear());

async function published(count: number): Promise<StoredWorkflow[]> {
	const workflows: StoredWorkflow[] = [];
	for (let number = 1; number <= count; number += 1) {
		workflows.push(await stage.trigger(`Number ${number}`));
	}
	await stage.publish(...workflows);
	return workflows;
}

it('gives each of several what its own filters let through, in its own form', async () => {
	const raw = await stage.trigger('Raw', { messagesFrom: 'everyone', output: 'raw' });
	const simplified = await stage.trigger('Simplified', {
		output: 'simplified',
		campaignIds: [1042],
	});
	const plain = await stage.trigger('Plain');
	await stage.publish(raw);
	await stage.publish(simplified);
	await stage.publish(plain);
	const { campaign } = exampleDelivery.message;
	for (const delivery of [
		deliveryOf('of the campaign'),
		deliveryOf('of our own', { sent_by_lead: false }),
		deliveryOf('of another campaign', { campaign: { ...campaign, id: 8 } }),
	]) {
		expect(await stage.simulator.deliver(delivery)).toMatchObject({ status: 200 });
	}

	await stage.runs.expectOnly(raw, ['of the campaign', 'of our own', 'of another campaign']);
	await stage.runs.expectOnly(simplified, ['of the campaign']);
	await stage.runs.expectOnly(plain, ['of the campaign', 'of another campaign']);
	const [first] = await stage.runs.all(raw);
	expect(first?.items).toEqual([deliveryOf('of the campaign')]);
	const [flat] = await stage.runs.all(simplified);
	expect(flat?.items).toMatchObject([{ lead_name: 'Ada Berg', campaign_id: 1042 }]);
	const [message] = await stage.runs.all(plain);
	expect(message?.items).toEqual([deliveryOf('of the campaign').message]);
	expect(stage.registrations()).toHaveLength(1);
});

it('gives a message to both triggers of one workflow', async () => {
	const [one] = (await stage.trigger('One of two')).nodes;
	const another = stage.node('Another', TRIGGER_TYPE, {});
	const both = await stage.save({
		name: 'Two triggers',
		nodes: one === undefined ? [] : [{ ...one, id: 'one', webhookId: 'one-of-two' }, another],
		connections: {},
		settings: { executionOrder: 'v1' },
	});
	await stage.publish(both);
	await deliverEach(stage.simulator, ['for both']);
	await stage.simulator.deliver(deliveryOf('for both'));

	await stage.runs.expectOnly(both, ['for both', 'for both']);
	expect(both.nodes.map(({ name }) => name)).toEqual([TRIGGER, 'Another']);
	await stage.unpublish(both);
	await stage.webhookIs(null);
});

it('gives each message once to each of three, however often and at once it is delivered', async () => {
	const workflows = await published(3);
	const ids = Array.from({ length: 10 }, (_, number) => `message ${number}`);
	const thrice = ids.flatMap((id) => [id, id, id]);
	const deliveries = await deliverMany(stage.simulator, thrice, 10);

	expect(deliveries.map((delivery) => delivery?.status)).toEqual(thrice.map(() => 200));
	for (const workflow of workflows) await stage.runs.expectOnly(workflow, ids);
});

it('has a secret for each of them, which opens no other', async () => {
	const workflows = await published(2);
	const first = new URL(stage.webhook());
	await stage.unpublish(...workflows.filter((workflow) => isReceiver(workflow)));
	const second = new URL(stage.webhook());
	const crossed = new URL(second);
	crossed.search = first.search;
	const headers = { 'content-type': 'application/json' };
	const body = JSON.stringify(deliveryOf('forged'));
	const answer = await fetch(crossed, { method: 'POST', headers, body });

	expect(second.pathname).not.toBe(first.pathname);
	expect(second.search).not.toBe(first.search);
	expect(answer.status).toBe(401);
});

function isReceiver({ nodes }: StoredWorkflow): boolean {
	return stage.webhook().includes(String(nodes[0]?.webhookId));
}

it('serves twenty that are published at once, and clears the webhook after the last', async () => {
	const workflows = await published(20);
	expect(stage.registrations()).toHaveLength(1);
	await deliverEach(stage.simulator, ['one', 'two', 'one', 'three', 'two']);

	for (const workflow of workflows) {
		await stage.runs.expectOnly(workflow, ['one', 'two', 'three']);
	}
	await stage.unpublish(...workflows);
	await stage.webhookIs(null);
});

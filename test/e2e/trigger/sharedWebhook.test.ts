import { exampleDelivery } from '../../../dev/exampleDelivery';
import {
	ACTION_TYPE,
	CREDENTIAL_TYPE,
	credentialData,
	TRIGGER_TYPE,
} from '../../../dev/n8n/ownNodes';
import { HOST } from '../../../dev/n8n/ports';
import { chain } from '../../../dev/n8n/workflow';
import { OtherSystem } from '../../unit/trigger/otherSystem';
import { deliverEach, deliverMany, deliveryOf } from './messages';
import { setTriggerStage, type TriggerStage } from './stage';

/** The service has one webhook for a user: what becomes of a message when several want it. */
let stage: TriggerStage;
beforeEach(async () => {
	stage = await setTriggerStage();
});
afterEach(async () => await stage.clear());

it('gives each of several what its own filters let through, in its own form', async () => {
	const raw = await stage.published('Raw', { messagesFrom: 'everyone', output: 'raw' });
	const filters = { output: 'simplified', campaignIds: '={{ "1042, 7" }}' };
	const simplified = await stage.published('Simplified', filters);
	const plain = await stage.published('Plain', { campaignIds: [8, 1042] });
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

it('finds a text however its apostrophes, accents and spaces are stored', async () => {
	const options = { textContains: "Zoë's café at 9" };
	const filtering = await stage.published('Filtering', { options });
	for (const [id, message] of [
		['as typed', "We meet in Zoë's café at 9"],
		['as from a phone', 'We meet in ZOE\u0308\u2019S CAFE\u0301 at\u00a09'],
		['another', 'We meet in Zoës café at 9'],
	]) {
		const delivery = await stage.simulator.deliver(deliveryOf(String(id), { message }));
		expect(delivery?.status).toBe(200);
	}

	await stage.runs.expectOnly(filtering, ['as typed', 'as from a phone']);
});

it('refuses a filter that is no text, which would let everything through', async () => {
	const options = { textContains: '={{ ({ text: "meeting" }) }}' };
	const filtering = await stage.trigger('Filtering', { options });

	await expect(stage.listen(filtering)).rejects.toThrow(/Text Contains: expected a text/);
});

it('gives a message to both triggers of one workflow', async () => {
	const nodes = ['One', 'Another'].map((name) => stage.node(name, TRIGGER_TYPE, {}));
	const both = await stage.save({ ...chain('Two triggers'), nodes });
	await stage.publish(both);
	await deliverEach(stage.simulator, ['for both']);
	await stage.simulator.deliver(deliveryOf('for both'));

	await stage.runs.expectOnly(both, ['for both', 'for both']);
	await stage.unpublish(both);
	await stage.webhookIs(null);
});

it('gives each message once to each of three, however often and at once it is delivered', async () => {
	const workflows = await stage.publishedAtOnce(3);
	const ids = Array.from({ length: 10 }, (_, number) => `message ${number}`);
	const thrice = ids.flatMap((id) => [id, id, id]);
	const deliveries = await deliverMany(stage.simulator, thrice, 10);

	expect(deliveries.map((delivery) => delivery?.status)).toEqual(thrice.map(() => 200));
	await stage.runs.expectOnly(workflows, ids);
});

it('starts each for JSON of any content type, such as that of curl -d', async () => {
	const workflows = await stage.publishedAtOnce(2);
	const types = [
		'application/x-www-form-urlencoded',
		'application/json ; charset=utf-8',
		'application/json-patch+json',
		'text/plain',
	];
	for (const type of types) {
		const headers = { 'content-type': type };
		const body = JSON.stringify(deliveryOf(type));
		const { status } = await fetch(stage.webhook(), { method: 'POST', headers, body });
		expect([type, status]).toEqual([type, 200]);
	}

	await stage.runs.expectOnly(workflows, types);
});

it('serves twenty that are published at once, and clears the webhook after the last', async () => {
	const workflows = await stage.publishedAtOnce(20);
	expect(stage.registrations()).toHaveLength(1);
	await deliverEach(stage.simulator, ['one', 'two', 'one', 'three', 'two']);

	await stage.runs.expectOnly(workflows, ['one', 'two', 'three']);
	await stage.unpublish(...workflows);
	await stage.webhookIs(null);
});

it('serves two keys of one user, and a test with the second one, until the last is unpublished', async () => {
	const { simulator } = stage;
	const another = '7d21b0aa.another-key-of-the-same-user';
	simulator.configure({ apiKeys: [simulator.apiKey, another] });
	const first = await stage.published('First key');
	const second = await stage.triggerOf(await stage.credential('Other', another), 'Second key');
	await stage.listen(second);
	await deliverEach(simulator, ['during the test']);
	await stage.testEnds(second);
	await stage.publish(second);
	await deliverEach(simulator, ['for both']);
	expect(stage.registrations()).toHaveLength(1);
	await stage.unpublish(first);
	await deliverEach(simulator, ['for the second']);

	await stage.runs.expectOnly(first, ['during the test', 'for both']);
	await stage.runs.expectOnly(second, ['during the test'], { mode: 'manual' });
	await stage.runs.expectOnly(second, ['for both', 'for the second']);
	expect(stage.registrations()).not.toContain(null);
	await stage.unpublish(second);
	await stage.webhookIs(null);
});

it('serves one key under two base URLs, until the last is unpublished', async () => {
	const { simulator } = stage;
	const url = simulator.url.replace(HOST, 'localhost');
	const data = credentialData({ url, apiKey: simulator.apiKey }, 10_000);
	const other = await stage.credentialOf(CREDENTIAL_TYPE, data, 'Other URL');
	const first = await stage.published('One URL');
	const second = await stage.triggerOf(other, 'Other URL');
	await stage.publish(second);
	await deliverEach(simulator, ['for both']);
	expect(stage.registrations()).toHaveLength(1);
	await stage.unpublish(first);
	await deliverEach(simulator, ['for the second']);
	await stage.unpublish(second);

	await stage.webhookIs(null);
	await stage.runs.expectOnly(first, ['for both']);
	await stage.runs.expectOnly(second, ['for both', 'for the second']);
});

it('goes on with a key that was replaced in the credential, until the last is unpublished', async () => {
	const { simulator, client } = stage;
	const first = await stage.published('First');
	const second = await stage.published('Second');
	const production = stage.webhook();
	const apiKey = 'replaced.key-of-the-same-user';
	const data = { baseUrl: simulator.url, apiKey, requestsPerMinute: 10_000 };
	await client.updateCredential(stage.ownCredential, CREDENTIAL_TYPE, data);
	simulator.configure({ apiKeys: [apiKey] });
	await stage.listen(first);
	await stage.stop(first);
	await stage.testEnds(first);
	await deliverEach(simulator, ['with another key']);
	expect(stage.webhook()).toBe(production);
	await stage.unpublish(first);
	await deliverEach(simulator, ['in the other one']);
	await stage.unpublish(second);

	await stage.webhookIs(null);
	await stage.runs.expectOnly(first, ['with another key']);
	await stage.runs.expectOnly(second, ['with another key', 'in the other one']);
});

it('gives a message once to each when the workflow of one fails', async () => {
	const errorMessage = 'On purpose';
	const fail = stage.node('Fail', 'n8n-nodes-base.stopAndError', { errorMessage });
	const failing = await stage.trigger('Failing', {}, fail);
	const other = await stage.trigger('Other');
	const nowhere = { resource: 'webhook', operation: 'set', webhookUrl: 'nowhere' };
	const action = stage.node('Set to Nowhere', ACTION_TYPE, nowhere);
	const alsoFailing = await stage.trigger('Also failing', {}, action);
	await stage.publish(failing, other, alsoFailing);
	await deliverEach(stage.simulator, ['one', 'two', 'one', 'two']);

	await stage.runs.expectOnly([failing, other, alsoFailing], ['one', 'two']);
	const runs = await stage.runs.all(failing);
	expect(runs.map(({ status }) => status)).toEqual(['error', 'error']);
});

it('posts a message once to each further address, exactly as it was delivered, whichever trigger receives it', async () => {
	const systems = [await OtherSystem.start(), await OtherSystem.start()];
	const [one, another] = systems.map((system) => system.url('/crm?token=abc'));
	await stage.published('Registered');
	const options = { alsoDeliverTo: `${one}\n${another}` };
	const workflow = await stage.published('Passed on', { options });
	const body =
		'{ "event": "incoming_message",\n "message": {"message_id":"odd","sent_by_lead":true,"new":{"a":[1.0, null]},"text":"Grüße \\u00e9"} }';
	await stage.simulator.deliver(body, { rawText: true });
	await stage.simulator.deliver(body, { rawText: true });

	const secret = new URL(stage.webhook()).searchParams.get('secret') ?? 'none';
	for (const system of systems) {
		const received = await system.untilReceived(1);
		expect(received).toMatchObject([{ url: '/crm?token=abc', text: body }]);
		expect(received[0]?.headers['content-type']).toContain('application/json');
		expect(JSON.stringify(received)).not.toContain(secret);
		await system.close();
	}
	await stage.runs.expectOnly(workflow, ['odd']);
});

it('posts one copy to an address that several triggers name', async () => {
	const system = await OtherSystem.start();
	const options = { alsoDeliverTo: [system.url('/crm')] };
	const workflows = [
		await stage.published('One', { options }),
		await stage.published('Another', { options }),
	];
	const ids = ['one', 'two', 'three'];
	await deliverEach(stage.simulator, ids);
	await stage.runs.expectOnly(workflows, ids);
	await system.untilReceived(ids.length);
	await system.close();

	const texts = ids.map((id) => JSON.stringify(deliveryOf(id)));
	expect(system.received.map(({ text }) => text).sort()).toEqual(texts.sort());
});

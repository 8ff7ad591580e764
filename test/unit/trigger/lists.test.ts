import type { StateMessage } from '../../../nodes/PublicOutreachTrigger/stateMessage';
import { listenerIdOf } from '../../../nodes/PublicOutreachTrigger/registration';
import { makeProof } from '../../../nodes/PublicOutreachTrigger/secret';
import { post } from './deliveries';
import { first, second, useSetup } from './support';
import type { TriggerNode } from './triggerNode';

const setup = useSetup([first, second]);

const stranger = { id: 'stranger', kind: 'published' as const, url: 'http://127.0.0.1:1/hook' };

/** A list for the first trigger, with what its record says. */
function list(version: number, listeners = [stranger], registeredAt?: number): string {
	const key = { id: 'another', origin: setup.simulator.url, prefix: 'other' };
	const url = setup.n8n.productionUrl(first);
	const id = listenerIdOf({ workflowId: first.workflowId, nodeId: first.node.id }, false);
	const registration = { id, url, key, webhookId: 'w', isTest: false, registeredAt };
	const message: StateMessage = { list: { version, listeners }, registration };
	return JSON.stringify(message);
}

/** The only body that the trigger may send: nothing about a key, a secret or a list. */
const response = (status: string) => ({ node: 'publicOutreachTrigger', status });

interface Forgery {
	apiKey?: string;
	/** The trigger that the proof is for. */
	trigger?: TriggerNode;
}

/** Sends the first trigger a list with a forged proof. */
async function send(body: string, forgery: Forgery = {}): Promise<unknown> {
	const { url: origin, apiKey: ownKey } = setup.simulator;
	const to = setup.n8n.productionUrl(first);
	const { apiKey = ownKey, trigger = first } = forgery;
	const id = listenerIdOf({ workflowId: trigger.workflowId, nodeId: trigger.node.id }, false);
	const credentials = { origin, apiKey, requestsPerMinute: 50 };
	const proof = makeProof(credentials, id, body, Date.now());
	const headers = { 'x-public-outreach-proof': proof };
	return JSON.parse((await post(to, body, 'application/json', headers)).body);
}

const before = { requests: 0, data: '' };

beforeEach(async () => {
	await setup.publish(second, first);
	before.requests = setup.simulator.requests.length;
	before.data = setup.n8n.database.get(first.workflowId) ?? '';
});

function expectNothingDone(): void {
	expect(setup.simulator.requests).toHaveLength(before.requests);
	expect(setup.n8n.database.get(first.workflowId)).toBe(before.data);
}

describe('a list with a proof that', () => {
	it.each<[string, () => Forgery]>([
		['was made for another trigger', () => ({ trigger: second })],
		[
			'is right, where the credential cannot be read,',
			() => {
				const { url, apiKey } = setup.simulator;
				setup.n8n.useService({ url, apiKey: 'broken' });
				return { apiKey };
			},
		],
	])('%s does nothing', async (_what, forgery) => {
		expect(await send(list(Date.now() + 1e9), forgery())).toEqual(response('refused'));
		expectNothingDone();
	});

	it('is right, where the body is no list, does nothing', async () => {
		for (const body of ['', '5', '{}', '{"list":{}}', '{"list":{"version":1,"listeners":[]}}']) {
			expect(await send(body)).toMatchObject({ status: 'refused' });
		}
		expectNothingDone();
	});
});

describe('a list', () => {
	const stored = () => setup.n8n.database.get(first.workflowId);

	it('is kept, and when the service was given the URL, without a call to the service, also by static data that has lost its record', async () => {
		const now = Date.now() + 1e9;
		expect(await send(list(now, [stranger], 42))).toEqual(response('done'));
		expect(stored()).toContain('"listeners":[{"id":"stranger"');
		expect(stored()).toContain('"registeredAt":42');
		expect(stored()).toContain('"secret"');
		setup.n8n.database.set(first.workflowId, '{}');
		await send(list(now + 1));

		expect(stored()).toContain('"listeners":[{"id":"stranger"');
		expect(stored()).toContain(`"url":"${setup.n8n.productionUrl(first)}"`);
		expect(setup.simulator.requests).toHaveLength(before.requests);
	});

	it('that came with an imported workflow is not believed', async () => {
		const listener = {
			id: 'a/b',
			kind: 'published',
			url: `${setup.n8n.url}/webhook/stranger/webhook`,
		};
		const listeners = { version: 9e15, listeners: [listener] };
		for (const trigger of [first, second]) await setup.n8n.unpublish(trigger);
		const imported = JSON.stringify({ 'node:Trigger first': { listeners } });
		setup.n8n.database.set(first.workflowId, imported);
		await setup.publish(first);
		await setup.simulator.sendMessage();
		await setup.untilForwarded();

		const asked = setup.n8n.requests.map(({ url }) => url);
		expect(asked).not.toContainEqual(expect.stringContaining('stranger'));
		expect(setup.n8n.database.get(first.workflowId)).not.toContain('stranger');
	});

	it('that is older does not undo a newer one, in this process and in others', async () => {
		const now = Date.now() + 1e9;
		await send(list(now + 1, []));
		await send(list(now, [stranger], 42));
		setup.useWebhookProcess();
		await send(list(now, [stranger], 42));

		expect(stored()).toContain(`"version":${now + 1}`);
		expect(stored()).not.toContain('stranger');
		expect(stored()).not.toContain('"registeredAt":42');
	});
});

it('the GET entry of a trigger says whether it is published or a test, and nothing else', async () => {
	await setup.n8n.listen(first);
	const statusOf = async (url: string) => await (await fetch(url)).json();

	expect(await statusOf(setup.n8n.productionUrl(first))).toEqual(response('published'));
	expect(await statusOf(setup.n8n.testUrl(first))).toEqual(response('testing'));
});

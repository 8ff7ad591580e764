import { isCommand, post } from './deliveries';
import { triggerNode } from './triggerNode';
import { first, ONE_KEY, OTHER_KEY, second, useSetupWithKeys } from './support';

const withOtherKey = triggerNode('other', {}, { credential: 'other' });
const foreign = triggerNode('foreign', {}, { credential: 'foreign' });
const foreignToo = triggerNode('foreign too', {}, { credential: 'foreign' });
const setup = useSetupWithKeys([first, second, withOtherKey, foreign, foreignToo]);

/** The renewal after the start, and the one a minute later. */
async function renewTwice(): Promise<void> {
	await setup.renew();
	await setup.renew();
}

describe('a webhook that no published trigger has', () => {
	it('is registered again where handing it over has failed before n8n was restarted', async () => {
		await setup.publish(second, first);
		setup.refusePuts();
		await setup.n8n.unpublish(second);
		await setup.restart();
		await renewTwice();

		expect(await setup.startedByMessage()).toEqual(['first']);
		expect(setup.receiver).toBe('first');
	});

	it('is registered again after a test has disabled it before n8n had started anything', async () => {
		await setup.publish(second);
		await setup.restart(second);
		await setup.n8n.listen(first);
		await setup.n8n.stop(first);
		expect(setup.receiver).toBeNull();

		await setup.n8n.startTriggers([second]);
		await renewTwice();
		expect(setup.receiver).toBe('second');
	});

	it('is left alone where a key of the same user may have it, which the service does not tell', async () => {
		setup.simulator.configure({ apiKeyList: 'forbidden' });
		await setup.publish(withOtherKey, second, first);
		setup.refusePuts();
		await setup.n8n.unpublish(second);
		await setup.restart();
		await renewTwice();

		expect(setup.receiver).toBe('second');
	});
});

describe('a trigger whose credential has got another key of the same user', () => {
	beforeEach(async () => {
		setup.n8n.useService({ url: setup.simulator.url, apiKey: ONE_KEY }, 'other');
		await setup.publish(first, withOtherKey);
		setup.n8n.useService({ url: setup.simulator.url, apiKey: OTHER_KEY }, 'other');
	});

	it.each([
		['the receiver is started first', []],
		['it is started first', [first]],
	])('goes on after a restart where %s', async (_, late) => {
		await setup.restart(...late);
		await setup.n8n.startTriggers(late);
		await renewTwice();

		expect(await setup.startedByMessage()).toEqual(['first', 'other']);
		expect(setup.puts).toEqual(['first']);
	});
});

it('one service that refuses keeps no other webhook from being renewed', async () => {
	await setup.publish(first, second, foreign, foreignToo);
	setup.n8n.published.delete(first.workflowId);
	setup.refusePuts(100);
	const before = setup.n8n.requests.length;
	await setup.renew();

	const asked = setup.n8n.requests.slice(before).map(({ url }) => url);
	expect(asked).toContainEqual(expect.stringContaining('webhook-foreign'));
});

it('a list of keys that fails for a moment is no reason to take the webhook', async () => {
	await setup.publish(first);
	setup.simulator.plan({ method: 'GET', status: 500, times: 4 });
	await expect(setup.n8n.publish(withOtherKey)).rejects.toThrow();

	expect(await setup.startedByMessage()).toEqual(['first']);
	expect(setup.puts).toEqual(['first']);
});

it('one failed request within n8n is no reason for a test to take the webhook', async () => {
	await setup.publish(second);
	setup.n8n.answerInstead(isCommand, (response) => void response.writeHead(502).end(), 1);
	await setup.n8n.listen(first);

	expect(setup.puts).toEqual(['second']);
});

it('a list of listeners that came with an imported workflow is not believed', async () => {
	const listener = {
		id: 'a/b',
		kind: 'published',
		url: `${setup.n8n.url}/webhook/stranger/webhook`,
	};
	const listeners = { version: 9e15, listeners: [listener] };
	const imported = JSON.stringify({ 'node:Trigger first': { listeners } });
	setup.n8n.database.set(first.workflowId, imported);
	await setup.publish(first);
	await setup.simulator.sendMessage();

	const asked = setup.n8n.requests.map(({ url }) => url);
	expect(asked).not.toContainEqual(expect.stringContaining('stranger'));
	expect(setup.n8n.database.get(first.workflowId)).not.toContain('stranger');
});

it('an unauthenticated command starts nothing where the credential cannot be read', async () => {
	await setup.publish(first);
	setup.n8n.useService({ url: setup.simulator.url, apiKey: 'broken' });
	const url = setup.n8n.productionUrl(first);
	const { body } = await post(url, {}, 'application/json', { 'x-public-outreach-proof': 'x' });

	expect(JSON.parse(body)).toMatchObject({ status: 'refused' });
});

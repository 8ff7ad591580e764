import { LATE_START } from './fakeN8n';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);
let production: string | null;

beforeEach(async () => {
	await setup.publish(second);
	production = setup.simulator.webhookUrl;
});

async function test(): Promise<void> {
	await setup.n8n.listen(first);
	await setup.n8n.stop(first);
}

it('nothing is registered anew where n8n takes its time with the start', async () => {
	await setup.restart(second);
	await setup.n8n.startTriggers([second], LATE_START);
	expect(setup.puts).toEqual(['second']);

	await setup.publish(first);
	await setup.n8n.unpublish(second);
	await setup.publish(second);
	expect(await setup.startedByMessage()).toEqual(['first', 'second']);
	expect(setup.puts).toEqual(['second', 'first']);
});

describe('after a restart, of several', () => {
	it('one that was unpublished while n8n was killed holds an answer up for seconds only', async () => {
		await setup.publish(first, third);
		setup.n8n.published.delete(third.workflowId);
		await setup.restart();
		const delivery = await setup.resting(setup.simulator.sendMessage());

		expect(delivery).toMatchObject({ status: 200 });
		expect(setup.started).toEqual(['first', 'second']);
	});

	it('the one that was registered last is the receiver, in whatever order they start', async () => {
		await setup.publish(first);
		await setup.n8n.unpublish(second);
		await setup.publish(second);
		await setup.restart();
		await setup.n8n.unpublish(second);
		expect(setup.puts).toEqual(['second', 'first']);

		await setup.n8n.unpublish(first);
		expect(setup.receiver).toBeNull();
	});

	it('one that n8n fails to start is taken for gone by the next renewal', async () => {
		await setup.publish(first);
		setup.n8n.published.delete(second.workflowId);
		await setup.restart();
		await setup.n8n.unpublish(first);

		expect(setup.receiver).toBeNull();
	});
});

describe('while n8n has started the receiver and not yet the others', () => {
	beforeEach(async () => {
		await setup.publish(first);
		await setup.restart(first);
	});

	it('the others get every message, whatever list the receiver gets', async () => {
		await setup.renew();
		setup.useNewWebhookProcess();

		expect(await setup.startedByMessage()).toEqual(['first', 'second']);
	});

	it('one of them gets the webhook when the receiver leaves', async () => {
		await setup.n8n.unpublish(second);
		expect(setup.puts).toEqual(['second', 'first']);

		await setup.n8n.startTriggers([first]);
		await setup.n8n.unpublish(first);
		expect(setup.receiver).toBeNull();
	});

	it('one that n8n does not start is taken for gone by the next renewal', async () => {
		setup.n8n.published.delete(first.workflowId);
		await setup.renew();
		const before = setup.n8n.requests.length;

		expect(await setup.startedByMessage()).toEqual(['second']);
		expect(setup.n8n.requests.slice(before)).toHaveLength(1);
	});

	it('a copy of the n8n under another address asks none of them', async () => {
		setup.n8n.moveTo('http://copy.localhost:5678');
		await setup.restart(first);
		const before = setup.n8n.requests.length;
		await setup.renew();

		expect(setup.n8n.requests).toHaveLength(before);
	});
});

it('a message reaches the others while n8n has started them and not yet the receiver', async () => {
	await setup.publish(first);
	await setup.restart(second);

	expect(await setup.startedByMessage()).toEqual(['first', 'second']);
});

describe('while n8n has started none of several, and goes on with one that it was unpublishing', () => {
	beforeEach(async () => {
		await setup.publish(first);
		await setup.restart(first, second);
	});

	it('another one gets the webhook when that is the receiver', async () => {
		await setup.n8n.unpublish(second);
		await setup.n8n.startTriggers([first]);

		expect(await setup.startedByMessage()).toEqual(['first']);
		expect(setup.puts).toEqual(['second', 'first']);
	});

	it('the receiver keeps the webhook when that is another one', async () => {
		await setup.n8n.unpublish(first);
		await setup.n8n.startTriggers([second]);

		expect(await setup.startedByMessage()).toEqual(['second']);
		expect(setup.puts).toEqual(['second']);
		expect(setup.log).toEqual([expect.stringMatching(/^warn: .*was left as it is/)]);
	});
});

describe('a process that has started no triggers', () => {
	beforeEach(() => setup.restartAsFollower());

	it('warns when it disables a webhook of which it did not know who had it last', async () => {
		await setup.n8n.unpublish(second);

		expect(setup.receiver).toBeNull();
		expect(setup.log).toEqual([
			expect.stringMatching(/^warn: .*did not know.*unpublish it and publish it again$/),
		]);
	});

	it('says after a test that it did not know who had the webhook', async () => {
		await test();

		expect(setup.receiver).toBeNull();
	});

	it('knows what is published where its n8n asks whether the webhooks stand', async () => {
		await setup.n8n.checkWebhooks();
		await test();

		expect(setup.simulator.webhookUrl).toBe(production);
	});

	it('is notified by n8n when it takes over', async () => {
		await setup.restart();
		await test();

		expect(setup.simulator.webhookUrl).toBe(production);
		expect(setup.log).toEqual([]);
	});
});

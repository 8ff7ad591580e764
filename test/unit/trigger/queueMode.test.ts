import { first, second, third, useSetup } from './support';
import { triggerNode } from './triggerNode';

const two = ['one', 'other'].map((name) => triggerNode(name, {}, { workflow: 'two' }));
const setup = useSetup([first, second, third, ...two]);

async function publish(...triggers: Array<typeof first>): Promise<void> {
	for (const trigger of triggers) await setup.publish(trigger);
}

describe('where other processes than the one that publishes take deliveries', () => {
	beforeEach(() => setup.useNewWebhookProcess());

	it('each trigger gets every message once', async () => {
		await publish(first, second, third);

		expect(await setup.startedByMessage()).toEqual(['first', 'second', 'third']);
	});

	it('each process knows who listens', async () => {
		await publish(first, second);
		await setup.simulator.sendMessage();
		setup.useNewWebhookProcess();

		expect(await setup.startedByMessage()).toEqual(['first', 'first', 'second', 'second']);
	});

	it('those that are left get every message when the receiver leaves', async () => {
		await publish(first, second, third);
		await setup.n8n.unpublish(first);
		setup.useNewWebhookProcess();

		expect(await setup.startedByMessage()).toEqual(['second', 'third']);
		expect(setup.receiver).toBe('second');
	});

	it('a test gets messages beside the published ones, and these get them while no process that publishes runs', async () => {
		await publish(first, second);
		await setup.n8n.listen(first);
		await setup.simulator.sendMessage();
		await setup.n8n.ended(first);
		setup.restartAsFollower();

		expect(await setup.startedByMessage()).toEqual([
			'first',
			'first',
			'first test',
			'second',
			'second',
		]);
		expect(setup.puts).toEqual(['first']);
	});

	/** n8n overwrites the list that the receiver got meanwhile, since both triggers are in the same workflow. */
	it('two triggers of one workflow both get every message from the next renewal on', async () => {
		await publish(...two.slice(1));
		await setup.renew();
		setup.useNewWebhookProcess();

		expect(await setup.startedByMessage()).toEqual(['two', 'two']);
	});
});

import { triggerNode } from './triggerNode';
import { first, second, third, useSetup } from './support';

const quiet = triggerNode('quiet', { options: { campaignIds: [7] } });
const setup = useSetup([first, second, third, quiet]);

describe.each([
	['the receiver itself', first],
	['another published workflow', second],
	['a workflow that is not published', third],
])('beside published workflows, a test of %s', (_which, tested) => {
	beforeEach(async () => {
		await setup.publish(first, second);
		await setup.n8n.listen(tested);
	});
	afterEach(() => expect(setup.puts).toEqual(['first']));

	const name = `${tested.workflowId.replace('id-of-', '')} test`;

	it('gets the message beside them, and ends with it', async () => {
		const delivery = await setup.simulator.sendMessage();
		await setup.n8n.ended(tested);
		await setup.simulator.sendMessage();

		expect(delivery?.status).toBe(200);
		expect(setup.started).toEqual(['first', 'first', 'second', 'second', name].sort());
	});

	it('leaves them alone when it is stopped', async () => {
		await setup.n8n.stop(tested);

		expect(await setup.startedByMessage()).toEqual(['first', 'second']);
	});

	it('leaves them alone when n8n is killed', async () => {
		await setup.restart();
		const delivery = await setup.simulator.sendMessage();

		expect(delivery?.status).toBe(200);
		expect(setup.started).toEqual(['first', 'second']);
	});

	it('leaves them alone when it fails', async () => {
		setup.n8n.intercept = ({ url }, response) => {
			if (!url?.startsWith('/webhook-test')) return false;
			response.writeHead(500).end('Internal error');
			return true;
		};
		const delivery = await setup.simulator.sendMessage();

		expect(delivery?.status).toBe(200);
		expect(setup.started).toEqual(['first', 'second']);
	});

	it('can be listened for again', async () => {
		await setup.simulator.sendMessage();
		await setup.n8n.ended(tested);
		await setup.n8n.listen(tested);
		await setup.simulator.sendMessage();
		await setup.n8n.ended(tested);

		expect(setup.started.filter((started) => started === name)).toHaveLength(2);
	});
});

describe('a test beside published workflows', () => {
	beforeEach(async () => await setup.publish(first));

	it('shows a message that was delivered before, and leaves production nothing to forget', async () => {
		await setup.simulator.sendMessage({ message_id: 'the same' });
		await setup.n8n.listen(first);
		await setup.simulator.sendMessage({ message_id: 'the same' });
		await setup.n8n.ended(first);
		await setup.simulator.sendMessage({ message_id: 'new' });
		await setup.simulator.sendMessage({ message_id: 'new' });

		expect(setup.started).toEqual(['first', 'first', 'first test']);
	});

	it('goes on after a message that its filters drop', async () => {
		await setup.n8n.listen(quiet);
		await setup.simulator.sendMessage({ campaign: { id: 8, name: 'Eight', status: 'ACTIVE' } });
		await setup.simulator.sendMessage({ campaign: { id: 7, name: 'Seven', status: 'ACTIVE' } });
		await setup.n8n.ended(quiet);

		expect(setup.started).toEqual(['first', 'first', 'quiet test']);
	});

	it('goes on without them when they are unpublished meanwhile', async () => {
		await setup.n8n.listen(second);
		await setup.n8n.unpublish(first);
		await setup.simulator.sendMessage();
		await setup.n8n.ended(second);

		expect(setup.started).toEqual(['second test']);
		expect(setup.puts).toEqual(['first', 'second test', null]);
	});

	it('gets messages together with other tests', async () => {
		await setup.n8n.listen(first);
		await setup.n8n.listen(second);
		await setup.simulator.sendMessage();
		await setup.n8n.ended(first);
		await setup.n8n.ended(second);

		expect(setup.started).toEqual(['first', 'first test', 'second test']);
		expect(setup.puts).toEqual(['first']);
	});

	it('registers itself where they are gone without a word', async () => {
		setup.n8n.published.delete(first.workflowId);
		await setup.n8n.listen(second);
		await setup.n8n.stop(second);

		expect(setup.puts).toEqual(['first', 'second test', null]);
	});
});

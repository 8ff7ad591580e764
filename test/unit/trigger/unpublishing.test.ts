import { until } from '../../../dev/until';
import { ELSEWHERE, first, useSetup } from './support';

const setup = useSetup([first]);

const stored = () => setup.n8n.database.get(first.workflowId) ?? '{}';

describe('unpublishing', () => {
	it('disables the webhook, also after a restart', async () => {
		await setup.publish(first);
		await setup.restart();
		await setup.n8n.unpublish(first);

		expect(setup.puts).toEqual(['first', null]);
		expect(stored()).not.toContain('secret');
	});

	it('does so too where an execution has written back what was before the publication', async () => {
		await setup.publish(first);
		setup.n8n.database.delete(first.workflowId);
		await setup.n8n.unpublish(first);

		expect(setup.puts).toEqual(['first', null]);
	});

	it('touches nothing when the own registration never succeeded', async () => {
		setup.simulator.state.webhookUrl = ELSEWHERE;
		setup.refusePuts();
		await setup.n8n.publish(first).catch(() => undefined);
		setup.n8n.published.add(first.workflowId);
		await setup.n8n.unpublish(first);

		expect(setup.simulator.webhookUrl).toBe(ELSEWHERE);
	});

	it('does nothing a second time', async () => {
		await setup.publish(first);
		await setup.n8n.unpublish(first);
		setup.simulator.state.webhookUrl = ELSEWHERE;
		setup.n8n.published.add(first.workflowId);
		await setup.n8n.unpublish(first);

		expect(setup.simulator.webhookUrl).toBe(ELSEWHERE);
	});

	it('waits for a registration that is under way, and removes it', async () => {
		setup.simulator.plan({ method: 'PUT', kind: 'delay', ms: 100 });
		const publishing = setup.n8n.publish(first);
		const hasBegun = () => setup.simulator.requests.length > 0 || undefined;
		await until('the request', hasBegun);
		await setup.n8n.unpublish(first);
		await publishing;

		expect(setup.receiver).toBeNull();
	});

	it('is remembered as missing when the service refused it to the end', async () => {
		await setup.publish(first);
		setup.refusePuts(3);
		await expect(setup.n8n.unpublish(first)).rejects.toThrow('Not yours');
		setup.n8n.published.add(first.workflowId);
		await setup.n8n.unpublish(first);

		expect(setup.receiver).toBeNull();
	});

	it('is not made up for by a registration that fails', async () => {
		await setup.publish(first);
		setup.refusePuts(4);
		await setup.n8n.unpublish(first).catch(() => undefined);
		await setup.n8n.publish(first).catch(() => undefined);

		expect(setup.receiver).toBe('first');
	});

	it('forgets what was delivered: after the next publication it starts the workflow again', async () => {
		for (const publication of [1, 2]) {
			await setup.publish(first);
			await setup.simulator.sendMessage({ message_id: 'the same' });
			await setup.n8n.unpublish(first);
			expect(setup.started).toHaveLength(publication);
		}
	});
});

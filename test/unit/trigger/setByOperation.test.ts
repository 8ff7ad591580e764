import { setWebhook } from './setWebhook';
import { ELSEWHERE, first, second, useSetupWithOperations } from './support';

const setup = useSetupWithOperations([first, second]);

let registered: string | null;

beforeEach(async () => {
	await setup.publish(first);
	registered = setup.simulator.webhookUrl;
});

describe('after Webhook: Set', () => {
	beforeEach(async () => await setWebhook(setup, 'set', ELSEWHERE));

	it('unpublishing leaves the new URL', async () => {
		await setup.n8n.unpublish(first);

		expect(setup.receiver).toBe(ELSEWHERE);
	});

	it.each([first, second])(
		'a test of $node.name takes the webhook and restores it',
		async (tested) => {
			await setup.n8n.listen(tested);
			expect(setup.receiver).toContain('test');
			await setup.n8n.stop(tested);

			expect(setup.receiver).toBe(ELSEWHERE);
		},
	);

	it('another workflow that is published takes the webhook, for both', async () => {
		await setup.publish(second);
		expect(await setup.startedByMessage()).toEqual(['first', 'second']);

		await setup.n8n.unpublish(second);
		await setup.n8n.unpublish(first);
		expect(setup.puts).toEqual(['first', ELSEWHERE, 'first', null]);
	});

	it('deliveries that were under way change nothing', async () => {
		setup.simulator.state.webhookUrl = registered;
		await setup.simulator.sendMessage();
		setup.simulator.state.webhookUrl = ELSEWHERE;
		await setup.n8n.unpublish(first);

		expect(setup.receiver).toBe(ELSEWHERE);
	});
});

describe('Webhook: Set whose answer', () => {
	it.each([
		['was lost', { kind: 'resetAfter' }, ELSEWHERE],
		['is a refusal', { status: 403, body: { error: 'Not yours' } }, null],
	] as const)('%s: unpublishing leaves what it may have set', async (_, fault, left) => {
		setup.simulator.plan({ method: 'PUT', ...fault });
		await expect(setWebhook(setup, 'set', ELSEWHERE)).rejects.toMatchObject({
			name: 'NodeApiError',
		});
		await setup.n8n.unpublish(first);

		expect(setup.receiver).toBe(left);
	});
});

describe('after Webhook: Disable', () => {
	beforeEach(async () => await setWebhook(setup, 'disable'));

	it('a test of the published workflow leaves it disabled', async () => {
		await setup.n8n.listen(first);
		expect(setup.receiver).toBe('first test');
		await setup.n8n.stop(first);

		expect(setup.receiver).toBeNull();
	});
});

it('after Webhook: Set, a trigger that n8n has not started is no reason not to publish another one', async () => {
	await setup.publish(second);
	setup.n8n.unreachable = true;
	await setup.n8n.unpublish(second);
	await setup.restart();
	await setWebhook(setup, 'set', ELSEWHERE);
	await setup.n8n.unpublish(first);
	await setup.publish(first);

	expect(setup.receiver).toBe('first');
});

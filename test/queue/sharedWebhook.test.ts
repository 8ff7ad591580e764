import { messageIds } from '../../dev/queue/deliveries';
import { readOutcomes } from '../../dev/queue/outcomes';
import { until } from '../../dev/until';
import { useSharedStage } from './sharedStage';

const stage = useSharedStage();

describe.each(['path-hash', 'round-robin'] as const)('behind a %s balancer', (balance) => {
	beforeEach(() => {
		stage.layout.proxy.balance = balance;
	});

	it('every workflow of a key gets every message once, with one registration', async () => {
		const ids = messageIds(20, 'shared');
		await stage.deliverUntilTaken(ids);

		expect(await stage.counts(ids)).toEqual(stage.onceEach(ids));
		expect(stage.registrations).toBe(1);
	});

	it('a test gets a message beside the published workflows, without a registration', async () => {
		const draft = await stage.setup.listen();
		const [id = ''] = messageIds(1, `test-${balance}`);
		await stage.deliverUntilTaken([id]);

		expect(await stage.counts([id])).toEqual(stage.onceEach([id]));
		await until('the test execution', async () => {
			const outcomes = await readOutcomes(stage.layout.database, draft.id);
			return outcomes.some(({ messageIds: [found] }) => found === id) || undefined;
		});
		expect(stage.registrations).toBe(1);
	});

	it('the others go on when the registered one is unpublished', async () => {
		const before = stage.webhookUrl;
		await stage.setup.client.unpublish(stage.setup.workflow.id);
		await until('another registration', () => stage.webhookUrl !== before || undefined);
		const ids = messageIds(5, `left-${balance}`);
		await stage.deliverUntilTaken(ids);

		const [, ...others] = stage.everybody;
		expect(await stage.counts(ids)).toEqual([
			...ids.map(() => 0),
			...others.flatMap(() => ids.map(() => 1)),
		]);
		expect(stage.registrations).toBe(2);
	});
});

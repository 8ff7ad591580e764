import { z } from 'zod';
import { identityOf } from '../../nodes/PublicOutreachTrigger/message';
import { crypto } from '../../dev/platform';
import { deliverPlanned, messageIds, planAtRandom } from '../../dev/queue/deliveries';
import { countByMessage, readOutcomes, untilIdle } from '../../dev/queue/outcomes';
import { setUpTrigger } from '../../dev/queue/triggerSetup';
import { until } from '../../dev/until';
import { layout } from './ownLayout';
import { useSharedStage } from './sharedStage';

describe('workflows that share a webhook', () => {
	const stage = useSharedStage();

	describe.each(['path-hash', 'round-robin'] as const)('behind a %s balancer', (balance) => {
		beforeEach(() => {
			layout.proxy.balance = balance;
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
				const outcomes = await readOutcomes(layout.database, draft.id);
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
			expect(await stage.counts(ids, others)).toEqual([
				...ids.map(() => 0),
				...others.flatMap(() => ids.map(() => 1)),
			]);
			expect(stage.registrations).toBe(2);
		});
	});

	it('every one of three workflows gets each of 300 messages of a burst once, each delivered once', async () => {
		const ids = messageIds(300, 'burst');
		const plan = planAtRandom(ids, { times: 1, withinMs: 20_000 });
		const delivered = await deliverPlanned(stage.webhookUrl, plan);
		expect(delivered.filter(({ status }) => status !== 200)).toEqual([]);

		expect(await stage.counts(ids)).toEqual(stage.onceEach(ids));
	});

	describe('a window of 100 messages', () => {
		const namesSchema = z.object({ data: z.array(z.string()) });
		const dataSchema = z.object({
			value: z.string().transform((text) => namesSchema.parse(JSON.parse(text))),
		});

		/** How n8n stores a name (deduplication-helper.js). */
		const stored = (name: string) => crypto.createHash('md5').update(name).digest('base64');

		it('is kept whole in the store of all processes, where each message is delivered 2, 3 and 6 times', async () => {
			layout.proxy.balance = 'round-robin';
			const parameters = { options: { deduplicationWindow: 100 } };
			const setup = await setUpTrigger(layout.proxy.url, { parameters });
			const { pathname, search } = new URL(setup.deliveryUrl);
			const ids = messageIds(120, 'window');
			async function remembered(): Promise<string[]> {
				const statement = 'SELECT value FROM processed_data WHERE "workflowId" = $1';
				const rows = await layout.database.rows(dataSchema, statement, [setup.workflow.id]);
				const [names = []] = rows.map(({ value }) => value.data);
				return ids.filter((message_id) => names.includes(stored(identityOf({ message_id }))));
			}
			// To one process after the other, so that duplicates reach the store.
			for (let times = 1; times <= 6; times += 1) {
				const { url } = layout.webhooks[times % layout.webhooks.length] ?? {};
				const plan = planAtRandom(ids, { times: 1, withinMs: 6_000 });
				await deliverPlanned(`${url}${pathname}${search}`, plan);
				if (![2, 3, 6].includes(times)) continue;
				await untilIdle(layout.database, setup.workflow.id);
				expect((await remembered()).length).toBeGreaterThanOrEqual(100);
			}
			const emitted = countByMessage(await readOutcomes(layout.database, setup.workflow.id));

			expect(ids.filter((id) => !emitted.has(id))).toEqual([]);
			await setup.close();
		});
	});

	it('every workflow goes on to get every message while the main process is down, and after it is back', async () => {
		await layout.main.kill('SIGKILL');
		const during = messageIds(10, 'down');
		await stage.deliverUntilTaken(during);
		await layout.main.restart();
		const after = messageIds(10, 'back');
		await stage.deliverUntilTaken(after);

		expect(await stage.counts([...during, ...after])).toEqual(
			stage.onceEach([...during, ...after]),
		);
		expect(stage.registrations).toBe(1);
	});

	it('every workflow gets every message, from the deliveries that are repeated, when a webhook process is killed while it passes messages on', async () => {
		layout.proxy.balance = 'round-robin';
		const ids = messageIds(30, 'killed');
		const [, victim] = layout.webhooks;
		const delivering = stage.deliverUntilTaken(ids);
		await until('the first message', async () => {
			const [row] = await readOutcomes(layout.database, stage.setup.workflow.id);
			return row;
		});
		await victim?.kill('SIGKILL');
		await delivering;
		await victim?.restart();
		// What waited in the killed process for the other workflows was answered 200.
		await stage.deliverUntilTaken(ids);

		await stage.untilAllOut(ids);
	});

	it('a workflow that was published meanwhile gets every message when an execution writes an older list back', async () => {
		const { database } = layout;
		const [row] = await database.rows(
			z.object({ staticData: z.unknown() }),
			'SELECT "staticData" FROM workflow_entity WHERE id = $1',
			[stage.setup.workflow.id],
		);
		const late = await stage.setup.publishAnother();
		// What n8n does when an execution ends that has used static data.
		await database.rows(z.unknown(), 'UPDATE workflow_entity SET "staticData" = $2 WHERE id = $1', [
			stage.setup.workflow.id,
			JSON.stringify(row?.staticData),
		]);
		const ids = messageIds(5, 'older-list');
		await stage.deliverUntilTaken(ids);

		expect(await stage.counts(ids)).toEqual(stage.onceEach(ids));
		expect(stage.everybody).toContain(late);
	});
});

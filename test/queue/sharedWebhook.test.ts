import { z } from 'zod';
import { identityOf } from '../../nodes/PublicOutreachTrigger/incomingMessage';
import { crypto } from '../../dev/platform';
import { deliverPlanned, messageIds, planAtRandom } from '../../dev/queue/deliveries';
import { countByMessage, readOutcomes, untilIdle } from '../../dev/queue/outcomes';
import { setUpTrigger } from '../../dev/queue/triggerSetup';
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

it('every one of three workflows gets each of 300 messages of a burst once, each delivered once', async () => {
	const ids = messageIds(300, 'burst');
	const plan = planAtRandom(ids, { times: 1, withinMs: 20_000 });
	const delivered = await deliverPlanned(stage.webhookUrl, plan);
	// What takes longer than the service waits is a 503, and arrives all the same.
	expect(delivered.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
	const hasAll = async () => (await stage.counts(ids)).every((count) => count > 0) || undefined;
	await until('every message in every workflow', hasAll, {
		timeoutMs: 600_000,
		everyMs: 2_000,
	}).catch(() => undefined);

	expect(await stage.counts(ids)).toEqual(stage.onceEach(ids));
});

describe('a window of 100 messages', () => {
	const namesSchema = z.object({ data: z.array(z.string()) });
	const dataSchema = z.object({
		value: z.string().transform((text) => namesSchema.parse(JSON.parse(text))),
	});

	/** How n8n stores a name (deduplication-helper.js). */
	const stored = (name: string) => crypto.createHash('md5').update(name).digest('base64');

	it.each([2, 3, 6])(
		'is kept whole in the store of all processes, where each message is delivered %d times',
		async (times) => {
			const { layout } = stage;
			layout.proxy.balance = 'round-robin';
			const parameters = { options: { deduplicationWindow: 100 } };
			const setup = await setUpTrigger(layout.proxy.url, { parameters });
			const url = new URL(setup.deliveryUrl);
			const ids = messageIds(150, `window-${times}`);
			// To one process after the other, so that duplicates reach the store.
			for (let time = 0; time < times; time += 1) {
				const webhook = new URL(layout.webhooks[time % layout.webhooks.length]?.url ?? '');
				const plan = planAtRandom(ids, { times: 1, withinMs: 6_000 });
				await deliverPlanned(new URL(`${url.pathname}${url.search}`, webhook).href, plan);
			}
			await untilIdle(layout.database, setup.workflow.id);
			const statement = 'SELECT value FROM processed_data WHERE "workflowId" = $1';
			const rows = await layout.database.rows(dataSchema, statement, [setup.workflow.id]);
			const [names = []] = rows.map(({ value }) => value.data);
			const remembered = ids.filter((message_id) =>
				names.includes(stored(identityOf({ message_id }))),
			);
			const emitted = countByMessage(await readOutcomes(layout.database, setup.workflow.id));

			expect(remembered.length).toBeGreaterThanOrEqual(100);
			expect(ids.filter((id) => !emitted.has(id))).toEqual([]);
			await setup.close();
		},
	);
});

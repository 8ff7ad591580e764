import { z } from 'zod';
import { HEADLESS } from '../../dev/n8n/environment';
import { deliverAll, messageIds, planAtRandom } from '../../dev/queue/deliveries';
import { startQueueLayout, type QueueLayout } from '../../dev/queue/layout';
import { countByMessage, readOutcomes, untilIdle } from '../../dev/queue/outcomes';
import { setUpTrigger, type TriggerSetup } from '../../dev/queue/triggerSetup';
import { findServices, type Services } from '../../dev/queue/services';
import { until } from '../../dev/until';

const LISTENERS = 3;

let services: Services;
let layout: QueueLayout;
let setup: TriggerSetup;

beforeAll(async () => {
	services = await findServices();
	layout = await startQueueLayout(services, { env: HEADLESS });
});
beforeEach(async () => {
	layout.proxy.balance = 'path-hash';
	setup = await setUpTrigger(layout.proxy.url, { listeners: LISTENERS });
});
afterEach(async () => await setup.close());
afterAll(async () => {
	await layout.stop();
	await services.stop();
});

const webhookUrl = () => setup.simulator.webhookUrl ?? '';
const registrations = () =>
	setup.simulator.requests.filter(({ method }) => method === 'PUT').length;
const everybody = () => [setup.workflow, ...setup.others];

/** Delivers each message, also again until it is answered 200, as a service that insists would. */
async function deliverUntilTaken(ids: string[]): Promise<void> {
	let left = ids;
	await until(
		'every delivery to be answered 200',
		async () => {
			const delivered = await deliverAll(
				webhookUrl(),
				planAtRandom(left, { times: 1, withinMs: 1_000 }),
			);
			left = delivered.filter(({ status }) => status !== 200).map(({ messageId }) => messageId);
			return left.length === 0 || undefined;
		},
		{ timeoutMs: 300_000, everyMs: 500 },
	);
}

/** How often each message came out of each workflow. */
async function counts(ids: string[]): Promise<number[]> {
	const found: number[] = [];
	for (const { id } of everybody()) {
		await untilIdle(layout.database, id);
		const emitted = countByMessage(await readOutcomes(layout.database, id));
		found.push(...ids.map((messageId) => emitted.get(messageId) ?? 0));
	}
	return found;
}

const onceEach = (ids: string[]) => Array(ids.length * everybody().length).fill(1);

describe.each(['path-hash', 'round-robin'] as const)('behind a %s balancer', (balance) => {
	beforeEach(() => {
		layout.proxy.balance = balance;
	});

	it('every workflow of a key gets every message once, with one registration', async () => {
		const ids = messageIds(20, 'shared');
		await deliverUntilTaken(ids);

		expect(await counts(ids)).toEqual(onceEach(ids));
		expect(registrations()).toBe(1);
	});

	it('a test gets a message beside the published workflows, without a registration', async () => {
		const draft = await setup.listen();
		const [id = ''] = messageIds(1, `test-${balance}`);
		await deliverUntilTaken([id]);

		expect(await counts([id])).toEqual(onceEach([id]));
		await until('the test execution', async () => {
			const outcomes = await readOutcomes(layout.database, draft.id);
			return outcomes.some(({ messageIds: [found] }) => found === id) || undefined;
		});
		expect(registrations()).toBe(1);
	});

	it('the others go on when the registered one is unpublished', async () => {
		const before = webhookUrl();
		await setup.client.unpublish(setup.workflow.id);
		await until('another registration', () => webhookUrl() !== before || undefined);
		const ids = messageIds(5, `left-${balance}`);
		await deliverUntilTaken(ids);

		const [, ...others] = everybody();
		expect(await counts(ids)).toEqual([
			...ids.map(() => 0),
			...others.flatMap(() => ids.map(() => 1)),
		]);
		expect(registrations()).toBe(2);
	});
});

describe('while the main process is down', () => {
	it('every workflow goes on to get every message, also after it is back', async () => {
		await layout.main.kill('SIGKILL');
		const during = messageIds(10, 'down');
		await deliverUntilTaken(during);
		await layout.main.restart();
		const after = messageIds(10, 'back');
		await deliverUntilTaken(after);

		expect(await counts([...during, ...after])).toEqual(onceEach([...during, ...after]));
		expect(registrations()).toBe(1);
	});
});

describe('when a webhook process is killed while it passes messages on', () => {
	it('every workflow gets every message once, from the deliveries that are repeated', async () => {
		layout.proxy.balance = 'round-robin';
		const ids = messageIds(30, 'killed');
		const [, victim] = layout.webhooks;
		const delivering = deliverUntilTaken(ids);
		await until('the first message', async () => {
			const [row] = await readOutcomes(layout.database, setup.workflow.id);
			return row;
		});
		await victim?.kill('SIGKILL');
		await delivering;
		await victim?.restart();

		expect((await counts(ids)).filter((count) => count === 0)).toEqual([]);
	});
});

describe('when an execution writes an older list back', () => {
	it('a workflow that was published meanwhile gets every message all the same', async () => {
		const { database } = layout;
		const [row] = await database.rows(
			z.object({ staticData: z.unknown() }),
			'SELECT "staticData" FROM workflow_entity WHERE id = $1',
			[setup.workflow.id],
		);
		const late = await setup.publishAnother();
		// What n8n does when an execution ends that has used static data.
		await database.rows(z.unknown(), 'UPDATE workflow_entity SET "staticData" = $2 WHERE id = $1', [
			setup.workflow.id,
			JSON.stringify(row?.staticData),
		]);
		const ids = messageIds(5, 'older-list');
		await deliverUntilTaken(ids);

		await untilIdle(layout.database, late.id);
		const emitted = countByMessage(await readOutcomes(layout.database, late.id));
		expect(ids.map((id) => emitted.get(id) ?? 0)).toEqual(ids.map(() => 1));
	});
});

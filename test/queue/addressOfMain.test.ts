import { HEADLESS, LAZILY } from '../../dev/n8n/environment';
import { deliverPlanned, messageIds, planAtRandom } from '../../dev/queue/deliveries';
import { startQueueLayout, type QueueLayout } from '../../dev/queue/layout';
import { countByMessage, readOutcomes, untilIdle } from '../../dev/queue/outcomes';
import { findServices, type Services } from '../../dev/queue/services';
import { setUpTrigger } from '../../dev/queue/triggerSetup';
import { until } from '../../dev/until';
import { OtherSystem } from '../unit/trigger/otherSystem';

let services: Services;
let layout: QueueLayout;

beforeAll(async () => {
	services = await findServices();
	const without = { WEBHOOK_URL: undefined };
	layout = await startQueueLayout(services, {
		...{ webhooks: 2, workers: 1, env: { ...HEADLESS, ...LAZILY } },
		envOf: { webhook: without, worker: without },
	});
});
afterAll(async () => {
	await layout.stop();
	await services.stop();
});

it('every workflow and a test get each message where only main has WEBHOOK_URL', async () => {
	const setup = await setUpTrigger(layout.proxy.url, { listeners: 2 });
	const draft = await setup.listen();
	const ids = messageIds(3, 'main-alone');
	for (const message_id of ids) {
		expect((await setup.simulator.sendMessage({ message_id }))?.status).toBe(200);
	}
	for (const { id } of [setup.workflow, ...setup.others]) {
		const outcomes = async () => countByMessage(await readOutcomes(layout.database, id));
		await until('every message', async () => (await outcomes()).size === ids.length || undefined);
		await untilIdle(layout.database, id);
		expect([...(await outcomes()).values()]).toEqual([1, 1, 1]);
	}
	await until('the test execution', async () => {
		const outcomes = await readOutcomes(layout.database, draft.id);
		return outcomes.some(({ messageIds: [found] }) => found === ids[0]) || undefined;
	});
	await setup.close();
});

/** Where WEBHOOK_URL is for main alone, a webhook process forwards by the balancer, so to another one as well. */
it('a system that each workflow names gets every message once, whichever processes take their deliveries', async () => {
	layout.proxy.balance = 'round-robin';
	const system = await OtherSystem.start();
	const parameters = { options: { alsoDeliverTo: [system.url('/crm')] } };
	const setup = await setUpTrigger(layout.proxy.url, { parameters, listeners: 3 });
	const ids = messageIds(20, 'system');
	const plan = planAtRandom(ids, { times: 1, withinMs: 2_000 });
	const delivered = await deliverPlanned(setup.deliveryUrl, plan);
	expect(delivered.filter(({ status }) => status !== 200)).toEqual([]);
	for (const { id } of [setup.workflow, ...setup.others]) {
		const outcomes = async () => countByMessage(await readOutcomes(layout.database, id));
		await until('every message', async () => (await outcomes()).size === ids.length || undefined);
	}
	const received = await system.untilReceived(ids.length);
	await setup.close();
	await system.close();

	const arrived = received.map(({ text }) => String(JSON.parse(text).message.message_id));
	expect(arrived.sort()).toEqual(ids.sort());
});

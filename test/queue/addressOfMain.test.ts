import { HEADLESS, LAZILY } from '../../dev/n8n/environment';
import { messageIds } from '../../dev/queue/deliveries';
import { startQueueLayout, type QueueLayout } from '../../dev/queue/layout';
import { countByMessage, readOutcomes, untilIdle } from '../../dev/queue/outcomes';
import { findServices, type Services } from '../../dev/queue/services';
import { setUpTrigger } from '../../dev/queue/triggerSetup';
import { until } from '../../dev/until';

let services: Services;
let layout: QueueLayout;

beforeAll(async () => {
	services = await findServices();
	const without = { WEBHOOK_URL: undefined };
	layout = await startQueueLayout(services, {
		...{ webhooks: 1, workers: 1, env: { ...HEADLESS, ...LAZILY } },
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

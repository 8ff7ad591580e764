/** n8n in queue mode, for all tests of one file: what a test ends it starts again. */
import { HEADLESS, LAZILY } from '../../dev/n8n/environment';
import { startQueueLayout, type QueueLayout } from '../../dev/queue/layout';
import { findServices, type Services } from '../../dev/queue/services';

let services: Services;
export let layout: QueueLayout;

beforeAll(async () => {
	services = await findServices();
	// Thousands of deliveries: n8n otherwise spends 40 ms of CPU on each before any node.
	layout = await startQueueLayout(services, { env: { ...HEADLESS, ...LAZILY } });
});
afterAll(async () => {
	await layout.stop();
	await services.stop();
});

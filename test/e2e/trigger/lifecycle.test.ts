import type { ExecutionItem } from '../../../dev/n8n/execution';
import { chain, type StoredWorkflow } from '../../../dev/n8n/workflow';
import { until } from '../../../dev/until';
import { TRIGGER_TYPE } from '../../../dev/n8n/ownNodes';
import { setStage } from '../stage';

const TRIGGER = 'When a Lead Writes';

let stage: Awaited<ReturnType<typeof setStage>>;
let workflow: StoredWorkflow;

beforeAll(async () => {
	stage = await setStage();
	workflow = await stage.save(chain('Trigger', stage.node(TRIGGER, TRIGGER_TYPE, {})));
});
afterAll(async () => await stage.clear());

/** Everything that has come out of the trigger, oldest first. */
async function emitted(): Promise<ExecutionItem[]> {
	const summaries = await stage.client.executions(workflow.id);
	const executions = await Promise.all(
		summaries.reverse().map(async ({ id }) => await stage.client.execution(id)),
	);
	return executions.flatMap((execution) => execution.items(TRIGGER));
}

/** Has a lead write and waits for that message: whatever was delivered before it has come out by then. */
async function emittedUpTo(messageId: string): Promise<unknown[]> {
	await stage.simulator.sendMessage({ message_id: messageId });
	return await until(`message ${messageId}`, async () => {
		const ids = (await emitted()).map(({ json }) => json.message_id);
		return ids.includes(messageId) ? ids : undefined;
	});
}

// The tests follow one workflow through its life, each from where the one before has left it.
describe('one trigger in n8n', () => {
	it('registers its production URL when the workflow is published', async () => {
		await stage.client.publish(workflow.id);

		const url = await until('the registration', () => stage.simulator.webhookUrl ?? undefined);
		expect(url.startsWith(`${stage.n8nUrl}/webhook/`)).toBe(true);
		expect(stage.simulator.requests.at(-1)).toMatchObject({
			method: 'PUT',
			path: '/api/v1/user/webhook/',
			body: JSON.stringify({ webhook_url: url }),
			status: 200,
		});
	});

	it('makes one execution with one item of a delivery', async () => {
		const delivery = await stage.simulator.sendMessage({ message_id: 'first', message: 'Hello' });

		expect(delivery?.status).toBe(200);
		const items = await until('the item', async () => {
			const all = await emitted();
			return all.length > 0 ? all : undefined;
		});
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({ message_id: 'first', message: 'Hello' });
	});

	it('drops the same message when it is delivered again', async () => {
		const body: unknown = JSON.parse(stage.simulator.deliveries.at(-1)?.body ?? '');
		const delivery = await stage.simulator.deliver(body);

		expect(delivery?.status).toBe(200);
		expect(await emittedUpTo('after the duplicate')).toEqual(['first', 'after the duplicate']);
	});

	it('answers another event with 200 and emits nothing', async () => {
		const delivery = await stage.simulator.deliver({
			event: 'campaign_finished',
			message: { message_id: 'of another event' },
		});

		expect(delivery?.status).toBe(200);
		expect(await emittedUpTo('last')).toEqual(['first', 'after the duplicate', 'last']);
	});

	it('refuses a delivery that does not carry what the registered URL carries', async () => {
		const url = new URL(stage.simulator.webhookUrl ?? '');
		url.search = '';
		const body = JSON.stringify({ event: 'incoming_message', message: { message_id: 'forged' } });
		const headers = { 'content-type': 'application/json' };

		const response = await fetch(url, { method: 'POST', headers, body });

		expect(response.status).toBe(401);
	});

	it('clears the webhook when the workflow is unpublished', async () => {
		await stage.client.unpublish(workflow.id);

		await until('the empty webhook', () =>
			stage.simulator.webhookUrl === null ? true : undefined,
		);
		expect(stage.simulator.requests.at(-1)).toMatchObject({
			method: 'PUT',
			path: '/api/v1/user/webhook/',
			body: JSON.stringify({ webhook_url: null }),
		});
	});
});

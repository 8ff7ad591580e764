import { freePort } from '../../../dev/n8n/ports';
import { until } from '../../../dev/until';
import { startGate, type Gate } from './gate';
import { deliverEach, deliveryOf, deliverUntilTaken } from './messages';
import { startOwnN8n, type OwnN8n } from '../../../dev/n8n/ownN8n';
import { setTriggerStage, WEBHOOK_PATH, type TriggerStage } from './stage';

let gate: Gate;
let n8n: OwnN8n;
let stage: TriggerStage;

beforeAll(async () => {
	const port = await freePort();
	gate = await startGate(port);
	n8n = await startOwnN8n({
		port,
		env: {
			WEBHOOK_URL: gate.url,
			// After a kill n8n takes up an unfinished publication when its lease is over.
			N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '15',
		},
	});
}, 300_000);
afterAll(async () => {
	await n8n?.remove();
	await gate?.close();
});
beforeEach(async () => {
	stage = await setTriggerStage(n8n.url);
});
afterEach(async () => {
	gate.hold();
	await stage.clear();
});

async function killAndRestart(): Promise<void> {
	await n8n.kill('SIGKILL');
	await n8n.restart();
}

const AFTER_RESTART = { emptyRuns: 'allowed' } as const;

it.each([
	['killed', killAndRestart],
	['stopped', async () => await n8n.restart()],
])('goes on in all that are published when n8n is %s while tests listen', async (_, end) => {
	const [first, second] = [await stage.published('First'), await stage.published('Second')];
	const production = stage.webhook();
	const draft = await stage.trigger('Draft');
	await stage.listen(first);
	await stage.listen(draft);
	await end();
	await deliverUntilTaken(stage.simulator, 'after the restart');
	await deliverEach(stage.simulator, ['then']);

	await stage.runs.expectOnly([first, second], ['after the restart', 'then'], AFTER_RESTART);
	expect(stage.webhook()).toBe(production);
	expect(stage.registrations()).not.toContain(null);
});

it('gives a message to one that was being published when n8n was killed', async () => {
	const first = await stage.published('Published');
	const joining = await stage.trigger('Being published');
	await stage.client.publish(joining.id);
	await killAndRestart();
	await stage.publish(joining);
	await deliverUntilTaken(stage.simulator, 'for both');

	await stage.runs.expectOnly([first, joining], ['for both'], AFTER_RESTART);
});

it('gives a message once to each when n8n was killed while it passed it on', async () => {
	const receiver = await stage.published('Receiver');
	const second = await stage.published('Second');
	const third = await stage.published('Third');
	gate.hold(String(third.nodes[0]?.webhookId));
	const interrupted = stage.simulator.deliver(deliveryOf('interrupted'));
	await until('the message to be passed on', () => (gate.held > 0 ? true : undefined));
	await stage.runs.expectOnly([receiver, second], ['interrupted']);
	await n8n.kill('SIGKILL');
	expect((await interrupted)?.status).not.toBe(200);
	gate.hold();
	await n8n.restart();
	await deliverUntilTaken(stage.simulator, 'interrupted');
	await deliverEach(stage.simulator, ['next']);

	const all = [receiver, second, third];
	await stage.runs.expectOnly(all, ['interrupted', 'next'], AFTER_RESTART);
});

it('goes on in the others when n8n was killed while one handed the webhook over', async () => {
	const receiver = await stage.published('Leaving');
	const others = [await stage.published('Second'), await stage.published('Third')];
	const calls = stage.registrations().length;
	stage.simulator.plan({ method: 'PUT', path: WEBHOOK_PATH, kind: 'hang' });
	await stage.client.unpublish(receiver.id);
	await until('the call', () => (stage.registrations().length > calls ? true : undefined));
	await n8n.kill('SIGKILL');
	await n8n.restart();
	const patience = { timeoutMs: 180_000 };
	await until('another address', () => !stage.isReceiver(receiver) || undefined, patience);
	await deliverUntilTaken(stage.simulator, 'for the others');

	await stage.runs.expectOnly(others, ['for the others'], AFTER_RESTART);
	expect(stage.registrations()).not.toContain(null);
});

it('lets workflows leave and join at once in the first minute of n8n, since it is known who listens', async () => {
	const [first, second] = [await stage.published('First'), await stage.published('Second')];
	const third = await stage.trigger('Third');
	await n8n.restart();
	await stage.unpublish(first);
	await stage.publish(third);
	await deliverUntilTaken(stage.simulator, 'for both');
	await stage.unpublish(second);
	await deliverUntilTaken(stage.simulator, 'for the third');
	await stage.unpublish(third);

	await stage.webhookIs(null);
	await stage.runs.expectOnly(second, ['for both'], AFTER_RESTART);
	await stage.runs.expectOnly(third, ['for both', 'for the third'], AFTER_RESTART);
});

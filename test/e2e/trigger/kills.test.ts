import type { StoredWorkflow } from '../../../dev/n8n/workflow';
import { freePort } from '../../../dev/n8n/ports';
import { until } from '../../../dev/until';
import { startGate, type Gate } from './gate';
import { deliverEach, deliveryOf, deliverUntilTaken } from './messages';
import { startOwnN8n, type OwnN8n } from './ownN8n';
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

async function published(...names: string[]): Promise<StoredWorkflow[]> {
	const workflows: StoredWorkflow[] = [];
	for (const name of names) workflows.push(await stage.trigger(name));
	for (const workflow of workflows) await stage.publish(workflow);
	return workflows;
}

async function killAndRestart(): Promise<void> {
	await n8n.kill('SIGKILL');
	await n8n.restart();
}

const webhookIdOf = ({ nodes }: StoredWorkflow): string => String(nodes[0]?.webhookId);

it.each([
	['killed', killAndRestart],
	['stopped', async () => await n8n.restart()],
])('goes on in all that are published when n8n is %s while tests listen', async (_, end) => {
	const [first, second] = await published('First', 'Second');
	if (first === undefined || second === undefined) throw new Error('Two are needed');
	const production = stage.webhook();
	const draft = await stage.trigger('Draft');
	await stage.listen(first);
	await stage.listen(draft);
	await end();
	await deliverUntilTaken(stage.simulator, 'after the restart');
	await deliverEach(stage.simulator, ['then']);

	for (const workflow of [first, second]) {
		await stage.runs.expectOnly(workflow, ['after the restart', 'then'], { emptyRuns: 'allowed' });
	}
	expect(stage.webhook()).toBe(production);
	expect(stage.registrations()).not.toContain(null);
});

it('gives a message to one that was being published when n8n was killed', async () => {
	const [first] = await published('Published');
	const joining = await stage.trigger('Being published');
	await stage.client.publish(joining.id);
	await killAndRestart();
	await stage.publish(joining);
	await deliverUntilTaken(stage.simulator, 'for both');

	for (const workflow of [first ?? joining, joining]) {
		await stage.runs.expectOnly(workflow, ['for both'], { emptyRuns: 'allowed' });
	}
});

it('gives a message once to each when n8n was killed while it passed it on', async () => {
	const [receiver, second, third] = await published('Receiver', 'Second', 'Third');
	if (!receiver || !second || !third) throw new Error('Three are needed');
	gate.hold(webhookIdOf(third));
	const interrupted = stage.simulator.deliver(deliveryOf('interrupted'));
	await until('the message to be passed on', () => (gate.held > 0 ? true : undefined));
	await stage.runs.expectOnly(receiver, ['interrupted']);
	await stage.runs.expectOnly(second, ['interrupted']);
	await n8n.kill('SIGKILL');
	expect((await interrupted)?.status).not.toBe(200);
	gate.hold();
	await n8n.restart();
	await deliverUntilTaken(stage.simulator, 'interrupted');
	await deliverEach(stage.simulator, ['next']);

	for (const workflow of [receiver, second, third]) {
		await stage.runs.expectOnly(workflow, ['interrupted', 'next'], { emptyRuns: 'allowed' });
	}
});

it('goes on in the others when n8n was killed while one handed the webhook over', async () => {
	const [receiver, second, third] = await published('Leaving', 'Second', 'Third');
	if (!receiver || !second || !third) throw new Error('Three are needed');
	const calls = stage.registrations().length;
	stage.simulator.plan({ method: 'PUT', path: WEBHOOK_PATH, kind: 'hang' });
	await stage.client.unpublish(receiver.id);
	await until('the call', () => (stage.registrations().length > calls ? true : undefined));
	await n8n.kill('SIGKILL');
	await n8n.restart();
	const leaving = webhookIdOf(receiver);
	await until('another address', () => !stage.webhook().includes(leaving) || undefined, {
		timeoutMs: 180_000,
	});
	await deliverUntilTaken(stage.simulator, 'for the others');

	for (const workflow of [second, third]) {
		await stage.runs.expectOnly(workflow, ['for the others'], { emptyRuns: 'allowed' });
	}
	expect(stage.registrations()).not.toContain(null);
});

it('gives a message to all others at once when one does not answer for as long as it likes', async () => {
	const [receiver, second, silent] = await published('Receiver', 'Second', 'Silent');
	if (!receiver || !second || !silent) throw new Error('Three are needed');
	gate.hold(webhookIdOf(silent));
	const delivery = stage.simulator.deliver(deliveryOf('missed by one'));
	let isAnswered = false;
	void delivery.then(() => (isAnswered = true));
	await stage.runs.expectOnly(receiver, ['missed by one']);
	await stage.runs.expectOnly(second, ['missed by one']);
	expect(isAnswered).toBe(false);
	// Answered although the listener is still silent, and so that the service knows that it was missed.
	expect((await delivery)?.status).toBeGreaterThanOrEqual(500);
	gate.hold();
	await deliverUntilTaken(stage.simulator, 'missed by one');

	for (const workflow of [receiver, second, silent]) {
		await stage.runs.expectOnly(workflow, ['missed by one']);
	}
});

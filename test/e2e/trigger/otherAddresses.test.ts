import { TRIGGER_TYPE } from '../../../dev/n8n/ownNodes';
import { startOwnN8n, type OwnN8n } from '../../../dev/n8n/ownN8n';
import { freePort } from '../../../dev/n8n/ports';
import { chain, type StoredWorkflow } from '../../../dev/n8n/workflow';
import { databaseOf } from './database';
import { deliverEach, deliverUntilTaken } from './messages';
import { setTriggerStage, type TriggerStage } from './stage';

/** An n8n whose webhooks have another path, and whose address is written in capitals. */
let n8n: OwnN8n;
let stage: TriggerStage;
let second: StoredWorkflow;
/** The published ones. */
let listening: StoredWorkflow[];
let database: ReturnType<typeof databaseOf>;

const AFTER_RESTART = { emptyRuns: 'allowed' } as const;

beforeAll(async () => {
	const port = await freePort();
	const WEBHOOK_URL = `http://LOCALHOST:${port}`;
	n8n = await startOwnN8n({ port, env: { WEBHOOK_URL, N8N_ENDPOINT_WEBHOOK: 'hooks' } });
	database = databaseOf(n8n.userFolder);
	stage = await setTriggerStage(n8n.url);
	const node = stage.node('Trigger', TRIGGER_TYPE, {});
	const imported = await stage.save(chain('Without webhook ID', node));
	await database.removeWebhookIds(imported);
	const first = await stage.published('First');
	second = await stage.published('Second');
	await stage.publish(imported);
	listening = [first, second, imported];
}, 300_000);
afterAll(async () => {
	await stage?.clear();
	await n8n?.remove();
});

/** What has come out of all of them so far. */
const ids: string[] = [];

async function expectInAll(id: string): Promise<void> {
	await deliverUntilTaken(stage.simulator, id);
	ids.push(id);
	await stage.runs.expectOnly(listening, ids, AFTER_RESTART);
}

// The tests follow one another.
it('leaves no URL at the service when the last workflow has lost what it knew of its registration', async () => {
	const alone = await setTriggerStage(n8n.url);
	const workflow = await alone.published('Alone');
	await database.clearStaticData(workflow);
	await alone.unpublish(workflow);

	await alone.webhookIs(null);
	await alone.clear();
});

it('goes on in all after a restart, also in one without webhook ID, and in one that has got static data of another n8n', async () => {
	await expectInAll('before');
	await n8n.stop();
	await database.replaceInStaticData(second, n8n.url, 'https://other.example.com');
	await n8n.restart();
	await expectInAll('after the restart');
	await stage.unpublish(...listening.splice(0, 1));
	await expectInAll('without the first');
});

it('with an address that lacks https:// takes what is delivered in all, though one has got static data of another n8n, and says which variable to set', async () => {
	// The one whose static data is overwritten only shares the webhook of the other.
	await stage.unpublish(second);
	await stage.publish(second);
	const registered = stage.webhook();
	await n8n.stop();
	await database.replaceInStaticData(second, n8n.url, 'https://other.example.com');
	await n8n.restart({ WEBHOOK_URL: 'n8n.example.com' });
	const third = await stage.trigger('Third');
	await stage.client.publish(third.id);
	await expectInAll('while the address is wrong');

	expect(await stage.outcomeOf(third)).toMatch(
		/n8n\.example\.com\/hooks\/.*N8N_WEBHOOK_URL.*https:\/\/ before it/,
	);
	await deliverEach(stage.simulator, ['after that']);
	expect(stage.webhook()).toBe(registered);
});

it('disables the webhook all the same when all are unpublished', async () => {
	await stage.unpublish(...listening);

	await stage.webhookIs(null);
});

import { installPackage } from '../../dev/n8n/installPackage';
import { ensureN8n } from '../../dev/n8n/install';
import { startN8n, type N8nServer } from '../../dev/n8n/server';
import type { StoredWorkflow } from '../../dev/n8n/workflow';
import { fs, os, path } from '../../dev/platform';
import { captureCommand } from '../../dev/processes';
import { until } from '../../dev/until';
import { setTriggerStage, type TriggerStage } from './triggerStage';

/** n8n ends a test after two minutes (TEST_WEBHOOK_TIMEOUT); here it is made to think so sooner. */
const SHORT_TESTS = `data:text/javascript,${encodeURIComponent(
	'const wait = setTimeout; globalThis.setTimeout = (work, ms, ...rest) => wait(work, ms === 120000 ? 1500 : ms, ...rest);',
)}`;

let userFolder: string;
let n8n: N8nServer;
let stage: TriggerStage;
let workflow: StoredWorkflow;
let production: string;

// The tests follow one n8n through restarts and deaths, each from where the one before has left it.
beforeAll(async () => {
	userFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'n8n-e2e-restarts-'));
	await installPackage(userFolder);
	n8n = await startN8n({
		userFolder,
		env: {
			NODE_OPTIONS: `--import=${SHORT_TESTS}`,
			// Thousands of deliveries: n8n's default engine spends 40 ms of CPU on each, not ours to test.
			N8N_EXPRESSION_ENGINE: 'legacy',
		},
	});
	stage = await setTriggerStage(n8n.url);
	workflow = await stage.trigger('Restarted');
	production = await stage.publish(workflow);
}, 180_000);
afterAll(async () => {
	await stage?.clear();
	await n8n?.stop();
	await fs.promises.rm(userFolder, { recursive: true, force: true });
}, 60_000);

const statusOf = (delivery: { answer: string } | undefined) =>
	JSON.parse(delivery?.answer ?? '{}').status;

async function deliver(message_id: string): Promise<unknown> {
	const message = { message_id, message: 'Hello' };
	return statusOf(await stage.simulator.deliver({ event: 'incoming_message', message }));
}

/** The identifiers of all messages that came out of the trigger. */
async function emitted(): Promise<unknown[]> {
	const { items } = await stage.runsOf(workflow);
	return items.map((item) => Object(item).message_id);
}

it('gives the slot back when a test ends by itself', async () => {
	await stage.listen(workflow);

	await stage.slotIs(production);
});

it('gives the slot back when n8n was restarted between publishing and testing', async () => {
	expect(await deliver('before the restart')).toBe('emitted');
	expect(await emitted()).toEqual(['before the restart']);
	await n8n.restart();
	await stage.listen(workflow);
	await stage.stop(workflow);

	await stage.slotIs(production);
}, 120_000);

it('gives the slot back to the published workflow when another one is tested after a restart', async () => {
	await n8n.restart();
	const other = await stage.trigger('Draft');
	async function test(): Promise<true | undefined> {
		const { simulator } = stage;
		const testUrl = await stage.listen(other);
		await stage.stop(other);
		await until('the end of the test', () => simulator.webhookUrl !== testUrl || undefined);
		return simulator.webhookUrl === production || undefined;
	}
	// n8n tells the trigger what is published some moments after it serves requests.
	await until('the production URL after a test', test, { timeoutMs: 30_000, everyMs: 1_000 });

	await stage.client.publish(other.id);
	expect(await stage.publicationOf(other)).toContain('Restarted');
	expect(stage.simulator.webhookUrl).toBe(production);
}, 120_000);

it('drops a duplicate that comes after a restart, and takes the next message', async () => {
	await deliver('before the restart');
	await deliver('after the restart');

	expect(await emitted()).toEqual(['before the restart', 'after the restart']);
});

it('drops a duplicate that comes after n8n was killed', async () => {
	await n8n.kill('SIGKILL');
	await n8n.restart();
	await deliver('before the restart');
	await deliver('after the restart');
	await deliver('after the death');

	expect(await emitted()).toEqual(['before the restart', 'after the restart', 'after the death']);
}, 120_000);

it('makes exactly 100 runs with an item of 1,000 deliveries of 100 messages at once', async () => {
	const before = await stage.runsOf(workflow);
	const numbers = Array.from({ length: 1_000 }, (_, number) => number % 100);
	const answers = await Promise.all(
		numbers.map(async (number) => await deliver(`at once ${number}`)),
	);
	const after = await stage.runsOf(workflow);

	expect(answers.filter((status) => status === 'emitted')).toHaveLength(100);
	expect(answers.filter((status) => status === 'duplicate')).toHaveLength(900);
	expect(after.count - before.count).toBe(100);
	expect(after.items).toHaveLength(100);
	expect(new Set(after.items.map((item) => Object(item).message_id)).size).toBe(100);
}, 120_000);

it('emits a message when the store fails, and says so in the log', async () => {
	const { node } = await ensureN8n();
	const file = path.join(userFolder, '.n8n', 'database.sqlite');
	const drop = `new (require('node:sqlite').DatabaseSync)(${JSON.stringify(file)}, { timeout: 10000 }).exec('DROP TABLE processed_data')`;
	expect(await captureCommand(node, ['-e', drop])).toMatchObject({ code: 0 });
	await deliver('without a store');

	expect(await emitted()).toContain('without a store');
	expect(n8n.logs()).toContain('deduplication store failed');
});

it('never writes the secret into the log', () => {
	const secret = new URL(production).searchParams.get('secret') ?? '';

	expect(secret.length).toBeGreaterThan(15);
	expect(n8n.logs()).not.toContain(secret);
});

it('gives the slot back after a test when the key of the credential was changed, and then clears it', async () => {
	const { simulator, client } = stage;
	const apiKey = 'rotated.key-of-the-same-user';
	const [credential] = await client.credentials();
	if (credential === undefined) throw new Error('No credential');
	const data = { baseUrl: simulator.url, apiKey, requestsPerMinute: 10_000 };
	await client.updateCredential(credential, 'publicOutreachApi', data);
	simulator.configure({ apiKeys: [apiKey] });
	await stage.listen(workflow);
	await stage.stop(workflow);

	await stage.slotIs(production);
	await client.unpublish(workflow.id);
	await stage.slotIs(null);
}, 60_000);

import { ensureN8n } from '../../../dev/n8n/install';
import type { StoredWorkflow } from '../../../dev/n8n/workflow';
import { path } from '../../../dev/platform';
import { captureCommand } from '../../../dev/processes';
import { SHORT_TESTS } from '../shorterWaits';
import { deliverEach, deliverMany, deliverUntilTaken } from './messages';
import { startOwnN8n, type OwnN8n } from '../../../dev/n8n/ownN8n';
import { setTriggerStage, type TriggerStage } from './stage';

let n8n: OwnN8n;
let stage: TriggerStage;
let workflow: StoredWorkflow;
let production: string;

// The tests follow one n8n through restarts and deaths, each from where the one before has left it.
beforeAll(async () => {
	n8n = await startOwnN8n({ env: { NODE_OPTIONS: SHORT_TESTS } });
	stage = await setTriggerStage(n8n.url);
	workflow = await stage.published('Restarted');
	production = stage.webhook();
}, 300_000);
afterAll(async () => {
	await stage?.clear();
	await n8n?.remove();
}, 120_000);

it('leaves the webhook to production when a test ends by itself', async () => {
	await stage.listen(workflow);
	await stage.testEnds(workflow);
	await deliverEach(stage.simulator, ['before the restart']);

	await stage.runs.expectOnly(workflow, ['before the restart']);
	expect(stage.registrations()).toEqual([production]);
});

it('drops a duplicate that comes after a restart, and takes the next message', async () => {
	await n8n.restart();
	await deliverUntilTaken(stage.simulator, 'before the restart');
	await deliverEach(stage.simulator, ['after the restart']);

	await stage.runs.expectOnly(workflow, ['before the restart', 'after the restart'], {
		emptyRuns: 'allowed',
	});
});

it('drops a duplicate that comes after n8n was killed', async () => {
	await n8n.kill('SIGKILL');
	await n8n.restart();
	await deliverUntilTaken(stage.simulator, 'before the restart');
	await deliverEach(stage.simulator, ['after the restart', 'after the death']);

	const ids = ['before the restart', 'after the restart', 'after the death'];
	await stage.runs.expectOnly(workflow, ids, { emptyRuns: 'allowed' });
});

it('makes exactly 100 runs with an item of 100 messages, each delivered ten times at once', async () => {
	const before = (await stage.runs.all(workflow)).length;
	const ids = Array.from({ length: 100 }, (_, number) => `at once ${number}`);
	const tenTimes = ids.flatMap((id) => Array.from({ length: 10 }, () => id));
	const deliveries = await deliverMany(stage.simulator, tenTimes, 40);
	const answers = deliveries.map((delivery) => JSON.parse(delivery?.answer ?? '{}').status);
	const runs = (await stage.runs.all(workflow)).slice(before);

	expect(answers.filter((status) => status === 'emitted')).toHaveLength(100);
	expect(answers.filter((status) => status === 'duplicate')).toHaveLength(900);
	expect(runs.map(({ items }) => items.map((item) => item.message_id)).sort()).toEqual(
		ids.map((id) => [id]).sort(),
	);
});

it('emits a message when the store fails, and says so in the log', async () => {
	const { node } = await ensureN8n();
	const file = path.join(n8n.userFolder, '.n8n', 'database.sqlite');
	const drop = `new (require('node:sqlite').DatabaseSync)(${JSON.stringify(file)}, { timeout: 60000 }).exec('DROP TABLE processed_data')`;
	expect(await captureCommand(node, ['-e', drop])).toMatchObject({ code: 0 });
	await deliverEach(stage.simulator, ['without a store']);

	const runs = await stage.runs.all(workflow);
	expect(runs.at(-1)?.items).toMatchObject([{ message_id: 'without a store' }]);
	expect(n8n.logs()).toContain('deduplication store failed');
});

it('never writes the secret into the log', () => {
	const secret = new URL(production).searchParams.get('secret') ?? '';

	expect(secret.length).toBeGreaterThan(15);
	expect(n8n.logs()).not.toContain(secret);
});

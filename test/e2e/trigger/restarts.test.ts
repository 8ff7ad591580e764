import { ensureN8n } from '../../../dev/n8n/install';
import { path } from '../../../dev/platform';
import { captureCommand } from '../../../dev/processes';
import { until } from '../../../dev/until';
import { SHORT_TESTS } from '../shorterWaits';
import { SERVICE_HOST, startBehindGate, type Gate } from './gate';
import { deliverEach, deliverMany, deliveryOf, deliverUntilTaken } from './messages';
import type { OwnN8n } from '../../../dev/n8n/ownN8n';
import type { StoredWorkflow } from '../../../dev/n8n/workflow';
import { setTriggerStage, WEBHOOK_PATH, type TriggerStage } from './stage';

let gate: Gate;
let n8n: OwnN8n;
/** Of every key's webhook. */
const secrets: string[] = [];

beforeAll(async () => {
	({ gate, n8n } = await startBehindGate({
		NODE_OPTIONS: SHORT_TESTS,
		// After a kill n8n takes up an unfinished publication when its lease is over.
		N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '15',
	}));
}, 300_000);
afterAll(async () => {
	await n8n?.remove();
	await gate?.close();
});

/** What a key's workflows are in the middle of when n8n ends; it returns what has to hold once n8n is back. */
type Scene = (stage: TriggerStage) => Promise<() => Promise<void>>;

const secretOf = (stage: TriggerStage) => new URL(stage.webhook()).searchParams.get('secret') ?? '';

const AFTER_RESTART = { emptyRuns: 'allowed' } as const;

const goesOnWhileTestsListen: Scene = async (stage) => {
	const [first, second] = [await stage.published('First'), await stage.published('Second')];
	const production = stage.webhook();
	const draft = await stage.trigger('Draft');
	await stage.listen(first);
	await stage.listen(draft);
	return async () => {
		await deliverUntilTaken(stage.simulator, 'after the restart');
		await deliverEach(stage.simulator, ['then']);

		await stage.runs.expectOnly([first, second], ['after the restart', 'then'], AFTER_RESTART);
		expect(stage.webhook()).toBe(production);
		expect(stage.registrations()).not.toContain(null);
	};
};

const dropsDuplicates: Scene = async (stage) => {
	const workflow = await stage.published('Restarted');
	await deliverEach(stage.simulator, ['before the restart']);
	return async () => {
		await deliverUntilTaken(stage.simulator, 'before the restart');
		await deliverEach(stage.simulator, ['after the restart', 'then']);

		const ids = ['before the restart', 'after the restart', 'then'];
		await stage.runs.expectOnly(workflow, ids, AFTER_RESTART);
	};
};

const givesToWhatWasBeingPublished: Scene = async (stage) => {
	const first = await stage.published('Published');
	const joining = await stage.trigger('Being published');
	await stage.client.publish(joining.id);
	return async () => {
		await stage.publish(joining);
		await deliverUntilTaken(stage.simulator, 'for both');

		await stage.runs.expectOnly([first, joining], ['for both'], AFTER_RESTART);
	};
};

const givesOnceToEach: Scene = async (stage) => {
	const registered = await stage.published('Registered');
	const second = await stage.published('Second');
	const third = await stage.published('Third');
	gate.hold(String(third.nodes[0]?.webhookId));
	const interrupted = stage.simulator.deliver(deliveryOf('interrupted'));
	await until('the message to be passed on', () => (gate.held > 0 ? true : undefined));
	await stage.runs.expectOnly([registered, second], ['interrupted']);
	return async () => {
		expect((await interrupted)?.status).toBe(200);
		await deliverUntilTaken(stage.simulator, 'interrupted');
		await deliverEach(stage.simulator, ['next']);

		const all = [registered, second, third];
		await stage.runs.expectOnly(all, ['interrupted', 'next'], AFTER_RESTART);
	};
};

const goesOnInTheOthers: Scene = async (stage) => {
	const registered = await stage.published('Leaving');
	const others = [await stage.published('Second'), await stage.published('Third')];
	const calls = stage.registrations().length;
	stage.simulator.plan({ method: 'PUT', path: WEBHOOK_PATH, kind: 'hang' });
	await stage.client.unpublish(registered.id);
	await until('the call', () => (stage.registrations().length > calls ? true : undefined));
	return async () => {
		const patience = { timeoutMs: 180_000 };
		await until('another address', () => !stage.isRegistered(registered) || undefined, patience);
		await deliverUntilTaken(stage.simulator, 'for the others');

		await stage.runs.expectOnly(others, ['for the others'], AFTER_RESTART);
		expect(stage.registrations()).not.toContain(null);
	};
};

const letsLeaveAndJoinInTheFirstMinute: Scene = async (stage) => {
	const [first, second] = [await stage.published('First'), await stage.published('Second')];
	const third = await stage.trigger('Third');
	return async () => {
		await stage.unpublish(first);
		await stage.publish(third);
		await deliverUntilTaken(stage.simulator, 'for both');
		await stage.unpublish(second);
		await deliverUntilTaken(stage.simulator, 'for the third');
		await stage.unpublish(third);

		await stage.webhookIs(null);
		await stage.runs.expectOnly(second, ['for both'], AFTER_RESTART);
		await stage.runs.expectOnly(third, ['for both', 'for the third'], AFTER_RESTART);
	};
};

it('leaves the webhook to production when a test ends by itself', async () => {
	const stage = await setTriggerStage(n8n.url, SERVICE_HOST);
	const workflow = await stage.published('Tested');
	const production = stage.webhook();
	await stage.listen(workflow);
	await stage.testEnds(workflow);
	await deliverEach(stage.simulator, ['after the test']);

	await stage.runs.expectOnly(workflow, ['after the test']);
	expect(stage.registrations()).toEqual([production]);
	await stage.clear();
});

// One end of n8n strikes all scenes of a row at once, each with a key and a service of its own. What lasts only
// for moments is begun last.
describe.each<[string, () => Promise<void>, Record<string, Scene>]>([
	[
		'killed',
		async () => await n8n.kill('SIGKILL'),
		{
			'drops a duplicate, and takes the next messages': dropsDuplicates,
			'gives a message once to each, while it passes it on': givesOnceToEach,
			'goes on in the others, while one hands the webhook over': goesOnInTheOthers,
			'goes on in all that are published, while tests listen': goesOnWhileTestsListen,
			'gives a message to one that is being published': givesToWhatWasBeingPublished,
		},
	],
	[
		'stopped',
		async () => await n8n.stop(),
		{
			'lets workflows leave and join at once in its first minute, since it is known who listens':
				letsLeaveAndJoinInTheFirstMinute,
			'drops a duplicate, and takes the next messages': dropsDuplicates,
			'goes on in all that are published, while tests listen': goesOnWhileTestsListen,
		},
	],
])('n8n, when it is %s and started again,', (_, end, scenes) => {
	const stages: TriggerStage[] = [];
	const checks: Record<string, () => Promise<void>> = {};

	beforeAll(async () => {
		for (const [name, begin] of Object.entries(scenes)) {
			const stage = await setTriggerStage(n8n.url, SERVICE_HOST);
			stages.push(stage);
			checks[name] = await begin(stage);
			secrets.push(secretOf(stage));
		}
		await end();
		gate.hold();
		await n8n.restart();
	}, 300_000);
	afterAll(async () => {
		for (const stage of stages) await stage.clear();
	}, 120_000);

	it.each(Object.keys(scenes))('%s', async (name) => {
		expect(checks).toHaveProperty([name]);
		await checks[name]?.();
	});
});

// The tests follow one workflow.
describe('n8n, which has been restarted,', () => {
	let stage: TriggerStage;
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		stage = await setTriggerStage(n8n.url, SERVICE_HOST);
		workflow = await stage.published('Crowded');
	});
	afterAll(async () => await stage?.clear());

	it('makes exactly 100 runs with an item of 100 messages, each delivered ten times at once', async () => {
		const ids = Array.from({ length: 100 }, (_, number) => `at once ${number}`);
		const tenTimes = ids.flatMap((id) => Array.from({ length: 10 }, () => id));
		const deliveries = await deliverMany(stage.simulator, tenTimes, 40);
		const statuses = deliveries.map((delivery) => JSON.parse(delivery?.response ?? '{}').status);
		const runs = await stage.runs.all(workflow);

		expect(statuses.filter((status) => status === 'emitted')).toHaveLength(100);
		expect(statuses.filter((status) => status === 'duplicate')).toHaveLength(900);
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

	it('has never written a secret into the log', () => {
		secrets.push(secretOf(stage));

		expect(secrets.every((secret) => secret.length > 15)).toBe(true);
		expect(secrets.filter((secret) => n8n.logs().includes(secret))).toEqual([]);
	});
});

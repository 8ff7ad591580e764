import type { StoredWorkflow } from '../../../dev/n8n/workflow';
import { wait } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { CREDENTIAL_TYPE } from '../../../dev/n8n/ownNodes';
import { deliverEach, deliverUntilTaken, startStream } from './messages';
import { startOwnN8n, type OwnN8n } from './ownN8n';
import { setTriggerStage, WEBHOOK_PATH, type TriggerStage } from './stage';

let n8n: OwnN8n;
let stage: TriggerStage;

beforeAll(async () => {
	n8n = await startOwnN8n();
}, 300_000);
afterAll(async () => await n8n?.remove());
beforeEach(async () => {
	stage = await setTriggerStage(n8n.url);
});
afterEach(async () => {
	stage.simulator.cancelFaults();
	await stage.clear();
});

async function published(...names: string[]): Promise<[StoredWorkflow, ...StoredWorkflow[]]> {
	return await publishedAt(stage, ...names);
}

async function publishedAt(
	at: TriggerStage,
	...names: string[]
): Promise<[StoredWorkflow, ...StoredWorkflow[]]> {
	const workflows: StoredWorkflow[] = [];
	for (const name of names) workflows.push(await at.trigger(name));
	for (const workflow of workflows) await at.publish(workflow);
	const [first, ...others] = workflows;
	if (!first) throw new Error('One is needed');
	return [first, ...others];
}

const TWO_MINUTES_MS = 120_000;

/** The pauses grow up to four minutes. */
const IN_THE_END = { timeoutMs: 300_000, everyMs: 250 };

/** Something that happens while the service refuses for two minutes, and what has come of it afterwards. */
interface Outage {
	name: string;
	workflows: string[];
	act: (at: TriggerStage, workflow: StoredWorkflow) => Promise<void>;
	expectAfterwards: (at: TriggerStage, workflows: StoredWorkflow[]) => Promise<void>;
}

async function expectNull({ simulator }: TriggerStage) {
	await until('null', () => simulator.webhookUrl === null || undefined, IN_THE_END);
}

const OUTAGES: Outage[] = [
	{
		name: 'the last workflow is unpublished',
		workflows: ['Last'],
		act: async (at, last) => await at.unpublish(last),
		expectAfterwards: expectNull,
	},
	{
		name: 'the last workflow is deleted',
		workflows: ['Deleted'],
		act: async (at, last) => await at.remove(last),
		expectAfterwards: expectNull,
	},
	{
		name: 'the receiver is unpublished, and the other one gets every message afterwards',
		workflows: ['Receiver', 'Other'],
		act: async (at, receiver) => await at.unpublish(receiver),
		expectAfterwards: async (at, [receiver, other = receiver]) => {
			const webhookId = String(other?.nodes[0]?.webhookId);
			const isThere = () => at.simulator.webhookUrl?.includes(webhookId) || undefined;
			await until('the other one', isThere, IN_THE_END);
			await deliverEach(at.simulator, ['afterwards']);

			if (other) await at.runs.expectOnly(other, ['afterwards']);
			expect(at.registrations()).not.toContain(null);
		},
	},
];

/** At a service of its own, so that all of them take the two minutes of one. */
async function goThrough({ name, workflows, act, expectAfterwards }: Outage): Promise<void> {
	const at = await setTriggerStage(n8n.url);
	const all = await publishedAt(at, ...workflows);
	const error = `Down for maintenance: ${name}`;
	const body = { error };
	at.simulator.plan({ method: 'PUT', path: WEBHOOK_PATH, status: 503, body, times: 1e6 });
	await Promise.all([act(at, all[0]), wait(TWO_MINUTES_MS)]);
	at.simulator.cancelFaults();
	await expectAfterwards(at, all);

	// Once, however often it was tried.
	expect(n8n.logs().split(error)).toHaveLength(2);
	await at.clear();
}

it('what happens while the service refuses for two minutes, it is told afterwards', async () => {
	await Promise.all(OUTAGES.map(goThrough));
}, 600_000);

describe('in the first minute of n8n', () => {
	it('those that leave and join do so at once, since it is known who listens', async () => {
		const [first, second = first] = await published('First', 'Second');
		const third = await stage.trigger('Third');
		await n8n.restart();
		await stage.unpublish(first);
		await stage.publish(third);
		await deliverUntilTaken(stage.simulator, 'for both');
		await stage.unpublish(second);
		await deliverUntilTaken(stage.simulator, 'for the third');
		await stage.unpublish(third);

		await stage.webhookIs(null);
		await stage.runs.expectOnly(second, ['for both'], { emptyRuns: 'allowed' });
		await stage.runs.expectOnly(third, ['for both', 'for the third'], { emptyRuns: 'allowed' });
	});

	it('the last one leaves null', async () => {
		const [last] = await published('Last');
		await n8n.restart();
		await stage.unpublish(last);

		await stage.webhookIs(null);
		expect(stage.registrations()).toHaveLength(2);
	});

	it('one that is published first, before anything is known, is registered', async () => {
		const workflow = await stage.trigger('First of all');
		await n8n.restart();
		await stage.publish(workflow);
		await deliverEach(stage.simulator, ['at once']);

		await stage.runs.expectOnly(workflow, ['at once']);
	});
});

it('a new version whose trigger is unchanged is published without a gap or a call to the service', async () => {
	const [first, second = first] = await published('First', 'Second');
	const calls = stage.registrations().length;
	const stream = startStream(stage.simulator, 'during new versions');
	for (const workflow of [first, second]) {
		const stored = await stage.client.workflow(workflow.id);
		const nodes = [...stored.nodes, stage.node('Then', 'n8n-nodes-base.noOp', {})];
		const { versionId } = await stage.client.updateWorkflow(workflow.id, { ...stored, nodes });
		await stage.publish(workflow);
		await until('the new version', async () =>
			(await stage.outcomeOf(workflow)).includes(versionId) ? true : undefined,
		);
	}
	const { taken, refused } = await stream.end();

	expect(refused).toEqual([]);
	for (const workflow of [first, second]) await stage.runs.expectOnly(workflow, taken);
	expect(stage.registrations()).toHaveLength(calls);
});

it('a key that was replaced in the credential goes on, and the last one leaves null', async () => {
	const { simulator, client } = stage;
	const [first, second = first] = await published('First', 'Second');
	const apiKey = 'replaced.key-of-the-same-user';
	const [credential] = await client.credentials();
	if (credential === undefined) throw new Error('No credential');
	const data = { baseUrl: simulator.url, apiKey, requestsPerMinute: 10_000 };
	await client.updateCredential(credential, CREDENTIAL_TYPE, data);
	simulator.configure({ apiKeys: [simulator.apiKey, apiKey] });
	await deliverEach(simulator, ['with another key']);
	await stage.unpublish(first);
	await deliverEach(simulator, ['in the other one']);
	await stage.unpublish(second);

	await stage.webhookIs(null);
	await stage.runs.expectOnly(first, ['with another key']);
	await stage.runs.expectOnly(second, ['with another key', 'in the other one']);
});

it('under another address n8n leaves the webhook alone, until what is published is published again', async () => {
	const [workflow] = await published('Moved');
	const before = stage.webhook();
	await n8n.stop();
	const moved = await startOwnN8n({ copyOf: n8n.userFolder });
	try {
		const elsewhere = await setTriggerStage(moved.url);
		expect(stage.webhook()).toBe(before);
		await until('a line in the log', () => moved.logs().includes('left as it is') || undefined);
		await elsewhere.unpublish(workflow);
		expect(stage.webhook()).toBe(before);
		await elsewhere.publish(workflow);

		expect(stage.webhook().startsWith(`${moved.url}/webhook/`)).toBe(true);
		await elsewhere.unpublish(workflow);
		await stage.webhookIs(null);
		await elsewhere.clear();
	} finally {
		await moved.remove();
		await n8n.restart();
	}
});

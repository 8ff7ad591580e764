import type { StoredWorkflow } from '../../../dev/n8n/workflow';
import { until } from '../../../dev/until';
import { deliverEach, startStream } from './messages';
import { setTriggerStage, TRIGGER, type TriggerStage } from './stage';
import { watchRegistrations } from './watch';

let stage: TriggerStage;
let workflows: StoredWorkflow[];
let settled: ReturnType<typeof watchRegistrations>;

beforeEach(async () => {
	stage = await setTriggerStage();
	settled = watchRegistrations(stage.simulator);
	workflows = [];
	for (const name of ['First', 'Second', 'Third', 'Fourth']) {
		const workflow = await stage.trigger(name);
		await stage.publish(workflow);
		workflows.push(workflow);
	}
});
afterEach(async () => await stage.clear());

const ways: Array<[string, (workflow: StoredWorkflow) => Promise<void>]> = [
	['unpublished', async (workflow) => await stage.unpublish(workflow)],
	['archived', async (workflow) => await stage.archive(workflow)],
	['deleted', async (workflow) => await stage.remove(workflow)],
];

/** The one whose address the service has. */
function takeReceiver(): StoredWorkflow {
	const url = stage.webhook();
	const receiver = workflows.find(({ nodes }) => url.includes(String(nodes[0]?.webhookId)));
	if (receiver === undefined) throw new Error(`${url} is nobody's`);
	workflows = workflows.filter((workflow) => workflow !== receiver);
	return receiver;
}

it('goes on in the others when the one leaves that the service delivers to, until the last', async () => {
	const stream = startStream(stage.simulator, 'while one leaves');
	for (const [, leave] of ways) await leave(takeReceiver());
	const { taken, refused } = await stream.end();

	// n8n closes a workflow's address before the trigger hears of it: such deliveries get a 404.
	expect(refused.filter(({ status }) => status !== 404)).toEqual([]);
	expect(taken.length).toBeGreaterThan(0);
	const [last] = workflows;
	if (last === undefined) throw new Error('Nobody is left');
	await stage.runs.expectOnly(last, taken);
	const registrations = await settled();
	expect(registrations).toHaveLength(4);
	expect(registrations.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

	await stage.unpublish(last);
	await stage.webhookIs(null);
	expect(stage.registrations().slice(0, 4)).not.toContain(null);
});

it('goes on without a gap, and without a word to the service, when the others leave', async () => {
	const receiver = takeReceiver();
	const stream = startStream(stage.simulator, 'while another leaves');
	for (const [place, [, leave]] of ways.entries()) {
		const workflow = workflows[place];
		if (workflow !== undefined) await leave(workflow);
	}
	const { taken, refused } = await stream.end();

	expect(refused).toEqual([]);
	await stage.runs.expectOnly(receiver, taken);
	expect(stage.registrations()).toHaveLength(1);
	await stage.unpublish(receiver);
	await stage.webhookIs(null);
});

it('goes on while another is published, which gets every message from then on', async () => {
	const [receiver] = workflows;
	const another = await stage.trigger('Another');
	const stream = startStream(stage.simulator, 'while one joins');
	await stage.publish(another);
	const { taken, refused } = await stream.end();
	await deliverEach(stage.simulator, ['for all']);

	expect(refused).toEqual([]);
	if (receiver) await stage.runs.expectOnly(receiver, [...taken, 'for all']);
	const came = (await stage.runs.all(another)).flatMap(({ items }) => items);
	expect(came.at(-1)).toMatchObject({ message_id: 'for all' });
});

it('goes on in all when one is renamed, and when one is published again with another trigger name', async () => {
	const [first, second, ...others] = workflows;
	if (first === undefined || second === undefined) throw new Error('Two workflows are needed');
	for (const workflow of [first, second]) {
		const stored = await stage.client.workflow(workflow.id);
		await stage.client.updateWorkflow(workflow.id, {
			...stored,
			name: `${workflow.name}, renamed`,
		});
	}
	await deliverEach(stage.simulator, ['after the workflow was renamed']);
	for (const workflow of [second, first]) {
		await publishAgain(workflow, 'A Lead Wrote');
		await deliverEach(stage.simulator, [`after the trigger of ${workflow.name} was renamed`]);
	}

	const ids = [
		'after the workflow was renamed',
		'after the trigger of Second was renamed',
		'after the trigger of First was renamed',
	];
	for (const workflow of others) await stage.runs.expectOnly(workflow, ids);
	for (const workflow of [first, second]) {
		await expectUnderBothNames(workflow, ids);
	}
	const registrations = await settled();
	expect(registrations.map(({ status }) => status)).toEqual(registrations.map(() => 200));
});

async function publishAgain(workflow: StoredWorkflow, triggerName: string): Promise<void> {
	const stored = await stage.client.workflow(workflow.id);
	const nodes = stored.nodes.map((node) => ({ ...node, name: triggerName }));
	const { versionId } = await stage.client.updateWorkflow(workflow.id, { ...stored, nodes });
	await stage.publish(workflow);
	await until(`the new version of ${workflow.name}`, async () =>
		(await stage.outcomeOf(workflow)).includes(versionId) ? true : undefined,
	);
}

/** A run is read with the name that the trigger had then. */
async function expectUnderBothNames(workflow: StoredWorkflow, ids: string[]): Promise<void> {
	const named = (name: string) => ({
		...workflow,
		nodes: workflow.nodes.map((node) => ({ ...node, name })),
	});
	const both = {
		...workflow,
		nodes: [TRIGGER, 'A Lead Wrote'].flatMap((name) => named(name).nodes),
	};
	await stage.runs.expectOnly(both, ids);
}

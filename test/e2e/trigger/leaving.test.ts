import type { Simulator } from '../../../dev/simulator';
import type { StoredWorkflow } from '../../../dev/n8n/workflow';
import { deliverEach, startStream } from './messages';
import { registeredBy, setTriggerStage, TRIGGER, WEBHOOK_PATH, type TriggerStage } from './stage';

let stage: TriggerStage;
let workflows: StoredWorkflow[];
let responses: Array<Promise<number>>;

beforeEach(async () => {
	stage = await setTriggerStage();
	responses = watchRegistrations(stage.simulator);
	workflows = [];
	for (const name of ['First', 'Second', 'Third', 'Fourth']) {
		workflows.push(await stage.published(name));
	}
});
afterEach(async () => await stage.clear());

/** What each address that the service is told to deliver to responds with at that very moment; 0 for nobody. */
function watchRegistrations({ onRequest }: Simulator): Array<Promise<number>> {
	const seen: Array<Promise<number>> = [];
	// An event that the trigger takes and starts nothing with.
	const headers = { 'content-type': 'application/json' };
	const probe = { method: 'POST', headers, body: '{"event":"probe"}' };
	onRequest((request) => {
		if (request.path !== WEBHOOK_PATH || request.status !== 200) return;
		const url = registeredBy(request);
		if (url === null) return;
		const statusOf = ({ status }: Response) => status;
		seen.push(fetch(url, probe).then(statusOf, () => 0));
	});
	return seen;
}

const ways = ['unpublish', 'archive', 'remove'] as const;

/** The one whose address the service has. */
function takeRegistered(): StoredWorkflow {
	const registered = workflows.find((workflow) => stage.isRegistered(workflow));
	if (registered === undefined) throw new Error(`${stage.webhook()} is nobody's`);
	workflows = workflows.filter((workflow) => workflow !== registered);
	return registered;
}

it('goes on in the others when the one leaves that the service delivers to, until the last', async () => {
	const stream = startStream(stage.simulator, 'while one leaves');
	for (const way of ways) await stage[way](takeRegistered());
	const { taken, refused } = await stream.end();

	// n8n closes a workflow's address before the trigger hears of it: such deliveries get a 404.
	expect(refused.filter(({ status }) => status !== 404)).toEqual([]);
	expect(taken.length).toBeGreaterThan(0);
	await stage.runs.expectOnly(workflows, taken);
	const statuses = await Promise.all(responses);
	expect(statuses).toEqual(statuses.map(() => 200));

	await stage.unpublish(...workflows);
	await stage.webhookIs(null);
	expect(stage.registrations().slice(0, 4)).not.toContain(null);
});

it('goes on without a gap, and without a word to the service, when others leave, join and have new versions', async () => {
	const registered = takeRegistered();
	const stream = startStream(stage.simulator, 'while others change');
	for (const [place, workflow] of workflows.entries())
		await stage[ways[place] ?? 'remove'](workflow);
	const another = await stage.published('Another');
	for (const workflow of [registered, another]) {
		const nodes = [...workflow.nodes, stage.node('Then', 'n8n-nodes-base.noOp', {})];
		await stage.publishAgain(workflow, { nodes, name: `${workflow.name}, renamed` });
	}
	const { taken, refused } = await stream.end();
	await deliverEach(stage.simulator, ['for both']);

	expect(refused).toEqual([]);
	await stage.runs.expectOnly(registered, [...taken, 'for both']);
	const came = (await stage.runs.all(another)).flatMap(({ items }) => items);
	expect(came.at(-1)).toMatchObject({ message_id: 'for both' });
	expect(stage.registrations()).toHaveLength(1);
});

it('goes on in all when one is published again with another name of the trigger', async () => {
	const renamed = workflows.slice(0, 2);
	const names = [TRIGGER, 'A Lead Wrote'];
	const ids: string[] = [];
	for (const workflow of renamed.reverse()) {
		const nodes = workflow.nodes.map((node) => ({ ...node, name: 'A Lead Wrote' }));
		await stage.publishAgain(workflow, { nodes });
		ids.push(`after the trigger of ${workflow.name} was renamed`);
		await deliverEach(stage.simulator, ids.slice(-1));
		// A run is read with the name that the trigger had then.
		workflow.nodes = names.flatMap((name) => nodes.map((node) => ({ ...node, name })));
	}

	await stage.runs.expectOnly(workflows, ids);
	const statuses = await Promise.all(responses);
	expect(statuses).toEqual(statuses.map(() => 200));
});

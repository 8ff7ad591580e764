import type { Fault } from '../../../dev/simulator';
import type { StoredWorkflow } from '../../../dev/n8n/workflow';
import { ACTION_TYPE } from '../../../dev/n8n/ownNodes';
import { ACTION } from '../stage';
import { deliverEach, deliverUntilTaken } from './messages';
import { setTriggerStage, WEBHOOK_PATH, type TriggerStage } from './stage';

const ELSEWHERE = 'https://elsewhere.example.com/hook';

let stage: TriggerStage;
beforeEach(async () => {
	stage = await setTriggerStage();
});
afterEach(async () => await stage.clear());

describe('a service that fails now and then', () => {
	it.each<[string, Partial<Fault>]>([
		['refuses a call', { status: 503 }],
		['carries a call out and loses the answer', { kind: 'resetAfter' }],
		['breaks the connection', { kind: 'reset' }],
	])('still has the right webhook in the end when it %s', async (_, failure) => {
		const { simulator } = stage;
		// Each registration, handing over and clearing fails once before it succeeds.
		const failOnce = () =>
			simulator.plan({ method: 'PUT', path: WEBHOOK_PATH, ...failure } as Fault);
		const [first, second] = [await stage.trigger('First'), await stage.trigger('Second')];
		failOnce();
		await stage.publish(first);
		await stage.publish(second);
		failOnce();
		await stage.unpublish(first);
		await deliverUntilTaken(simulator, 'for the second');
		expect(stage.webhook()).toContain(String(second.nodes[0]?.webhookId));
		failOnce();
		await stage.unpublish(second);

		await stage.webhookIs(null);
		await stage.runs.expectOnly(second, ['for the second']);
	});

	it('is left as it is, and quoted, when it refuses a registration for good', async () => {
		const { simulator } = stage;
		simulator.state.webhookUrl = ELSEWHERE;
		const body = { error: 'Not in your plan' };
		simulator.plan({ method: 'PUT', path: WEBHOOK_PATH, status: 403, body, times: 100 });
		const workflow = await stage.trigger('Refused');
		await stage.client.publish(workflow.id);

		expect(await stage.outcomeOf(workflow)).toContain('Not in your plan');
		expect(simulator.webhookUrl).toBe(ELSEWHERE);
		expect(stage.registrations()).not.toContain(null);
	});
});

describe('a webhook that a workflow sets', () => {
	let first: StoredWorkflow;
	let second: StoredWorkflow;
	beforeEach(async () => {
		[first, second] = [await stage.trigger('First'), await stage.trigger('Second')];
		await stage.publish(first, second);
	});

	it('stays when those that were published are unpublished, and a test is run', async () => {
		const set = { resource: 'webhook', operation: 'set', webhookUrl: ELSEWHERE };
		expect((await stage.act(set)).error(ACTION)).toBeUndefined();
		await stage.unpublish(first);
		expect(stage.simulator.webhookUrl).toBe(ELSEWHERE);
		await stage.unpublish(second);

		expect(stage.simulator.webhookUrl).toBe(ELSEWHERE);
	});

	it('stays disabled when one of those that were published is unpublished', async () => {
		const disable = { resource: 'webhook', operation: 'disable' };
		expect((await stage.act(disable)).error(ACTION)).toBeUndefined();
		await stage.unpublish(first);

		expect(stage.simulator.webhookUrl).toBeNull();
	});

	it('is taken by what is published next, and all that are published get messages again', async () => {
		const set = { resource: 'webhook', operation: 'set', webhookUrl: ELSEWHERE };
		expect((await stage.act(set)).error(ACTION)).toBeUndefined();
		const third = await stage.trigger('Third');
		await stage.publish(third);
		await deliverEach(stage.simulator, ['for all']);

		for (const workflow of [first, second, third]) {
			await stage.runs.expectOnly(workflow, ['for all']);
		}
	});
});

it('gives a message once to each when the workflow of one fails', async () => {
	const failing = await stage.trigger(
		'Failing',
		{},
		stage.node('Fail', 'n8n-nodes-base.stopAndError', { errorMessage: 'On purpose' }),
	);
	const other = await stage.trigger('Other');
	const action = stage.node('Set to Nowhere', ACTION_TYPE, {
		resource: 'webhook',
		operation: 'set',
		webhookUrl: 'nowhere',
	});
	const alsoFailing = await stage.trigger('Also failing', {}, action);
	await stage.publish(failing, other, alsoFailing);
	await deliverEach(stage.simulator, ['one', 'two', 'one', 'two']);

	for (const workflow of [failing, other, alsoFailing]) {
		await stage.runs.expectOnly(workflow, ['one', 'two']);
	}
	const runs = await stage.runs.all(failing);
	expect(runs.map(({ status }) => status)).toEqual(['error', 'error']);
});

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

it('has the right webhook in the end when each call is carried out and its answer lost', async () => {
	const { simulator } = stage;
	const loseAnswer = () =>
		simulator.plan({ method: 'PUT', path: WEBHOOK_PATH, kind: 'resetAfter' });
	const [first, second] = [await stage.trigger('First'), await stage.trigger('Second')];
	loseAnswer();
	await stage.publish(first);
	await stage.publish(second);
	loseAnswer();
	await stage.unpublish(first);
	await deliverUntilTaken(simulator, 'for the second');
	expect(stage.webhook()).toContain(String(second.nodes[0]?.webhookId));
	loseAnswer();
	await stage.unpublish(second);

	await stage.webhookIs(null);
	await stage.runs.expectOnly(second, ['for the second']);
});

it('leaves a webhook that a workflow has set until the next one is published, for all', async () => {
	const [first, second] = [await stage.trigger('First'), await stage.trigger('Second')];
	await stage.publish(first, second);
	const set = { resource: 'webhook', operation: 'set', webhookUrl: ELSEWHERE };
	expect((await stage.act(set)).error(ACTION)).toBeUndefined();
	await stage.unpublish(first);
	expect(stage.simulator.webhookUrl).toBe(ELSEWHERE);
	const third = await stage.trigger('Third');
	await stage.publish(third);
	await deliverEach(stage.simulator, ['for all']);

	await stage.runs.expectOnly(second, ['for all']);
	await stage.runs.expectOnly(third, ['for all']);
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

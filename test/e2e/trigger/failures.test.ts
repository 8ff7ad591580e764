import { ACTION } from '../stage';
import { deliverEach, deliverUntilTaken } from './messages';
import { setTriggerStage, WEBHOOK_PATH, type TriggerStage } from './stage';

const ELSEWHERE = 'https://elsewhere.example.com/hook';

let stage: TriggerStage;
beforeEach(async () => {
	stage = await setTriggerStage();
});
afterEach(async () => {
	stage.simulator.cancelFaults();
	await stage.clear();
});

it('has the right webhook in the end when each call is carried out and its answer lost', async () => {
	const { simulator } = stage;
	const loseAnswer = () =>
		simulator.plan({ method: 'PUT', path: WEBHOOK_PATH, kind: 'resetAfter' });
	loseAnswer();
	const first = await stage.published('First');
	const second = await stage.published('Second');
	loseAnswer();
	await stage.unpublish(first);
	await deliverUntilTaken(simulator, 'for the second');
	expect(stage.isReceiver(second)).toBe(true);
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
	const third = await stage.published('Third');
	await deliverEach(stage.simulator, ['for all']);

	await stage.runs.expectOnly([second, third], ['for all']);
});

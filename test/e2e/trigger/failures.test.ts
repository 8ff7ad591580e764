import { wait } from '../../../dev/platform';
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

/** The pauses between attempts grow up to four minutes. */
const IN_THE_END = { timeoutMs: 300_000, everyMs: 250 };

it('tells the service afterwards who left while it refused for two minutes', async () => {
	const alone = await setTriggerStage();
	const last = await alone.published('Deleted');
	const receiver = await stage.published('Receiver');
	const other = await stage.published('Other');
	const error = 'Down for maintenance';
	const refusal = { method: 'PUT', path: WEBHOOK_PATH, status: 503, body: { error }, times: 1e6 };
	for (const { simulator } of [alone, stage]) simulator.plan(refusal);
	await Promise.all([alone.remove(last), stage.unpublish(receiver), wait(120_000)]);
	for (const { simulator } of [alone, stage]) simulator.cancelFaults();

	await stage.webhookIs(other, IN_THE_END);
	await deliverEach(stage.simulator, ['afterwards']);
	await stage.runs.expectOnly(other, ['afterwards']);
	expect(stage.registrations()).not.toContain(null);
	await alone.webhookIs(null, IN_THE_END);
	await alone.clear();
}, 600_000);

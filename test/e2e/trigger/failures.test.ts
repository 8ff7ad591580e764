import { wait } from '../../../dev/platform';
import { until } from '../../../dev/until';
import { ACTION } from '../stage';
import { deliverEach, deliverUntilTaken, deliveryOf } from './messages';
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

it('has the right webhook in the end if each call is carried out and its response lost', async () => {
	const { simulator } = stage;
	const loseResponse = () =>
		simulator.plan({ method: 'PUT', path: WEBHOOK_PATH, kind: 'resetAfter' });
	loseResponse();
	const first = await stage.published('First');
	const second = await stage.published('Second');
	loseResponse();
	await stage.unpublish(first);
	await deliverUntilTaken(simulator, 'for the second');
	expect(stage.isRegistered(second)).toBe(true);
	loseResponse();
	await stage.unpublish(second);

	await stage.webhookIs(null);
	await stage.runs.expectOnly(second, ['for the second']);
});

it('publishes for one user while the service rate-limits another', async () => {
	const { simulator } = stage;
	const foreign = '0c1d2e3f.key-of-another-user';
	simulator.configure({ users: { stranger: [foreign] } });
	const [key] = simulator.apiKey.split('.');
	const headers = { 'retry-after': '1' };
	const refusal = { method: 'PUT', path: WEBHOOK_PATH, key, status: 429, headers, times: 1e6 };
	simulator.plan(refusal);
	const limited = await stage.trigger('Rate-limited');
	await stage.client.publish(limited.id);
	const isLimited = () => simulator.requests.some(({ status }) => status === 429) || undefined;
	await until('a 429', isLimited);
	const other = await stage.triggerOf(await stage.credential('Of another', foreign), 'Of another');
	await stage.publish(other);
	expect(await stage.statusOf(limited)).toMatchObject({ status: 'in_progress' });
	simulator.cancelFaults();
	expect(await stage.outcomeOf(limited)).toContain('"status":"published"');
	await deliverEach(simulator, ['for the first']);
	await simulator.deliver(deliveryOf('for the other'), { user: 'stranger' });

	await stage.runs.expectOnly(limited, ['for the first']);
	await stage.runs.expectOnly(other, ['for the other']);
});

it('leaves a webhook that a workflow has set until the next one is published, for all', async () => {
	const [first, second] = [await stage.trigger('First'), await stage.trigger('Second')];
	await stage.publish(first, second);
	const set = { resource: 'webhook', operation: 'set', webhookUrl: ELSEWHERE };
	expect((await stage.act(set)).error(ACTION)).toBeUndefined();
	await stage.listen(first);
	await stage.stop(first);
	await stage.testEnds(first);
	expect(stage.simulator.webhookUrl).toBe(ELSEWHERE);
	const third = await stage.published('Third');
	await deliverEach(stage.simulator, ['for all']);

	await stage.runs.expectOnly([first, second, third], ['for all']);
});

it('takes nothing from another system when the service refuses with a 200 that says so', async () => {
	const { simulator } = stage;
	simulator.state.webhookUrl = ELSEWHERE;
	const body = { success: false, error: 'Not part of your plan' };
	simulator.plan({ method: 'PUT', path: WEBHOOK_PATH, status: 200, body, times: 1e6 });
	const refused = await stage.trigger('Refused');
	await stage.client.publish(refused.id);
	expect(await stage.outcomeOf(refused)).toContain('Not part of your plan');
	simulator.cancelFaults();
	// What is tried again in the background comes five seconds later.
	await wait(8_000);

	expect(simulator.webhookUrl).toBe(ELSEWHERE);
});

it('sets what the service has lost again, whichever workflow is published next', async () => {
	const { simulator } = stage;
	const [first, second] = [await stage.published('First'), await stage.published('Second')];
	for (const lost of [null, ELSEWHERE]) {
		simulator.state.webhookUrl = lost;
		await stage.unpublish(second);
		simulator.state.webhookUrl = lost;
		await stage.publish(second);
		expect(stage.isRegistered(first)).toBe(true);
	}
	await stage.act({ resource: 'webhook', operation: 'disable' });
	const third = await stage.published('Third');
	await deliverEach(simulator, ['for all']);

	await stage.runs.expectOnly([first, second, third], ['for all']);
});

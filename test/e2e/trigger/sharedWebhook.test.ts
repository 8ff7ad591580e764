import type { StoredWorkflow } from '../../../dev/n8n/workflow';
import { deliverEach, deliverUntilTaken } from './messages';
import { setTriggerStage, type TriggerStage } from './stage';

/**
 * The service has one webhook for a user: what becomes of a message when several want it. That n8n is
 * killed meanwhile is in kills.test.ts, and more of two keys in keys.test.ts.
 */
let stage: TriggerStage;

beforeEach(async () => {
	stage = await setTriggerStage();
});
afterEach(async () => await stage.clear());

describe('a workflow is published, and a test event is listened for', () => {
	it('gives a message to the test and to production, of the same workflow', async () => {
		const workflow = await stage.trigger('Published and tested');
		await stage.publish(workflow);
		await stage.listen(workflow);
		await deliverEach(stage.simulator, ['during the test']);
		await stage.testEnds(workflow);
		await deliverEach(stage.simulator, ['after the test']);

		await stage.runs.expectOnly(workflow, ['during the test'], { mode: 'manual' });
		await stage.runs.expectOnly(workflow, ['during the test', 'after the test']);
	});

	it('gives a message to the test and to production, of another workflow', async () => {
		const published = await stage.trigger('Published');
		const draft = await stage.trigger('Tested');
		await stage.publish(published);
		await stage.listen(draft);
		await deliverEach(stage.simulator, ['during the test']);
		await stage.testEnds(draft);
		await deliverEach(stage.simulator, ['after the test']);

		await stage.runs.expectOnly(draft, ['during the test'], { mode: 'manual' });
		await stage.runs.expectOnly(published, ['during the test', 'after the test']);
	});
});

it('gives a message to each of two workflows that are published with the same key', async () => {
	const first = await stage.trigger('First');
	const second = await stage.trigger('Second');
	await stage.publish(first);
	await stage.publish(second);
	await deliverEach(stage.simulator, ['one', 'two']);

	await stage.runs.expectOnly(first, ['one', 'two']);
	await stage.runs.expectOnly(second, ['one', 'two']);
});

describe('two workflows are published, each with another key of the same user', () => {
	const another = '7d21b0aa.another-key-of-the-same-user';

	let first: StoredWorkflow;
	let second: StoredWorkflow;
	beforeEach(async () => {
		const { simulator } = stage;
		simulator.configure({ apiKeys: [simulator.apiKey, another] });
		first = await stage.trigger('First key');
		second = await stage.triggerOf(await stage.credential('Other', another), 'Second key');
	});
	afterEach(async () => {
		await stage.unpublish(second);
		await stage.webhookIs(null);
	});

	it('goes on in the second without a gap when the first is unpublished', async () => {
		await stage.publish(first);
		await stage.publish(second);
		await deliverEach(stage.simulator, ['for both']);
		await stage.unpublish(first);
		await deliverEach(stage.simulator, ['for the second']);

		await stage.runs.expectOnly(first, ['for both']);
		await stage.runs.expectOnly(second, ['for both', 'for the second']);
		expect(stage.registrations()).not.toContain(null);
	});

	it('goes on in the second where the service does not list the keys of its user', async () => {
		stage.simulator.plan({ path: '/api/v1/api-keys/', status: 404, times: 1e6 });
		await stage.publish(first);
		await stage.publish(second);
		await stage.unpublish(first);
		await deliverUntilTaken(stage.simulator, 'for the second');

		await stage.runs.expectOnly(second, ['for the second']);
	});
});

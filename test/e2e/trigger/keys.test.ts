import { deliverEach } from './messages';
import { setTriggerStage, type TriggerStage } from './stage';

const ANOTHER = '7d21b0aa.another-key';

let stage: TriggerStage;
beforeEach(async () => {
	stage = await setTriggerStage();
});
afterEach(async () => await stage.clear());

it('a test with another key of the same user shares the registration, and production goes on', async () => {
	const { simulator } = stage;
	simulator.configure({ apiKeys: [simulator.apiKey, ANOTHER] });
	const published = await stage.trigger('Published');
	const other = await stage.credential('Other', ANOTHER);
	const draft = await stage.triggerOf(other, 'Tested');
	await stage.publish(published);
	await stage.listen(draft);
	await deliverEach(simulator, ['during the test']);
	await stage.testEnds(draft);
	await deliverEach(simulator, ['after the test']);

	await stage.runs.expectOnly(draft, ['during the test'], { mode: 'manual' });
	await stage.runs.expectOnly(published, ['during the test', 'after the test']);
	expect(stage.registrations()).toHaveLength(1);
});

import { deliverEach, deliveryOf } from './messages';
import { setTriggerStage, type TriggerStage } from './stage';

const ANOTHER = '7d21b0aa.another-key';

let stage: TriggerStage;
beforeEach(async () => {
	stage = await setTriggerStage();
});
afterEach(async () => await stage.clear());

describe('triggers with two keys of one user', () => {
	beforeEach(() => {
		const { simulator } = stage;
		simulator.configure({ apiKeys: [simulator.apiKey, ANOTHER] });
	});

	it('share one registration, and each gets every message', async () => {
		const first = await stage.trigger('First key');
		const other = await stage.credential('Other', ANOTHER);
		const second = await stage.triggerOf(other, 'Second key');
		await stage.publish(first, second);
		await deliverEach(stage.simulator, ['one', 'two', 'one']);

		await stage.runs.expectOnly(first, ['one', 'two']);
		await stage.runs.expectOnly(second, ['one', 'two']);
		expect(stage.registrations()).toHaveLength(1);
	});

	it('go on for production while a workflow with the other key is tested', async () => {
		const published = await stage.trigger('Published');
		const other = await stage.credential('Other', ANOTHER);
		const draft = await stage.triggerOf(other, 'Tested');
		await stage.publish(published);
		await stage.listen(draft);
		await deliverEach(stage.simulator, ['during the test']);
		await stage.testEnds(draft);
		await deliverEach(stage.simulator, ['after the test']);

		await stage.runs.expectOnly(draft, ['during the test'], { mode: 'manual' });
		await stage.runs.expectOnly(published, ['during the test', 'after the test']);
		expect(stage.registrations()).toHaveLength(1);
	});
});

it('keeps the webhooks of two users apart', async () => {
	const { simulator } = stage;
	simulator.configure({ users: { colleague: [ANOTHER] } });
	const mine = await stage.trigger('Mine');
	const colleague = await stage.credential('Colleague', ANOTHER);
	const theirs = await stage.triggerOf(colleague, 'Theirs');
	await stage.publish(mine, theirs);
	const url = simulator.webhookUrlOf('colleague');

	expect(url).not.toBeNull();
	expect(url).not.toBe(stage.webhook());
	await simulator.deliver(deliveryOf('to me'));
	await simulator.deliver(deliveryOf('to the colleague'), { user: 'colleague' });
	await stage.runs.expectOnly(mine, ['to me']);
	await stage.runs.expectOnly(theirs, ['to the colleague']);
	await stage.unpublish(mine);
	await stage.webhookIs(null);
	expect(simulator.webhookUrlOf('colleague')).toBe(url);
});

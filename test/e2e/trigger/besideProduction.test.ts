import type { StoredWorkflow } from '../../../dev/n8n/workflow';
import { deliverEach, deliveryOf, startStream } from './messages';
import { setTriggerStage, type TriggerStage } from './stage';

let stage: TriggerStage;
beforeEach(async () => {
	stage = await setTriggerStage();
});
afterEach(async () => await stage.clear());

describe('tests beside a published workflow', () => {
	let published: StoredWorkflow;
	let production: string;
	beforeEach(async () => {
		published = await stage.trigger('Published');
		await stage.publish(published);
		production = stage.webhook();
	});

	it('leave production without a gap, and say nothing to the service, however often one is stopped', async () => {
		const draft = await stage.trigger('Draft');
		const stream = startStream(stage.simulator, 'during tests');
		for (const workflow of [published, draft, published]) {
			await stage.listen(workflow);
			await stage.stop(workflow);
			await stage.testEnds(workflow);
		}
		const { taken, refused } = await stream.end();

		expect(refused).toEqual([]);
		await stage.runs.expectOnly(published, taken);
		expect(stage.registrations()).toEqual([production]);
	});

	it('get a message each, also when several listen at once', async () => {
		const drafts = [await stage.trigger('One draft'), await stage.trigger('Another draft')];
		for (const workflow of [...drafts, published]) await stage.listen(workflow);
		await deliverEach(stage.simulator, ['during the tests']);
		for (const workflow of [...drafts, published]) await stage.testEnds(workflow);
		await deliverEach(stage.simulator, ['after the tests']);

		for (const workflow of [...drafts, published]) {
			await stage.runs.expectOnly(workflow, ['during the tests'], { mode: 'manual' });
		}
		await stage.runs.expectOnly(published, ['during the tests', 'after the tests']);
		expect(stage.registrations()).toEqual([production]);
	});

	it('go on listening until a message comes that their own filters let through', async () => {
		const draft = await stage.trigger('Filtering draft', { campaignIds: [7] });
		await stage.listen(draft);
		await deliverEach(stage.simulator, ['of another campaign']);
		const campaign = { id: 7, name: 'Seven', status: 'ACTIVE' };
		await stage.simulator.deliver(deliveryOf('of the campaign', { campaign }));
		await stage.testEnds(draft);

		await stage.runs.expectOnly(draft, ['of the campaign'], { mode: 'manual' });
		await stage.runs.expectOnly(published, ['of another campaign', 'of the campaign']);
	});

	it('get one message each time they listen, and production all', async () => {
		for (const id of ['first', 'second']) {
			await stage.listen(published);
			await deliverEach(stage.simulator, [id]);
			await stage.testEnds(published);
			await deliverEach(stage.simulator, [`after the ${id}`]);
		}

		await stage.runs.expectOnly(published, ['first', 'second'], { mode: 'manual' });
		await stage.runs.expectOnly(published, [
			'first',
			'after the first',
			'second',
			'after the second',
		]);
	});
});

describe('a test of a workflow while none is published', () => {
	let draft: StoredWorkflow;
	beforeEach(async () => {
		draft = await stage.trigger('Draft');
		await stage.listen(draft);
	});

	it('takes the webhook for a message, and leaves it empty', async () => {
		expect(stage.webhook()).toMatch(/\/webhook-test\/.*\?secret=[\w-]{16,}$/);
		await deliverEach(stage.simulator, ['in the test']);
		await stage.testEnds(draft);

		await stage.runs.expectOnly(draft, ['in the test'], { mode: 'manual' });
		await stage.webhookIs(null);
	});

	it('leaves it empty when it is stopped', async () => {
		await stage.stop(draft);

		await stage.webhookIs(null);
	});

	it('leaves it to a workflow that is published meanwhile, and still gets its message', async () => {
		const published = await stage.trigger('Published meanwhile');
		await stage.publish(published);
		await deliverEach(stage.simulator, ['for both']);
		await stage.testEnds(draft);
		await deliverEach(stage.simulator, ['after the test']);

		await stage.runs.expectOnly(draft, ['for both'], { mode: 'manual' });
		await stage.runs.expectOnly(published, ['for both', 'after the test']);
		expect(stage.webhook()).toContain('/webhook/');
	});

	it('leaves it empty when another is published and unpublished meanwhile', async () => {
		const published = await stage.trigger('Published for a moment');
		await stage.publish(published);
		await stage.unpublish(published);
		await stage.stop(draft);
		await stage.testEnds(draft);

		await stage.webhookIs(null);
	});
});

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
		published = await stage.published('Published');
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

	it('get a message each that their filters let through, also when several listen at once', async () => {
		const tested = [await stage.trigger('One draft'), await stage.trigger('Another'), published];
		const filtering = await stage.trigger('Filtering draft', { campaignIds: [7] });
		for (const workflow of [...tested, filtering]) await stage.listen(workflow);
		await deliverEach(stage.simulator, ['during the tests']);
		for (const workflow of tested) await stage.testEnds(workflow);
		const campaign = { id: 7, name: 'Seven', status: 'ACTIVE' };
		await stage.simulator.deliver(deliveryOf('of campaign 7', { campaign }));
		await stage.testEnds(filtering);
		await deliverEach(stage.simulator, ['after the tests']);

		await stage.runs.expectOnly(tested, ['during the tests'], { mode: 'manual' });
		await stage.runs.expectOnly(filtering, ['of campaign 7'], { mode: 'manual' });
		const all = ['during the tests', 'of campaign 7', 'after the tests'];
		await stage.runs.expectOnly(published, all);
		expect(stage.registrations()).toEqual([production]);
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

	it('leaves it to a workflow that is published meanwhile, and still gets its message', async () => {
		const published = await stage.published('Published meanwhile');
		await deliverEach(stage.simulator, ['for both']);
		await stage.testEnds(draft);
		await deliverEach(stage.simulator, ['after the test']);

		await stage.runs.expectOnly(draft, ['for both'], { mode: 'manual' });
		await stage.runs.expectOnly(published, ['for both', 'after the test']);
		expect(stage.webhook()).toContain('/webhook/');
	});
});

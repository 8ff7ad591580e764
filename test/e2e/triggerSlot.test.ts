import { until } from '../../dev/until';
import { exampleDelivery } from '../../nodes/PublicOutreachTrigger/example';
import { setTriggerStage, type TriggerStage } from './triggerStage';

let stage: TriggerStage;

beforeEach(async () => {
	stage = await setTriggerStage();
});
afterEach(async () => await stage.clear());

const ofMessage = (message_id: string) => ({
	...exampleDelivery,
	message: { ...exampleDelivery.message, message_id },
});

describe('listening for a test event, of a published workflow', () => {
	it('takes the slot for the test and gives it back on Stop', async () => {
		const workflow = await stage.trigger('Published');
		const production = await stage.publish(workflow);
		const test = await stage.listen(workflow);
		expect(test).toMatch(/\/webhook-test\/.*\?secret=[\w-]{16,}$/);

		await stage.stop(workflow);

		await stage.slotIs(production);
		const delivery = await stage.simulator.deliver(ofMessage('after the test'));
		expect(delivery).toMatchObject({ status: 200, answer: '{"status":"emitted"}' });
	});

	it('gives the slot back after the test event, of which production knows nothing', async () => {
		const workflow = await stage.trigger('Published');
		const production = await stage.publish(workflow);
		await stage.listen(workflow);
		const inTest = await stage.simulator.deliver(ofMessage('the same'));

		await stage.slotIs(production);
		const inProduction = await stage.simulator.deliver(ofMessage('the same'));

		expect([inTest?.answer, inProduction?.answer]).toEqual(Array(2).fill('{"status":"emitted"}'));
		const { items } = await until('both runs', async () => {
			const runs = await stage.runsOf(workflow);
			return runs.count === 2 ? runs : undefined;
		});
		expect(items).toEqual(Array(2).fill(ofMessage('the same').message));
	});
});

describe('listening for a test event, of a workflow that is not published', () => {
	it('leaves the webhook disabled', async () => {
		const workflow = await stage.trigger('Draft');
		await stage.listen(workflow);
		await stage.stop(workflow);

		await stage.slotIs(null);
	});

	it('gives the slot back to the published workflow that it took it from', async () => {
		const published = await stage.trigger('Published');
		const draft = await stage.trigger('Draft');
		const production = await stage.publish(published);
		await stage.listen(draft);
		await stage.stop(draft);

		await stage.slotIs(production);
	});
});

/** n8n tries a registration five times within 15 seconds: both of these at once. */
describe('a registration that cannot succeed', () => {
	const elsewhere = 'https://elsewhere.example.com/hook';
	let refusing: TriggerStage;
	let outcomes: { second: Promise<string>; refused: Promise<string> };
	let production: string;

	beforeEach(async () => {
		const first = await stage.trigger('Sales Inbox');
		const second = await stage.trigger('Another Inbox');
		production = await stage.publish(first);
		await stage.client.publish(second.id);

		refusing = await setTriggerStage();
		refusing.simulator.state.webhookUrl = elsewhere;
		const refusal = { method: 'PUT', status: 403, body: { error: 'Not in your plan' } };
		refusing.simulator.plan({ ...refusal, times: 100 });
		const refused = await refusing.trigger('Refused');
		await refusing.client.publish(refused.id);
		outcomes = { second: stage.publicationOf(second), refused: refusing.publicationOf(refused) };
	});
	afterEach(async () => await refusing.clear());

	it('leaves the slot as it was, and says who holds it or what the service says', async () => {
		expect(await outcomes.second).toContain('Sales Inbox');
		expect(stage.simulator.webhookUrl).toBe(production);

		expect(await outcomes.refused).toContain('Not in your plan');
		expect(refusing.simulator.webhookUrl).toBe(elsewhere);
		const puts = refusing.simulator.requests.filter(({ method }) => method === 'PUT');
		expect(puts.map(({ body }) => JSON.parse(body ?? ''))).not.toContainEqual({
			webhook_url: null,
		});
	});
});

import { isCommand } from './deliveries';
import { triggerNode } from './triggerNode';
import { Scenario } from './scenarios';
import { first, second, useSetup } from './support';

const third = triggerNode('third', { messagesFrom: 'everyone' });
const ofCampaign = triggerNode('campaign', { campaignIds: [7] });
const open = triggerNode('open', { options: { verifyDeliveries: false } });
const one = triggerNode('one', {}, { workflow: 'two' });
const other = triggerNode('other', {}, { workflow: 'two' });

const setup = useSetup([first, second, third, ofCampaign, open, one, other]);

const play = new Scenario(setup);

/** How many secrets the registered URL and the others' own URLs have. */
function expectSecrets(count: number): void {
	const urls = [setup.simulator.webhookUrl, ...setup.n8n.requests.map(({ url }) => url)];
	const found = urls.flatMap((url) => /secret=([\w-]+)/.exec(url ?? '')?.[1] ?? []);
	expect(new Set(found).size).toBe(count);
}

describe('several published triggers of one key', () => {
	it('may verify deliveries or not', async () => {
		await play.publish(open, first);
		await play.expectStarts('first open');
		expectSecrets(1);
	});

	it('may be in one workflow', async () => {
		play.mark();
		await play.publish(one);
		await play.message();
		play.expectStarted('two two');
		play.expectPuts('one');
		await play.unpublish(one);
		play.expectRegistered('null');
	});

	it('leave nothing behind when all are unpublished while a round is under way', async () => {
		const all = [one, first];
		await setup.publish(...all);
		const unpublishing: Promise<void>[] = [];
		setup.n8n.intercept = (request) => {
			const isFirst = isCommand(request) && unpublishing.length === 0;
			if (isFirst) unpublishing.push(...all.map(async (each) => await setup.n8n.unpublish(each)));
			return false;
		};
		await setup.renew();
		await Promise.all(unpublishing);

		expect(unpublishing).toHaveLength(2);
		expect(setup.registered).toBeNull();
	});
});

it('unpublishing tells the registered one, so that nobody asks for what is gone for long', async () => {
	await play.publish(first, second);
	await play.unpublish(second);
	await play.renew();
	play.later();
	play.mark();
	await play.message();
	play.expectAsked(1);
});

describe('where other processes than the one that publishes take deliveries', () => {
	beforeEach(async () => {
		play.useWebhookProcess();
	});

	it('a test gets messages beside the published ones, and these get them while no process that publishes runs', async () => {
		play.mark();
		await play.publish(first, second);
		await play.listen(first);
		await play.message();
		await play.end(first);
		play.expectStarted('first first test second');
		play.follow();
		await play.expectStarts('first second');
		play.expectPuts('first');
	});

	it('two triggers of one workflow both get every message from the next renewal on', async () => {
		await play.publish(one);
		await play.renew();
		play.useWebhookProcess();
		await play.expectStarts('two two');
	});
});

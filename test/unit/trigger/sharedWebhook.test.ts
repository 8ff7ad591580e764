import { until } from '../../../dev/until';
import { isCommand, isFor } from './deliveries';
import { triggerNode } from './triggerNode';
import { Scenario } from './scenarios';
import { first, second, third, useSetup } from './support';

const open = triggerNode('open', { options: { verifyDeliveries: false } });
const one = triggerNode('one', {}, { workflow: 'two' });
const other = triggerNode('other', {}, { workflow: 'two' });

const setup = useSetup([first, second, third, open, one, other]);

const play = new Scenario(setup);

/** How many secrets the registered URL and the others' own URLs have. */
function expectSecrets(count: number): void {
	const urls = [setup.simulator.webhookUrl, ...setup.n8n.requests.map(({ url }) => url)];
	const found = urls.flatMap((url) => /secret=([\w-]+)/.exec(url ?? '')?.[1] ?? []);
	expect(new Set(found).size).toBe(count);
}

it('several published triggers of one key may verify deliveries or not', async () => {
	await play.publish(open, first);
	await play.expectStarts('first open');
	expectSecrets(1);
});

it('two triggers of one workflow both get every message from the next renewal on, in a process that takes deliveries alone', async () => {
	play.useWebhookProcess();
	await play.publish(one);
	await play.renew();
	play.useWebhookProcess();
	await play.expectStarts('two two');
});

describe('unpublishing', () => {
	it('leaves nothing behind where all leave while a round is under way', async () => {
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

	it('tells the registered one, so that nobody asks for what is gone for long', async () => {
		await play.publish(first, second);
		await play.unpublish(second);
		await play.renew();
		play.later();
		play.mark();
		await play.message();
		play.expectAsked(1);
	});

	it('does not bring back those that the list of one that leaves late still names', async () => {
		await play.publish(first, second, third);
		await play.unpublish(first);
		play.remember(second);
		play.vanish(second);
		await play.unpublish(third);
		play.expectRegistered('null');
		play.writeBack(second);
		play.reappear(second);
		play.cut();
		await play.unpublish(second);
		play.expectRegistered('null');
	});
});

it('what the registered one has taken while n8n closes it reaches the others, though its static data was lost', async () => {
	await play.publish(first, second);
	await play.unpublish(first, second);
	play.later();
	play.remember(second);
	await play.publish(second, third);
	play.writeBack(second);
	setup.n8n.respondInstead(isFor(third), (response) => void response.writeHead(500).end(), 1);
	play.mark();
	await play.close(second);
	await setup.simulator.sendMessage();
	await until('the pause', () => setup.waitsOf('forward')[0]);
	await play.unpublish(second);
	setup.waitsOf('forward').forEach(({ end }) => end());
	await setup.untilForwarded();

	play.expectStarted('second third');
});

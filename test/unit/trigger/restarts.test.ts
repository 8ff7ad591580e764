import { until } from '../../../dev/until';
import { Scenario } from './scenarios';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);
const play = new Scenario(setup);

/** Another main process leads from now on; this one goes on taking deliveries. */
async function takeOver(): Promise<void> {
	await play.close(first, second, third);
	setup.useWebhookProcess(setup.process);
	await setup.restart();
}

/** What was begun waits for n8n to have started. */
const untilWaiting = async () => await until('the wait', () => setup.waitsOf('start')[0]);
/** n8n waits no longer. */
const giveUp = () => setup.limitsOf('unpublish').forEach(({ end }) => end());

beforeEach(async () => {
	await play.publish(second);
});

it('nothing is registered anew where n8n takes its time with the start', async () => {
	await play.restart(second);
	await play.startLate(second);
	play.expectPuts('second');
	await play.publish(first);
	await play.unpublish(second);
	await play.publish(second);
	await play.expectStarts('first second');
	play.expectPuts('second first');
});

it('a message reaches also those that n8n starts after some others and before the registered one', async () => {
	await play.publish(first, third);
	await play.restart(second, third);
	await play.expectStarts('first second third');
});

it('the others get every message while n8n has started the registered one alone, whatever list that gets', async () => {
	await play.publish(first);
	await play.restart(first);
	await play.renew();
	play.useWebhookProcess();
	await play.expectStarts('first second');
});

it('an update of the package while n8n runs leaves the webhook to what is published', async () => {
	play.update();
	await play.publish(first);
	await play.listen(third);
	await play.stop(third);
	await play.expectStarts('first second');
	play.expectPuts('second');
});

it('after a restart the one that was registered last is the registered one, in whatever order they start', async () => {
	await play.publish(first);
	await play.unpublish(second);
	await play.publish(second);
	await play.restart();
	await play.unpublish(second);
	play.expectPuts('second first');
	await play.unpublish(first);
	play.expectRegistered('null');
});

it('one that n8n does not start with the registered one is taken for gone by the next renewal', async () => {
	await play.publish(first);
	await play.restart(first);
	play.vanish(first);
	await play.renew();
	play.later();
	play.mark();
	await play.message();
	play.expectStarted('second');
	play.expectAsked(1);
});

describe('in the first moments of a process, before n8n has started what is published', () => {
	beforeEach(async () => {
		await play.restart(second);
		play.young();
	});

	it('a workflow that n8n goes on publishing waits for the registered one, and joins it', async () => {
		play.begin(play.publish(first));
		await untilWaiting();
		await play.start(second);
		await play.old();
		await play.done();
		await play.expectStarts('first second');
		play.expectPuts('second');
	});

	it('nobody disables the webhook, and n8n waits for twenty seconds', async () => {
		play.begin(play.unpublish(second));
		await untilWaiting();
		giveUp();
		await play.done();
		play.expectRegistered('second');
		await play.old();
		play.expectRegistered('null');
	});
});

describe('a trigger that was never registered itself', () => {
	beforeEach(async () => {
		await play.publish(first);
		await play.restart(second);
		await play.renew();
		await play.renew();
		play.expectPuts('second');
		play.vanish(second);
	});

	it('is registered when nobody else has started within two minutes', async () => {
		await play.renew();
		play.later();
		await play.renew();
		play.expectRegistered('first');
	});

	it('is registered when a workflow is published, which waits for nobody', async () => {
		await play.publish(third);
		await play.expectStarts('first third');
		play.expectRegistered('first');
	});
});

describe('a process that has started no triggers', () => {
	beforeEach(async () => {
		play.follow();
	});

	it('knows what is published where its n8n asks whether the webhooks stand', async () => {
		await setup.n8n.checkWebhooks();
		await play.listen(first);
		await play.stop(first);
		play.expectPuts('second');
	});

	it('passes messages on to new versions after another one has taken over', async () => {
		await play.restart();
		await play.publish(first);
		await takeOver();
		await play.unpublish(first);
		await play.publish(first);
		await play.expectStarts('first second');
	});
});

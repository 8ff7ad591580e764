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

it('the webhook is registered again after a test has disabled it before n8n had started anything', async () => {
	await play.restart(second);
	await play.listen(first);
	await play.stop(first);
	play.expectRegistered('null');
	await play.start(second);
	await play.renew();
	await play.renew();
	play.expectRegistered('second');
});

it('a message reaches the others while n8n has started them and not yet the registered one', async () => {
	await play.publish(first);
	await play.restart(second);
	await play.expectStarts('first second');
});

it('a message reaches also those that n8n starts after some others and before the registered one', async () => {
	await play.publish(first, third);
	await play.restart(second, third);
	await play.expectStarts('first second third');
});

it('an update of the package while n8n runs leaves the webhook to what is published', async () => {
	play.update();
	await play.publish(first);
	await play.listen(third);
	await play.stop(third);
	await play.expectStarts('first second');
	play.expectPuts('second');
});

describe('after a restart, of several', () => {
	it('one that was unpublished while n8n was killed keeps no message from the others', async () => {
		await play.publish(first, third);
		play.vanish(third);
		await play.restart();
		await play.expectStarts('first second');
	});

	it('the one that was registered last is the registered one, in whatever order they start', async () => {
		await play.publish(first);
		await play.unpublish(second);
		await play.publish(second);
		await play.restart();
		await play.unpublish(second);
		play.expectPuts('second first');
		await play.unpublish(first);
		play.expectRegistered('null');
	});

	it('one that was not registered waits two minutes for one that may have been, and then disables the webhook', async () => {
		await play.publish(first);
		play.vanish(second);
		await play.restart();
		await play.unpublish(first);
		play.later();
		await play.renew();
		play.expectRegistered('null');
	});
});

describe('while n8n has started the registered one and not yet the others', () => {
	beforeEach(async () => {
		await play.publish(first);
		await play.restart(first);
	});

	it('the others get every message, whatever list the registered one gets', async () => {
		await play.renew();
		play.useWebhookProcess();
		await play.expectStarts('first second');
	});

	it('one of them gets the webhook when n8n starts it, where the registered one has left', async () => {
		await play.unpublish(second);
		play.expectPuts('second null');
		await play.start(first);
		await play.renew();
		play.expectRegistered('first');
		await play.unpublish(first);
		play.expectRegistered('null');
	});

	it('one that n8n does not start is taken for gone by the next renewal', async () => {
		play.vanish(first);
		await play.renew();
		play.later();
		play.mark();
		await play.message();
		play.expectStarted('second');
		play.expectAsked(1);
	});
});

describe('while n8n has started none of several, and goes on with one that it was unpublishing', () => {
	beforeEach(async () => {
		await play.publish(first);
		await play.restart(first, second);
	});

	it('another one gets the webhook when that is the registered one', async () => {
		await play.unpublish(second);
		await play.start(first);
		await play.renew();
		await play.expectStarts('first');
		play.expectPuts('second null first');
	});

	it('the registered one keeps the webhook when that is another one', async () => {
		await play.unpublish(first);
		await play.start(second);
		await play.expectStarts('second');
		play.expectPuts('second');
	});
});

describe('a process that has started no triggers', () => {
	beforeEach(async () => {
		play.follow();
	});

	it('disables the webhook when the last one that it knows leaves', async () => {
		await play.unpublish(second);
		play.expectRegistered('null');
	});

	it('does not know after a test who had the webhook', async () => {
		await play.listen(first);
		await play.stop(first);
		play.expectRegistered('null');
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

	it('is notified by n8n when it takes over', async () => {
		play.mark();
		await play.restart();
		await play.listen(first);
		await play.stop(first);
		play.expectPuts('second');
		play.expectLog();
	});
});

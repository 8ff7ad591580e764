import { Scenario } from './scenarios';
import { first, second, third, useSetup } from './support';

const setup = useSetup([first, second, third]);

const play = new Scenario(setup);

/** How long it is until the next reconciliation, in seconds. */
function expectNext(seconds?: number): void {
	const [next] = setup.waitsOf('reconcile');
	expect(next && next.ms / 1_000).toBe(seconds);
}

beforeEach(async () => {
	await play.publish(first);
});

describe('what the registered one knows of the others', () => {
	it('is renewed soon after the start, and then every minute', async () => {
		await play.renew();
		expectNext(60);
	});

	it('is renewed again soon after another trigger has started', async () => {
		await play.renew();
		await play.publish(second, third);
		expectNext(5);
		play.mark();
		await play.renew();
		play.expectCommanded('first');
	});

	it('is whole again after an execution has written older static data back', async () => {
		play.remember(first);
		await play.publish(second);
		play.writeBack(first);
		play.useWebhookProcess();
		await play.expectStarts('first');
		await play.renew();
		play.useWebhookProcess();
		await play.expectStarts('first second');
	});

	it('is not lost for the process that was told, whatever an execution writes back', async () => {
		play.useWebhookProcess();
		play.remember(first);
		await play.publish(second);
		play.writeBack(first);
		await play.expectStarts('first second');
	});

	it('is not renewed again where nobody else listens', async () => {
		await play.renew();
		play.mark();
		await play.renew();
		play.expectAsked(0);
	});

	it('is not renewed by a process that leads no more', async () => {
		await play.publish(second);
		await play.close(first, second);
		await play.renew();
		play.mark();
		await play.renew();
		play.expectAsked(0);
	});

	it('is renewed by a process that has taken over', async () => {
		await play.publish(second);
		const stored = setup.n8n.database.get(first.workflowId) ?? '';
		setup.n8n.database.set(first.workflowId, stored.replace('"listeners"', '"lost"'));
		await play.restart();
		await play.renew();
		play.follow();
		await play.expectStarts('first second');
	});
});

describe('a registered trigger that is gone without being unpublished', () => {
	beforeEach(async () => {
		await play.publish(second, third);
		play.vanish(first);
	});

	it('is replaced by the first that is not gone as well', async () => {
		play.vanish(second);
		await play.renew();
		play.expectPuts('first third');
	});

	it('is left alone while n8n cannot reach its own URL', async () => {
		play.cut();
		await play.renew();
		play.expectRegistered('first');
	});
});

describe('renewing', () => {
	it('ends with the last trigger, and begins again with the next one', async () => {
		await play.unpublish(first);
		await play.renew();
		play.later();
		await play.renew();
		await play.renew();
		expectNext();
		await play.publish(first);
		expectNext(5);
	});
});

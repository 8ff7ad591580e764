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
	it('is renewed soon after another trigger has started, and then every minute', async () => {
		await play.publish(second, third);
		expectNext(5);
		play.mark();
		await play.renew();
		play.expectCommanded('first');
		expectNext(60);
	});

	it('is not renewed where nobody else listens', async () => {
		play.mark();
		await play.renew();
		await play.renew();
		play.expectAsked(0);
	});

	it('is not lost for the process that was told when an execution writes older static data back, and whole again for others with the next renewal', async () => {
		play.useWebhookProcess();
		play.remember(first);
		await play.publish(second);
		play.writeBack(first);
		await play.expectStarts('first second');
		play.useWebhookProcess();
		await play.expectStarts('first');
		await play.renew();
		play.useWebhookProcess();
		await play.expectStarts('first second');
	});

	it('is not renewed by a process that leads no more', async () => {
		await play.publish(second);
		await play.close(first, second);
		await play.renew();
		play.mark();
		await play.renew();
		play.expectAsked(0);
	});
});

it('a registered trigger that is gone without being unpublished is replaced by the first that is not gone as well', async () => {
	await play.publish(second, third);
	play.vanish(first, second);
	await play.renew();
	play.expectPuts('first third');
});

it('renewing ends with the last trigger, and begins again with the next one', async () => {
	await play.unpublish(first);
	await play.renew();
	play.later();
	await play.renew();
	await play.renew();
	expectNext();
	await play.publish(first);
	expectNext(5);
});
